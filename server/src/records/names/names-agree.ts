import { countPairs } from './count-pairs.ts'

/**
 * Whether two names are surely of one person or company: at least two words pair up, one of them letter by letter, and nothing
 * of the shorter name is left over but initials that fit and an end that a bank's field cut off. One shared surname is a
 * family and never enough. Order, titles, accents and legal forms do not matter.
 */
export function namesAgree(one: string, other: string): boolean {
  return countPairs(one, other) >= 2
}
