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

/** Dependencies of previews. A preview writes nothing except the count of name enquiries. */
export type PreviewDeps = SellCheckDeps &
  Readonly<{
    pool: Pool
    clock: Clock
    bankStandings: BankStandings
    walletChains: WalletChains
    addresses: WalletAddressRules
  }>

/** A reason that would stop the request. If `fix` is missing, the table of errors has the fix for its code. */
export type Stop = Readonly<{
  code: string
  message: string
  field?: string | undefined
  fix?: string | undefined
  detail?: RefusalDetail | undefined
}>

/** Information that is no reason to refuse the request. */
export type Notice = Readonly<{ code: string; message: string }>

export type Findings = Readonly<{ stops: readonly Stop[]; warnings: readonly Notice[] }>

/** The expected outcome of a request if it were sent now. */
export type Preview = Readonly<{
  needs: readonly Stop[]
  warnings: readonly Notice[]
  /** Undefined if the amount is invalid or does not exceed the fee. */
  amounts: Readonly<{ amount: Money; fee: Money; receives: Money }> | undefined
  /** Maximum expected time after the naira or the tokens arrive. */
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

/**
 * Combines the findings. If the reference was accepted before, only that counts. Otherwise keeps one stop per code, because two rules may
 * find the same problem.
 */
export function conclude(
  expected: Pick<Preview, 'amounts' | 'expectedWithinMs'>,
  { notice }: Earlier,
  findings: readonly Findings[],
): Preview {
  if (notice !== undefined) return { needs: [], warnings: [notice], ...expected }
  const needs = new Map(findings.flatMap(({ stops }) => stops).map((stop) => [stop.code, stop]))
  return { needs: [...needs.values()], warnings: findings.flatMap(({ warnings }) => warnings), ...expected }
}

/** Returns the amount, its fee and the rest in the other asset; undefined if the amount does not exceed the fee. */
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

/** Returns the sum of the expected times of these statuses. */
export function expectedWithin({ meanings }: Machine, statuses: readonly string[]): number {
  return statuses.reduce((sum, status) => sum + (meanings[status]?.expectedWithinMs ?? 0), 0)
}

/** What is known of the reference: a notice if it belongs to an accepted transaction, which stays valid, or a refusal if it conflicts. */
type Earlier = Readonly<{ notice?: Notice; refusals: readonly Refusal[] }>

type Asked = Readonly<{
  type: 'buy' | 'sell' | 'withdrawal'
  amount: Money | undefined
  /** Null for the balance. Undefined if unknown: the database is then not queried for problems. */
  network: string | null | undefined
  reference: string | null
  /** Undefined if the request is incomplete. */
  meaning: Buffer | undefined
}>

const NOTHING_MEANT = Buffer.alloc(0)

/** Reads from the database the transaction of this reference, and the problems that the records of the business cause for the request. */
export async function askRecord(
  { pool, clock }: PreviewDeps,
  { tenant, terms }: Asking,
  { type, amount, network, reference, meaning }: Asked,
): Promise<Readonly<{ earlier: Earlier; problems: readonly OwnProblem[] }>> {
  // Without an idempotency key, findFirst writes nothing.
  const names = namesOf({ reference, idempotencyKey: null }, newId())
  const at = clock.now()
  // Two identical buys are two payments. Sells and withdrawals are guarded against duplicates.
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
