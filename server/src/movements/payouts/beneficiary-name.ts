import { editDistance } from '../../records/banks/edit-distance.ts'
import { nameSpellings, sharedWords } from './name-words.ts'

const LONGEST_NAME = 200
const SHORTEST_PART = 3

/**
 * Whether the name that a bank gave is surely not the name that was asked for: no part that belongs to one person or
 * company is in both, even with one typing error, shortened, or spelt by ear. Order, case, accents, titles, initials and
 * company words never matter. A name with nothing to go by is nobody else's, so `false` is no proof that they agree.
 */
export function isClearlyAnotherName(given: string, found: string): boolean {
  const [asked, known] = [wordsOf(given), wordsOf(found)]
  const [askedParts, knownParts] = [partsOf(asked), partsOf(known)]
  if (askedParts.length === 0 || knownParts.length === 0) return false
  return !(
    askedParts.some((part) => knownParts.some((other) => isSamePart(part, other))) ||
    askedParts.includes(initialsOf(known)) ||
    knownParts.includes(initialsOf(asked))
  )
}

function wordsOf(name: string): string[] {
  return name
    .slice(0, LONGEST_NAME)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/['’ʼ`]/g, '')
    .replace(/[ɓɗƙƴ]/g, (letter) => hookless[letter] ?? letter)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}

/** Letters of Hausa that are not a letter and a mark to Unicode. */
const hookless: Readonly<Record<string, string>> = { ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y' }

/** The parts that tell one name from another, and neighbours joined: "Olu Seun" and "Oluseun" are one. */
function partsOf(words: readonly string[]): string[] {
  const own = words.filter((word) => !sharedWords.has(word)).map((word) => nameSpellings.get(word) ?? word)
  const joined = own.slice(1).map((word, index) => `${own[index]}${word}`)
  const letters = words.filter((word) => word.length === 1).join('')
  return [...own, ...joined, letters].filter((part) => part.length >= SHORTEST_PART).map(bySound)
}

/** Ibraheem and Ibrahim, Yusuff and Yusuf, Philip and Filip: what sounds alike is written alike. */
function bySound(part: string): string {
  return part
    .replace(/ee/g, 'i')
    .replace(/oo|ou/g, 'u')
    .replace(/ph/g, 'f')
    .replace(/([a-z])\1/g, '$1')
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
  return real.length < SHORTEST_PART ? '' : bySound(real.map((word) => word.charAt(0)).join(''))
}
