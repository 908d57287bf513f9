import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import type { WatchedChains } from '../../movements/deposits/deposit-chain.ts'
import type { BankFeeds } from '../../movements/feeds/bank-feed.ts'
import type { PayoutRail } from '../../movements/payouts/payout-rail.ts'
import type { ConfirmRule, VaultDecisions } from '../../movements/reconciliation/reconciliation-store.ts'

export type ReconcileSettings = ConfirmRule &
  Readonly<{
    everyMs: number
    /** A network where nothing happens is compared only after this time. */
    idleEveryMs: number
    /** Number of deposit addresses that a chain is queried about in one pass. */
    mostAddresses: number
    /** Minimum number of sealed rows that are hashed again in one pass, and the time limit when that falls behind. */
    mostRows: number
    verifyMs: number
    /** Interval at which the checks run on new rows. */
    checkEveryMs: number
    /** Time limit for the walk of the checks over all rows in one pass. */
    walkMs: number
    /** Timeout of the requests for one comparison. */
    askMs: number
    /** Time limit for the ledger to catch up with a chain that shows only current balances. */
    catchUpMs: number
    /** Lease duration of the process that reconciles. */
    leaseMs: number
  }>

const SECOND_MS = 1_000

/** Returns the times that follow from the interval of the passes. */
export function reconcilePace(everyMs: number) {
  return {
    everyMs,
    // Every third pass, and at least once a minute.
    idleEveryMs: Math.min(2.75 * everyMs, 55 * SECOND_MS),
    // Slightly less than one interval, so that clock differences do not turn two passes into three.
    confirmMs: Math.floor(0.85 * everyMs),
  }
}

export const reconcileSettings: ReconcileSettings = {
  ...reconcilePace(20 * SECOND_MS),
  // Ten million naira.
  freezeAllMinor: 10_000_000_00n,
  mostAddresses: 500,
  mostRows: 5_000,
  verifyMs: 6 * SECOND_MS,
  checkEveryMs: 600 * SECOND_MS,
  walkMs: 2 * SECOND_MS,
  askMs: 10 * SECOND_MS,
  catchUpMs: 8 * SECOND_MS,
  leaseMs: 120 * SECOND_MS,
}

export type ReconcileDeps = Readonly<{
  /** Connected as the reconciler, the only role that may record what was found. */
  pool: Pool
  clock: Clock
  deposits: WatchedChains
  payer: PayoutRail
  /** The banks, which are asked about each credit that was recorded. */
  feeds: BankFeeds
  /** The vault processes that are configured. Each verifies every decision. */
  vaults: readonly VaultDecisions[]
  settings: ReconcileSettings
  /** Called with readings that failed, and with differences. */
  onNotice: (scope: string, words: string) => void
  onFailure: (scope: string, error: unknown) => void
}>
