/** How one way in which money comes or leaves does, from our own rows. */
export type RailFigures = Readonly<{
  kind: 'in' | 'payout' | 'chain'
  /** A bank, a vendor or a network. */
  name: string
  /** The bank that a vendor pays to. */
  bankCode: string | null
  isStopped: boolean
  /** The vendor does not reach the bank, or the bank does not tell us of money. */
  isDown: boolean
  /** What a lane lacks. */
  shortOf: string | null
  /** In the last 15 minutes. */
  ended: number
  succeeded: number
  p50Seconds: number | null
  p95Seconds: number | null
  inFlightMinor: bigint
  inFlight: number
  lastAt: Date | null
  points: readonly number[]
}>

export const railStates = ['working', 'slow', 'down', 'frozen', 'float_low', 'no_data'] as const
export type RailState = (typeof railStates)[number]

/** How long a source may be silent before its figures are old. Payouts are silent when nobody sells. */
const SILENT_MS = { in: 5 * 60_000, payout: 60 * 60_000, chain: 2 * 60_000 } as const
/** A median above it is slow. A bank may book a transfer minutes after it was made. */
const SLOW_SECONDS = { in: 300, payout: 60, chain: 120 } as const
const LEAST_ENDED = 5
const LEAST_SUCCESS = 0.95

/** Returns one word for a rail: the worst that is true of it. */
export function stateOfRail(rail: RailFigures, now: Date): RailState {
  if (rail.isStopped) return 'frozen'
  if (rail.isDown) return 'down'
  if (rail.shortOf !== null) return 'float_low'
  if (rail.lastAt === null || now.getTime() - rail.lastAt.getTime() > SILENT_MS[rail.kind]) return 'no_data'
  // A few payments prove nothing.
  if (rail.ended < LEAST_ENDED) return 'working'
  const isFailing = rail.succeeded < rail.ended * LEAST_SUCCESS
  return isFailing || (rail.p50Seconds ?? 0) > SLOW_SECONDS[rail.kind] ? 'slow' : 'working'
}
