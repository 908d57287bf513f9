import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import type { Chain, Chains, LaneReading, Terms } from '../../movements/transfers/chain.ts'
import type { HeldLane } from '../../movements/transfers/lane-store.ts'
import type { Signer } from '../../movements/transfers/signer.ts'

/** Intervals and limits of a lane. */
type LaneTimes = Readonly<{
  /** Number of deliveries that are opened, signed, stored and sent together. */
  batch: number
  /** Maximum number of sent transfers that are not final, per lane. */
  mostOut: number
  /** Lease duration after the last renewal. After a crash, no other process gets the lane before the lease ends. */
  leaseMs: number
  /** Pause between two rounds while transfers are in flight. */
  pauseMs: number
  /** A call of Restate lasts at most this long while there is work. */
  callMs: number
  /** Longest time between two calls for a lane without work. */
  idleMs: number
  /** Timeout of a request to a chain or the signer. */
  askMs: number
  /** Signed bytes that are in no block after this time are sent again. */
  resendMs: number
  /** Transfers that are in no block after this time are signed again with higher fees, on the same lock. */
  bumpMs: number
  /** A lock whose transfer is frozen individually is cancelled after this time, because it blocks all later locks. */
  cancelFrozenMs: number
}>

export const laneTimes: LaneTimes = {
  batch: 50,
  mostOut: 500,
  leaseMs: 15_000,
  pauseMs: 250,
  callMs: 10_000,
  idleMs: 180_000,
  askMs: 8_000,
  resendMs: 10_000,
  bumpMs: 90_000,
  cancelFrozenMs: 60_000,
}

export type LaneDeps = Readonly<{
  pool: Pool
  clock: Clock
  chains: Chains
  signer: Signer
  times: LaneTimes
  /** Called with a chain's answers to sent bytes. They are not used to decide anything. */
  onAnswers: (laneId: string, words: readonly string[]) => void
  /** Called with notices for operators: the signer's refusals and halts. */
  onNotice: (laneId: string, words: string) => void
  /** Called when a whole pass fails. */
  onFailure: (laneId: string, error: unknown) => void
}>

/** A lane under lease, with the current reading of its chain. */
export type LaneNow = HeldLane & Readonly<{ chain: Chain; reading: LaneReading; terms: Terms }>
