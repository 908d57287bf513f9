import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import type { Chain, Chains, LaneReading, Terms } from '../../movements/transfers/chain.ts'
import type { HeldLane } from '../../movements/transfers/lane-store.ts'
import type { Signer } from '../../movements/transfers/signer.ts'

/** How a lane takes its time. */
type LaneTimes = Readonly<{
  /** Deliveries that are opened, signed, stored and sent together. */
  batch: number
  /** Transfers that may be out and not final in one lane. */
  mostOut: number
  /** How long a lane stays with its holder after its last word: after a crash, nobody else comes before that. */
  leaseMs: number
  /** Between two rounds, while something is on its way. */
  pauseMs: number
  /** One call of the engine goes on for so long, as long as there is something to do. */
  callMs: number
  /** The longest that a lane without work is left alone. */
  idleMs: number
  /** What a chain or the signer may take to answer. */
  askMs: number
  /** Bytes that are in no block after this are sent again, */
  resendMs: number
  /** and after this signed anew with higher fees, on the same lock. */
  bumpMs: number
  /** A lock whose transfer is frozen by itself is cancelled after this, because it holds up all later ones. */
  cancelFrozenMs: number
}>

export const laneTimes: LaneTimes = {
  batch: 50,
  mostOut: 500,
  leaseMs: 15_000,
  pauseMs: 250,
  callMs: 10_000,
  idleMs: 60_000,
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
  /** Told what a chain answered to bytes that were sent: it decides nothing. */
  onAnswers: (laneId: string, words: readonly string[]) => void
  /** Told what people may want to know: what the signer refused, and what stopped. */
  onNotice: (laneId: string, words: string) => void
  /** Told of a look that failed as a whole. */
  onFailure: (laneId: string, error: unknown) => void
}>

/** A lane in one holder's hands, with what its chain shows now. */
export type LaneNow = HeldLane & Readonly<{ chain: Chain; reading: LaneReading; terms: Terms }>
