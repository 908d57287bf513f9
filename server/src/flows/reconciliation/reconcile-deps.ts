import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import type { WatchedChains } from '../../movements/deposits/deposit-chain.ts'
import type { PayoutRail } from '../../movements/payouts/payout-rail.ts'
import type { ConfirmRule } from '../../movements/reconciliation/reconciliation-store.ts'

export type ReconcileSettings = ConfirmRule &
  Readonly<{
    everyMs: number
    /** Deposit addresses that a chain is asked about in one look. */
    mostAddresses: number
    /** Sealed rows that are hashed anew in one look at least, and how long that may take when it falls behind. */
    mostRows: number
    verifyMs: number
    /** How often the checks of the record are run on what is new. */
    checkEveryMs: number
    /** How long the checks may go on through the whole record in one look. */
    walkMs: number
    /** What a look at one thing may take to be answered. */
    askMs: number
    /** How long the books may take to come as far as a chain that shows only how things are by now. */
    catchUpMs: number
    /** The lease of the worker that reconciles. */
    leaseMs: number
  }>

const SECOND_MS = 1_000

export const reconcileSettings: ReconcileSettings = {
  everyMs: 20 * SECOND_MS,
  // A little less than one turn to the next: two looks must not become three because of a clock.
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
  /** Connected as the sealer: it may read every row that is sealed. */
  sealerPool: Pool
  clock: Clock
  deposits: WatchedChains
  payer: PayoutRail
  settings: ReconcileSettings
  /** Told of what could not be asked, and of what was found. */
  onNotice: (scope: string, words: string) => void
  onFailure: (scope: string, error: unknown) => void
}>
