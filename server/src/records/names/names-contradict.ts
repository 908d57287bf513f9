import { editDistance } from '../banks/edit-distance.ts'
import { nameSpellings, sharedWords } from './shared-words.ts'
import { spellByEar } from './spell-by-ear.ts'
import { splitName } from './split-name.ts'

const SHORTEST_PART = 3

/**
 * Whether two names are surely not of one person or company: no part that belongs to one of them is in both, even with
 * one typing error, shortened, or spelt by ear. Order, case, accents, titles, initials and company words never matter. A
 * name with nothing to go by is nobody else's, so `false` is no proof that they agree.
 */
export function namesContradict(one: string, other: string): boolean {
  const [words, otherWords] = [splitName(one), splitName(other)]
  const [parts, otherParts] = [partsOf(words), partsOf(otherWords)]
  if (parts.length === 0 || otherParts.length === 0) return false
  return !(
    parts.some((part) => otherParts.some((otherPart) => isSamePart(part, otherPart))) ||
    parts.includes(initialsOf(otherWords)) ||
    otherParts.includes(initialsOf(words))
  )
}

/** The parts that tell one name from another, and neighbours joined: "Olu Seun" and "Oluseun" are one. */
function partsOf(words: readonly string[]): string[] {
  const own = words.filter((word) => !sharedWords.has(word)).map((word) => nameSpellings.get(word) ?? word)
  const joined = own.slice(1).map((word, index) => `${own[index]}${word}`)
  const letters = words.filter((word) => word.length === 1).join('')
  return [...own, ...joined, letters].filter((part) => part.length >= SHORTEST_PART).map(spellByEar)
}

/** Nigerian names are shortened at either end: Olu and Seun are both Oluwaseun. */
function isSamePart(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short.length < SHORTEST_PART) return short === long
  if (long.startsWith(short) || long.endsWith(short)) return true
  return long.length - short.length <= 1 && editDistance(short, long) <= 1
}

/** GTB for Guaranty Trust Bank. Two words or fewer are no abbreviation that anyone would know. */
function initialsOf(words: readonly string[]): string {
  const real = words.filter((word) => !/^(and|of|the|for)$/.test(word))
  return real.length < SHORTEST_PART ? '' : spellByEar(real.map((word) => word.charAt(0)).join(''))
}
