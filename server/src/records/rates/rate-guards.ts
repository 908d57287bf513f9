const MINUTE_MS = 60_000

/** Limits for trusting a price. docs/internals/rate-guards.md explains them. */
export const rateGuards = {
  /** A quote further in the future than this comes from a wrong clock. */
  aheadMs: MINUTE_MS,
  /**
   * A quote that differs from the median by more than this is an outlier. If there are only two quotes, they are compared with each other.
   */
  outlierBps: 200n,
  /** Sources that agree may not move the rate further than this from any rate published within the window. */
  step: { bps: 300n, windowMs: 10 * MINUTE_MS },
  /** The limit for a single source is lower and covers a longer window, because a single source could drift in small steps. */
  loneStep: { bps: 200n, windowMs: 60 * MINUTE_MS },
  /** A single source may also not drift further than this within a day. */
  loneDrift: { bps: 500n, windowMs: 24 * 60 * MINUTE_MS },
  /** USD and USDC rates that differ by more than this cannot both be right. */
  pegBps: 500n,
  /** An operator's rate that differs from the last published rate by more than this needs an explicit confirmation. */
  farBps: 1_000n,
  /** Maximum validity of a published rate without a new decision. */
  validMs: 3 * MINUTE_MS,
} as const

/** Whether two values differ by at most `bps` basis points of the smaller one. */
export function isWithin(bps: bigint, left: bigint, right: bigint): boolean {
  const [low, high] = left < right ? [left, right] : [right, left]
  return (high - low) * 10_000n <= bps * low
}

/** Returns the difference in whole basis points, rounded up. For messages. */
export function bpsApart(left: bigint, right: bigint): bigint {
  const [low, high] = left < right ? [left, right] : [right, left]
  return ((high - low) * 10_000n + low - 1n) / low
}
