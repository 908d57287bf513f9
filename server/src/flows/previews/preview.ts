import type { Clock } from '../../kernel/clock/clock.ts'
import { formatId } from '../../kernel/ids/ids.ts'
import { atPar, type Money, subtract } from '../../kernel/money/money.ts'
import type { Pool, Tenant } from '../../kernel/postgres/pool.ts'
import { Refusal, type RefusalDetail } from '../../kernel/refusal.ts'
import type { BankStandings } from '../../movements/payouts/bank-standing.ts'
import type { WalletChains } from '../../movements/transfers/chain.ts'
import type { WalletAddressRules } from '../../movements/transfers/wallet-address.ts'
import type { RequestNames } from '../../records/transactions/accepting/request-store.ts'
import type { Machine } from '../../records/transactions/machines/machine.ts'
import { findFirst } from '../accept/find-first.ts'
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
  /** How long it should take at most, once the naira or the tokens are here. */
  expectedWithinMs: number
}>

export const noFindings: Findings = { stops: [], warnings: [] }

export function toStops(refusals: readonly Refusal[]): Stop[] {
  return refusals.map(({ code, message, detail }) => ({ code, message, detail }))
}

/** One of each: two rules may find the same thing. */
export function joinFindings(all: readonly Findings[]): Findings {
  const stops = new Map(all.flatMap(({ stops }) => stops).map((stop) => [stop.code, stop]))
  return { stops: [...stops.values()], warnings: all.flatMap(({ warnings }) => warnings) }
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

type Earlier =
  /** What was accepted under this reference is returned, whatever the rules say today. */
  Readonly<{ isReplay: true; notice: Notice }> | Readonly<{ isReplay: false; refusals: readonly Refusal[] }>

/** What the reference of a request leads to already. */
export async function findEarlier(
  pool: Pool,
  tenant: Tenant,
  names: RequestNames,
  meaning: Buffer | undefined,
): Promise<Earlier> {
  if (meaning === undefined) return { isReplay: false, refusals: [] }
  try {
    // Without a key to remember nothing is written.
    const first = await findFirst(pool, tenant, { ...names, idempotencyKey: null }, meaning)
    if (first === undefined) return { isReplay: false, refusals: [] }
    const message = `This was accepted before as ${formatId('transaction', first)}: sending it again returns that one, and nothing is recorded twice.`
    return { isReplay: true, notice: { code: 'already_accepted', message } }
  } catch (error) {
    if (error instanceof Refusal) return { isReplay: false, refusals: [error] }
    throw error
  }
}
