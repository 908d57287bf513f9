import { countPairs } from './count-pairs.ts'

/**
 * Whether one name may be the other's in short: Fatima or F. Usman for Usman Fatima. Enough to know somebody again whose number
 * is known already, and never to know a stranger by.
 */
export function namesMayAgree(one: string, other: string): boolean {
  return countPairs(one, other) >= 1
}
