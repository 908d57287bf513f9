import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import type { SweepChain, SweepSigner } from '../../movements/treasury/sweep-chain.ts'

type SweepSettings = Readonly<{
  /** Tokens are swept when together they are worth more than this many kobo, or when the oldest deposit has waited for `afterMs`. */
  aboveMinor: bigint
  afterMs: number
}>

export type SweepDeps = Readonly<{
  pool: Pool
  clock: Clock
  chains: readonly SweepChain[]
  signer: SweepSigner
  settings: SweepSettings
  /** Called with notices for operators. */
  onNotice: (network: string, words: string) => void
}>

/** Context of one pass over a network. */
export type SweepLook = Readonly<{
  chain: SweepChain
  fence: string
  signal: AbortSignal
}>

export const sweepTimes = {
  leaseMs: 30_000,
  /** Longest time between two readings of the sweeper's gas. */
  gasMs: 120_000,
  /** Timeout of the requests to chain and signer together. */
  askMs: 20_000,
  /** A call that is in no block after this time is sent with higher fees. */
  stuckMs: 45_000,
  /** An account that does not exist after this time is opened by another call. */
  openAgainMs: 4_000,
  /** An open account may be closed after this time, which is the deposit window and another day. */
  spareAfterMs: 48 * 60 * 60_000,
  spareAgainMs: 6 * 60 * 60_000,
} as const
