import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import type { WatchedChains } from '../../movements/deposits/deposit-chain.ts'
import type { SendNudge } from '../advance/send-nudges.ts'

/** The intervals and limits of the watcher. */
export type WatchTimes = Readonly<{
  /** Pause between two passes over a network while tokens are expected there. */
  pauseMs: number
  /** Pause between two passes over any other network. A new sell ends this pause. */
  idleMs: number
  /** A call of Restate lasts at most this long. */
  callMs: number
  /** Timeout of all requests to a node in one pass. */
  askMs: number
  /** Interval at which a pass without news updates its row. */
  noteMs: number
}>

export const watchTimes: WatchTimes = {
  pauseMs: 500,
  idleMs: 30_000,
  callMs: 10_000,
  askMs: 20_000,
  noteMs: 5_000,
}

export type DepositDeps = Readonly<{
  pool: Pool
  clock: Clock
  watched: WatchedChains
  times: WatchTimes
  /** Nudges the sells whose tokens arrived, so that they continue at once. */
  nudge: SendNudge
  /** Called with notices for operators: logs that were set aside, and halts. */
  onNotice: (network: string, words: string) => void
  /** Called when a whole pass fails. */
  onFailure: (cursorId: string, error: unknown) => void
}>
