import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import type { WatchedChains } from '../../movements/deposits/deposit-chain.ts'
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
    /** Lease duration of the worker that reconciles. */
    leaseMs: number
  }>

const SECOND_MS = 1_000

export const reconcileSettings: ReconcileSettings = {
  everyMs: 20 * SECOND_MS,
  // Every third pass.
  idleEveryMs: 55 * SECOND_MS,
  // Slightly less than one interval, so that clock differences do not turn two passes into three.
  confirmMs: 17 * SECOND_MS,
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
  pool: Pool
  /** Connected as the sealer, which may read every sealed row. */
  sealerPool: Pool
  clock: Clock
  deposits: WatchedChains
  payer: PayoutRail
  /** The vault processes that are configured. Each verifies every decision. */
  vaults: readonly VaultDecisions[]
  settings: ReconcileSettings
  /** Called with readings that failed, and with differences. */
  onNotice: (scope: string, words: string) => void
  onFailure: (scope: string, error: unknown) => void
}>
