import type { Clock } from '../../kernel/clock/clock.ts'
import { formatId, newId } from '../../kernel/ids/ids.ts'
import { atPar, type Money, subtract } from '../../kernel/money/money.ts'
import { asTenant, type Pool, type Tenant } from '../../kernel/postgres/pool.ts'
import { Refusal, type RefusalDetail } from '../../kernel/refusal.ts'
import type { BankStandings } from '../../movements/payouts/bank-standing.ts'
import type { WalletChains } from '../../movements/transfers/chain.ts'
import type { WalletAddressRules } from '../../movements/transfers/wallet-address.ts'
import {
  type OwnProblem,
  type RequestNames,
  selectOwnProblems,
} from '../../records/transactions/accepting/request-store.ts'
import type { Machine } from '../../records/transactions/machines/machine.ts'
import { findFirst } from '../accept/find-first.ts'
import { type Asking, guardSince, namesOf } from '../accept/request-identity.ts'
import type { SellCheckDeps } from '../sells/sell-checks.ts'

/** Whom a preview asks. It writes nothing anywhere. */
export type PreviewDeps = SellCheckDeps &
  Readonly<{
    pool: Pool
    clock: Clock
    bankStandings: BankStandings
    walletChains: WalletChains
    addresses: WalletAddressRules
  }>

/** Something that stands in the way. Where it has no fix, its code is in the table of errors and the fix is there. */
export type Stop = Readonly<{
  code: string
  message: string
  field?: string | undefined
  fix?: string | undefined
  detail?: RefusalDetail | undefined
}>

/** Something to know that is no reason to refuse it. */
export type Notice = Readonly<{ code: string; message: string }>

export type Findings = Readonly<{ stops: readonly Stop[]; warnings: readonly Notice[] }>

/** What would become of a request if it were sent now. */
export type Preview = Readonly<{
  needs: readonly Stop[]
  warnings: readonly Notice[]
  /** Undefined where the amount could not be read, or the fee would take all of it. */
  amounts: Readonly<{ amount: Money; fee: Money; receives: Money }> | undefined
  /** The maximum expected time after the naira or the tokens arrive. */
  expectedWithinMs: number
}>

export const noFindings: Findings = { stops: [], warnings: [] }

export function toFindings(refusals: ReadonlyArray<Refusal | undefined>): Findings {
  const stops = refusals.flatMap((refusal) => {
    if (refusal === undefined) return []
    const { code, message, detail } = refusal
    return [{ code, message, detail }]
  })
  return { stops, warnings: [] }
}

/** Whatever was accepted under the reference is what counts; else one stop of each code, as two rules may find the same thing. */
export function conclude(
  expected: Pick<Preview, 'amounts' | 'expectedWithinMs'>,
  { notice }: Earlier,
  findings: readonly Findings[],
): Preview {
  if (notice !== undefined) return { needs: [], warnings: [notice], ...expected }
  const needs = new Map(findings.flatMap(({ stops }) => stops).map((stop) => [stop.code, stop]))
  return { needs: [...needs.values()], warnings: findings.flatMap(({ warnings }) => warnings), ...expected }
}

/** What is left of an amount after its fee, in the other of the two; undefined where the fee would take all of it. */
export function reckonAmounts(
  amount: Money | undefined,
  feeOf: (amount: Money) => Money,
  into: 'NGN' | 'NGNC',
): Preview['amounts'] {
  if (amount === undefined) return undefined
  try {
    const fee = feeOf(amount)
    return { amount, fee, receives: atPar(subtract(amount, fee), into) }
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** How long the ways through these statuses may take together. */
export function expectedWithin({ meanings }: Machine, statuses: readonly string[]): number {
  return statuses.reduce((sum, status) => sum + (meanings[status]?.expectedWithinMs ?? 0), 0)
}

/** What the reference of a request leads to already: a transaction that is returned, whatever the rules say today, or a conflict. */
type Earlier = Readonly<{ notice?: Notice; refusals: readonly Refusal[] }>

type Asked = Readonly<{
  type: 'buy' | 'sell' | 'withdrawal'
  amount: Money | undefined
  /** Null takes the balance; undefined is not known, and then the rows are not asked. */
  network: string | null | undefined
  reference: string | null
  /** Undefined where the request is not whole. */
  meaning: Buffer | undefined
}>

const NOTHING_MEANT = Buffer.alloc(0)

/** What is recorded already: the transaction of this reference, and what the rows of the business say against the request. */
export async function askRecord(
  { pool, clock }: PreviewDeps,
  { tenant, terms }: Asking,
  { type, amount, network, reference, meaning }: Asked,
): Promise<Readonly<{ earlier: Earlier; problems: readonly OwnProblem[] }>> {
  // Without a key to remember nothing is written.
  const names = namesOf({ reference, idempotencyKey: null }, newId())
  const at = clock.now()
  // Two buys that are the same are two payments. What takes tokens is guarded against being asked for twice.
  const guarded = type === 'buy' ? undefined : { meaning, since: guardSince(names, at) }
  const [earlier, problems] = await Promise.all([
    findEarlier(pool, tenant, names, meaning),
    network === undefined
      ? []
      : asTenant(pool, tenant, async (sql) =>
          selectOwnProblems(sql, {
            type,
            amountMinor: amount?.minor ?? 0n,
            network,
            meaning: guarded?.meaning ?? NOTHING_MEANT,
            guardSince: guarded?.since,
            dailyLimitMinor: terms.dailyLimitMinor,
            at,
          }),
        ),
  ])
  return { earlier, problems }
}

async function findEarlier(
  pool: Pool,
  tenant: Tenant,
  names: RequestNames,
  meaning: Buffer | undefined,
): Promise<Earlier> {
  if (meaning === undefined) return { refusals: [] }
  try {
    const first = await findFirst(pool, tenant, names, meaning)
    if (first === undefined) return { refusals: [] }
    const message = `This was accepted before as ${formatId('transaction', first)}. Repeating it returns that transaction and records nothing.`
    return { notice: { code: 'already_accepted', message }, refusals: [] }
  } catch (error) {
    if (error instanceof Refusal) return { refusals: [error] }
    throw error
  }
}
