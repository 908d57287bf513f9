const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 5 * 60_000

/**
 * One second, doubling to five minutes unless told otherwise, spread by up to a half, so that an outage of one bank does not bring all its
 * transactions back in the same instant. `chance` is in [0, 1).
 */
export function retryDelayMs(failureCount: number, chance: number, longestMs = LONGEST_RETRY_MS): number {
  const delay = Math.min(FIRST_RETRY_MS * 2 ** Math.min(failureCount, 20), longestMs)
  return Math.round(delay * (1 + chance / 2))
}
