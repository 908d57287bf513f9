import type { Clock } from '../../../kernel/clock/clock.ts'
import { createFailureLimiter } from '../rate-limit-failures.ts'

/** How often one address may ask for pages. In this process only. */
export type PayVisitors = Readonly<{
  /** Counts the request; false when there were too many. */
  admit(address: string): boolean
  /** A page that does not exist was asked for: somebody mistyped, or guesses. */
  countUnknown(address: string): void
  secondsLeft(): number
}>

// In each ten seconds. Many payers stand behind one address of a mobile network, each with a page that asks every three seconds.
const MOST = 600
const MOST_UNKNOWN = 30

export function createPayVisitors({ clock }: { clock: Clock }): PayVisitors {
  const all = createFailureLimiter({ clock, most: MOST })
  const unknown = createFailureLimiter({ clock, most: MOST_UNKNOWN })
  return {
    admit: (address) => {
      if (all.isTooMany(address) || unknown.isTooMany(address)) return false
      all.count(address)
      return true
    },
    countUnknown: unknown.count,
    secondsLeft: all.secondsLeft,
  }
}
