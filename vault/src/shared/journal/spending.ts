import { createFingerprints } from './compact-maps.ts'

type LaneSpending = {
  minutes: Map<number, bigint>
  /** The sums of all complete minutes. Only the sum of the current minute still grows. */
  sums: Readonly<{ minute: number; hour: bigint; day: bigint }>
}

const MINUTE_MS = 60_000
const HOUR = 60
const DAY = 24 * HOUR
const DAY_MS = 24 * 3_600_000

/** Recent payments of each lane, as sums per minute, so that a busy day takes no more memory than a quiet one. */
export function createSpending() {
  const lanes = new Map<string, LaneSpending>()
  const laneOf = (lane: string): LaneSpending => {
    const known = lanes.get(lane) ?? { minutes: new Map(), sums: { minute: -1, hour: 0n, day: 0n } }
    lanes.set(lane, known)
    return known
  }
  return {
    add(lane: string, atMs: number, minor: bigint): void {
      const { minutes } = laneOf(lane)
      const minute = Math.floor(atMs / MINUTE_MS)
      if (!minutes.has(minute)) forget(minutes, minute - DAY)
      minutes.set(minute, (minutes.get(minute) ?? 0n) + minor)
    },
    /** Returns the sums of the last hour and the last day. The minute in which a window begins counts completely. */
    spent(lane: string, atMs: number): Readonly<{ hour: bigint; day: bigint }> {
      const known = laneOf(lane)
      const minute = Math.floor(atMs / MINUTE_MS)
      if (known.sums.minute !== minute) known.sums = sumBefore(known.minutes, minute)
      const now = known.minutes.get(minute) ?? 0n
      return { hour: known.sums.hour + now, day: known.sums.day + now }
    },
  }
}

function sumBefore(minutes: ReadonlyMap<number, bigint>, minute: number): LaneSpending['sums'] {
  let hour = 0n
  let day = 0n
  for (const [at, minor] of minutes) {
    if (at >= minute) continue
    if (at >= minute - HOUR) hour += minor
    if (at >= minute - DAY) day += minor
  }
  return { minute, hour, day }
}

/** Minutes are added in order, so the first ones are the oldest. */
function forget(minutes: Map<number, bigint>, before: number): void {
  for (const minute of minutes.keys()) {
    if (minute >= before) return
    minutes.delete(minute)
  }
}

/**
 * Wallets that were first paid less than a day ago, or never. The sum of the first day counts, so a first payment of one kobo does not make
 * a wallet known.
 */
export function createNewcomers() {
  const known = createFingerprints()
  const young = new Map<string, { sinceMs: number; minor: bigint }>()
  const forget = (atMs: number): void => {
    for (const [wallet, { sinceMs }] of young) {
      if (sinceMs > atMs - DAY_MS) return
      young.delete(wallet)
    }
  }
  return {
    add(wallet: string, atMs: number, minor: bigint): void {
      forget(atMs)
      const met = young.get(wallet)
      if (met !== undefined) met.minor += minor
      else if (known.set(wallet, 1) === 0) {
        young.set(wallet, { sinceMs: atMs, minor })
      }
    },
    /** Returns the amount that a wallet was paid so far on its first day; undefined if its first day is over. */
    paidSoFar(wallet: string, atMs: number): bigint | undefined {
      forget(atMs)
      const met = young.get(wallet)
      if (met !== undefined) return met.minor
      return known.get(wallet) === 0 ? 0n : undefined
    },
  }
}
