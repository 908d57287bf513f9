import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import type { WatchedChains } from '../../movements/deposits/deposit-chain.ts'
import type { SendNudge } from '../advance/send-nudges.ts'

/** The intervals and limits of the watcher. */
export type WatchTimes = Readonly<{
  /** Between two looks at a network. */
  pauseMs: number
  /** One call of the engine goes on for so long. */
  callMs: number
  /** What a node may take to answer all questions of one look. */
  askMs: number
  /** How often a look that found nothing says so. */
  noteMs: number
}>

export const watchTimes: WatchTimes = { pauseMs: 500, callMs: 10_000, askMs: 20_000, noteMs: 5_000 }

export type DepositDeps = Readonly<{
  pool: Pool
  clock: Clock
  watched: WatchedChains
  times: WatchTimes
  /** Calls the sells whose tokens are here, so that they go on at once. */
  nudge: SendNudge
  /** Told what people may want to know: what was set aside, and what stopped. */
  onNotice: (network: string, words: string) => void
  /** Told of a look that failed as a whole. */
  onFailure: (cursorId: string, error: unknown) => void
}>
