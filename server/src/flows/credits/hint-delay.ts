import { retryDelayMs } from '../advance/retry-delay.ts'

const LONGEST_MS = 60 * 60_000
const GIVEN_UP_AFTER_MS = 72 * 60 * 60_000

/** For a bank that does not know yet what it notified: one second, doubling to an hour. `chance` is in [0, 1). */
export function hintDelayMs(tries: number, chance: number): number {
  return retryDelayMs(tries, chance, LONGEST_MS)
}

/** A vendor sends again for three days; what it does not know after that is for people. */
export function isPastHope(receivedAt: Date, now: Date): boolean {
  return now.getTime() - receivedAt.getTime() > GIVEN_UP_AFTER_MS
}
