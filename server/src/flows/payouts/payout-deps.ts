import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import type { PayoutRail } from '../../movements/payouts/payout-rail.ts'

/** Intervals and limits of a payout account. */
export type PayoutTimes = Readonly<{
  /** Number of payouts that are opened and sent together. */
  batch: number
  /** Number of references that a bank is queried about together. */
  mostLooks: number
  /** Lease duration after the last renewal. After a crash, no other process gets the account before the lease ends. */
  leaseMs: number
  /** Timeout of a request to the payer. The lease is renewed while the request waits. */
  askMs: number
  /** A round waits this long for one answer of a vendor, and then continues without it. */
  momentMs: number
  /** A call of Restate lasts at most this long while there is work. */
  callMs: number
  /** A call ends early when the next round is later than this. */
  stayMs: number
  /** Longest time between two calls for an account. */
  idleMs: number
  /** Interval between readings of the vendor's own ledger. A payment that a bank made twice is found this soon after its line appears. */
  linesMs: number
  /** Maximum age of the balance that the vendor reported. */
  balanceMs: number
  /** After this time, the worker repeats a request to the payer whose answer was lost. */
  againMs: number
  /** A bank must have found nothing for this long before the same reference is sent to it again. */
  repeatMs: number
  /** Minimum time between two answers of a bank that count as separate answers. */
  spacedMs: number
  /** A payout that has not succeeded this long after it was first sent gets a case. */
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
  /** Called with notices for operators: the payer's refusals and halts. */
  onNotice: (accountId: string, words: string) => void
  /** Called when a whole pass fails. */
  onFailure: (accountId: string, error: unknown) => void
}>
