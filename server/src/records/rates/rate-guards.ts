const MINUTE_MS = 60_000

/** How far prices are trusted. `docs/reference/rates.md` explains each number. */
export const rateGuards = {
  /** A quote from further ahead than this has a wrong clock. */
  aheadMs: MINUTE_MS,
  /** Further from the median (or, of two, from each other) than this is an outlier. */
  outlierBps: 200n,
  /** Sources that agree may not move the rate further than this from any published within the window. */
  step: { bps: 300n, windowMs: 10 * MINUTE_MS },
  /** One source alone, less far, and measured over longer: it could walk away in small steps. */
  loneStep: { bps: 200n, windowMs: 60 * MINUTE_MS },
  /** Nor may it go on by one such step after another for a day. */
  loneDrift: { bps: 500n, windowMs: 24 * 60 * MINUTE_MS },
  /** A dollar and a digital dollar further apart than this cannot both be right. */
  pegBps: 500n,
  /** A rate set by hand further than this from the last published is taken for a slip of the hand until people insist. */
  farBps: 1_000n,
  /** What is published holds no longer than this without another look. */
  validMs: 3 * MINUTE_MS,
} as const

/** Whether two values are at most so many hundredths of a per cent apart, reckoned on the smaller. */
export function isWithin(bps: bigint, left: bigint, right: bigint): boolean {
  const [low, high] = left < right ? [left, right] : [right, left]
  return (high - low) * 10_000n <= bps * low
}

/** How far apart they are, in whole bps, rounded up. For messages. */
export function bpsApart(left: bigint, right: bigint): bigint {
  const [low, high] = left < right ? [left, right] : [right, left]
  return ((high - low) * 10_000n + low - 1n) / low
}
