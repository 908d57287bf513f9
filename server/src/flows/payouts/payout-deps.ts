import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import type { PayoutRail } from '../../movements/payouts/payout-rail.ts'

/** How a payout account takes its time. */
export type PayoutTimes = Readonly<{
  /** Payouts that are opened and sent together. */
  batch: number
  /** References that a bank is asked about together. */
  mostLooks: number
  /** How long an account stays with its holder after its last word: after a crash, nobody else comes before that. */
  leaseMs: number
  /** What the payer may take to answer. The lease is renewed meanwhile. */
  askMs: number
  /** A round waits so long for one answer of a vendor, and then goes on beside it. */
  momentMs: number
  /** One call of the engine goes on for so long, as long as there is something to do, */
  callMs: number
  /** and ends when the next round is later than this. */
  stayMs: number
  /** The longest that an account is left alone. */
  idleMs: number
  /** How often the vendor's own ledger is read: a payment that a bank made twice is found this soon after its line. */
  linesMs: number
  /** How old the vendor's word about our money may be. */
  balanceMs: number
  /** After this, the worker asks again about a payment whose answer was lost. */
  againMs: number
  /** How long a bank must have known of nothing before the same reference is sent to it again. */
  repeatMs: number
  /** How far apart two answers must be to count as two. */
  spacedMs: number
  /** After this, people are asked. */
  overdueMs: number
}>

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

export const payoutTimes: PayoutTimes = {
  batch: 100,
  mostLooks: 200,
  leaseMs: 15 * SECOND_MS,
  askMs: 35 * SECOND_MS,
  momentMs: 300,
  callMs: 10 * SECOND_MS,
  stayMs: SECOND_MS,
  idleMs: 20 * SECOND_MS,
  linesMs: 20 * SECOND_MS,
  balanceMs: 20 * SECOND_MS,
  againMs: 15 * SECOND_MS,
  repeatMs: 30 * MINUTE_MS,
  spacedMs: 11 * MINUTE_MS,
  overdueMs: 30 * MINUTE_MS,
}

export type PayoutDeps = Readonly<{
  pool: Pool
  clock: Clock
  payer: PayoutRail
  times: PayoutTimes
  /** Told what people may want to know: what the payer refused, and what stopped. */
  onNotice: (accountId: string, words: string) => void
  /** Told of a look that failed as a whole. */
  onFailure: (accountId: string, error: unknown) => void
}>
