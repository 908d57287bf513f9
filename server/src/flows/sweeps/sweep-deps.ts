import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import type { SweepChain, SweeperReading, SweepSigner } from '../../movements/treasury/sweep-chain.ts'

type SweepSettings = Readonly<{
  /** Tokens come home when they are more kobo than this together, or when the oldest have waited so long. */
  aboveMinor: bigint
  afterMs: number
}>

export type SweepDeps = Readonly<{
  pool: Pool
  clock: Clock
  chains: readonly SweepChain[]
  signer: SweepSigner
  settings: SweepSettings
  /** Told what people may want to know. */
  onNotice: (network: string, words: string) => void
}>

/** What a look at one network goes by. */
export type SweepLook = Readonly<{
  chain: SweepChain
  reading: SweeperReading
  fence: string
  signal: AbortSignal
}>

export const sweepTimes = {
  leaseMs: 30_000,
  /** What chain and signer may take together. */
  askMs: 20_000,
  /** A call that no block took for so long is sent with higher fees. */
  stuckMs: 45_000,
  /** An account that does not stand by then is opened by another call. */
  openAgainMs: 4_000,
  /** After a sell's window has closed and a day besides, nobody is expected to send any more. */
  spareAfterMs: 48 * 60 * 60_000,
  spareAgainMs: 6 * 60 * 60_000,
} as const
