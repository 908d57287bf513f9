import { editDistance } from './edit-distance.ts'
import { hasUnreadLetters, spellByEar, splitName, stripAllStems, stripStem } from './name-words.ts'
import { type NameWord, type ReadName, readName } from './read-name.ts'
import { nameSpellings, sharedWords } from './shared-words.ts'

export type NameComparison = 'match' | 'near' | 'different' | 'unknown'

/**
 * How the name that somebody gave fits the name that a bank has. `unknown` is no verdict: one of the names has letters that we cannot
 * read, or nothing but titles, initials and company words. The same text on both sides is near, if there is a letter in it.
 */
export function compareNames(given: string, found: string): NameComparison {
  if (!canBeCompared(given) || !canBeCompared(found)) return isSameText(given, found) ? 'near' : 'unknown'
  if (namesAgree(given, found)) return 'match'
  return namesContradict(given, found) ? 'different' : 'near'
}

function canBeCompared(name: string): boolean {
  return !hasUnreadLetters(name) && partsOf(splitName(name)).length > 0
}

function isSameText(one: string, other: string): boolean {
  const [text, otherText] = [one, other].map((name) =>
    name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim(),
  )
  return text === otherText && /\p{L}/u.test(one)
}

/**
 * Whether two names are surely of one person or company: at least two words pair up, one of them letter by letter, and nothing
 * of the shorter name is left over but initials that fit and an end that a bank's field cut off. One shared surname is a
 * family and never enough. Order, titles, accents and legal forms do not matter.
 */
export function namesAgree(one: string, other: string): boolean {
  return countPairs(one, other) >= 2
}

/**
 * Whether one name may be the other's in short: Fatima or F. Usman for Usman Fatima. Enough to know somebody again whose number
 * is known already, and never to know a stranger by.
 */
export function namesMayAgree(one: string, other: string): boolean {
  return countPairs(one, other) >= 1
}

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
    parts.includes(abbreviationOf(otherWords)) ||
    otherParts.includes(abbreviationOf(words))
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
function abbreviationOf(words: readonly string[]): string {
  const real = words.filter((word) => !/^(and|of|the|for)$/.test(word))
  return real.length < SHORTEST_PART ? '' : spellByEar(real.map((word) => word.charAt(0)).join(''))
}

/** A cut end this long is as good as a word; a shorter one says nothing either way. */
const SHORTEST_TELLING_CUT = 5

type Rest = Readonly<{ name: ReadName; words: readonly NameWord[] }>

/**
 * How many words of two names pair up, at least one of them letter by letter and its own; 0 when something of the shorter name is
 * left over that is neither an initial that fits nor an end that a bank's field cut off.
 */
function countPairs(one: string, other: string): number {
  return countReadPairs(readName(one), readName(other))
}

/** The same for names that were taken apart before, as those of a long list are. */
export function countReadPairs(a: ReadName, b: ReadName): number {
  const exact = pairExactly(a, b)
  if (exact.own === 0) return 0
  return Math.max(
    countCovered(exact.left, exact.right, exact.pairs),
    countCovered(exact.right, exact.left, exact.pairs),
  )
}

function pairExactly(a: ReadName, b: ReadName): { own: number; pairs: number; left: Rest; right: Rest } {
  const shared = a.words.filter((word) => b.words.some((other) => other.plain === word.plain))
  const without = (words: readonly NameWord[]) =>
    words.filter((word) => !shared.some((other) => other.plain === word.plain))
  const [aLeft, bLeft] = [without(a.words), without(b.words)]
  const joined = joinedPair(aLeft, bLeft) ?? joinedPair(bLeft, aLeft)
  const unjoined = (words: readonly NameWord[]) => words.filter((word) => !(joined ?? []).includes(word))
  const more = joined === undefined ? 0 : 1
  return {
    own: shared.filter((word) => !word.isTrade).length + more,
    pairs: shared.length + more,
    left: { name: a, words: unjoined(aLeft) },
    right: { name: b, words: unjoined(bLeft) },
  }
}

/** Abdul Rahman is Abdulrahman, and Yar Adua is Yar'Adua. */
function joinedPair(split: readonly NameWord[], joined: readonly NameWord[]): NameWord[] | undefined {
  for (const whole of joined) {
    for (const first of split) {
      const second = split.find((word) => word !== first && first.whole + word.whole === whole.whole)
      if (second !== undefined) return [whole, first, second]
    }
  }
  return undefined
}

/** The pairs when every word of `short` finds its like in `long`, else none. */
function countCovered(short: Rest, long: Rest, exactPairs: number): number {
  const open = [...long.words]
  let near = 0
  for (const word of short.words) {
    const isCut = short.name.cutEnd === word.whole
    const found = open.findIndex(
      (other) => isNearWord(word, other) || (isCut && other.whole.startsWith(word.whole)),
    )
    if (found < 0) return 0
    if (!isCut || word.whole.length >= SHORTEST_TELLING_CUT) near += 1
    open.splice(found, 1)
  }
  const pairs = exactPairs + near
  if (near > Math.max(1, pairs - 2)) return 0
  return initialsFit(short.name.initials, open) ? pairs : 0
}

/** As many initials must begin a word that is open as there are words for them: Adaeze C. is not Adaeze Blessing. */
function initialsFit(initials: readonly string[], open: readonly NameWord[]): boolean {
  const fitting = initials.filter((initial) => open.some((word) => word.whole.startsWith(initial)))
  return fitting.length >= Math.min(initials.length, open.length)
}

const SHORTEST_MISSPELT = 4
const SHORTEST_SHORT_FORM = 4
const SHORTEST_FRONT = 3

/** Whether one word may be the other with a typing error, or its short form: Ogunleye and Ogunlaye, Tunde and Babatunde. */
function isNearWord(one: NameWord, other: NameWord): boolean {
  if (one.isTrade || other.isTrade) return false
  return (
    isMisspelt(one.whole, other.whole) ||
    // An error can make a word sound quite otherwise: Adaee is Adaeze.
    isMisspelt(one.written, other.written) ||
    isShortForm(stripStem(one.written), stripStem(other.written))
  )
}

/** Without their stems, or every Oluwatobi would be an Oluwatosi. */
function isMisspelt(one: string, other: string): boolean {
  const [bare, otherBare] = [stripAllStems(one), stripAllStems(other)]
  const least = bare === one && otherBare === other ? SHORTEST_MISSPELT : SHORTEST_MISSPELT + 1
  if (Math.min(bare.length, otherBare.length) < least || Math.abs(bare.length - otherBare.length) > 1)
    return false
  return editDistance(bare, otherBare) === 1 && !isOtherPerson(bare, otherBare)
}

/** Aminu and Amina are brother and sister, Bola and Bala are strangers: a changed vowel makes another name. */
function isOtherPerson(one: string, other: string): boolean {
  if (one.length !== other.length) return false
  const place = one.split('').findIndex((letter, index) => letter !== other[index])
  const isVowelChanged = isVowel(one[place]) && isVowel(other[place])
  return isVowelChanged && (place === one.length - 1 || one.length === SHORTEST_MISSPELT)
}

function isVowel(letter: string | undefined): boolean {
  return letter !== undefined && 'aeiou'.includes(letter)
}

/** What is left away in front is a part of its own: Wale is Adewale, but Tunde is not Yetunde. */
function isShortForm(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short.length < SHORTEST_SHORT_FORM || commonParts.has(short)) return false
  return long.startsWith(short) || (long.endsWith(short) && long.length - short.length >= SHORTEST_FRONT)
}

/** Beginnings and ends of so many names that they are short for none. */
const commonParts: ReadonlySet<string> = new Set([
  'oluwa',
  'chukwu',
  'olorun',
  'abdul',
  'abdu',
  'ogun',
  'akin',
  'nwan',
])
