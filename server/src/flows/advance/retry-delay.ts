const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 5 * 60_000

/**
 * Returns one second, doubled with each failure up to `longestMs` (five minutes by default), plus up to half of that at random. The random
 * part keeps the transactions of a failed bank from retrying all at once. `chance` is in [0, 1).
 */
export function retryDelayMs(failureCount: number, chance: number, longestMs = LONGEST_RETRY_MS): number {
  const delay = Math.min(FIRST_RETRY_MS * 2 ** Math.min(failureCount, 20), longestMs)
  return Math.round(delay * (1 + chance / 2))
}
