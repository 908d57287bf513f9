const LONGEST_MS = 60_000
const QUIET_PARTS = 8

/**
 * How long until an account is looked at again by itself: the shortest gap while something happens there, longer the
 * longer it has been quiet, a minute at most. A notification or an accepted buy calls for a look at once in any case.
 */
export function lookGapMs(shortestMs: number, quietMs: number): number {
  return Math.max(shortestMs, Math.min(LONGEST_MS, Math.floor(quietMs / QUIET_PARTS)))
}
