import { editDistance } from './edit-distance.ts'
import { hasUnreadLetters, spellByEar, splitName, stripAllStems, stripStem } from './name-words.ts'
import { type NameWord, type ReadName, readName } from './read-name.ts'
import { nameSpellings, sharedWords } from './shared-words.ts'

export type NameComparison = 'match' | 'near' | 'different' | 'unknown'

/**
 * Compares a given name with the name at a bank. `unknown`: one of the names has letters that we cannot read, or consists only of titles,
 * initials and company words. If both names are then the same text and it has a letter, the result is `near`.
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
 * Whether two names certainly belong to one person or company. At least two words must pair up, one of them letter by letter. The other
 * words of the shorter name must be initials that match, or an end that a bank's field cut off. A shared surname alone is never enough,
 * because families share it. Order, titles, accents and legal forms do not matter.
 */
export function namesAgree(one: string, other: string): boolean {
  return countPairs(one, other) >= 2
}

/**
 * Whether one name may be a short form of the other: Fatima or F. Usman for Usman Fatima. Enough to recognise a person whose number is
 * already known, but never to identify a stranger.
 */
export function namesMayAgree(one: string, other: string): boolean {
  return countPairs(one, other) >= 1
}

const SHORTEST_PART = 3

/**
 * Whether two names certainly belong to different persons or companies: they share no distinctive part, even with one typing error,
 * shortened, or spelt by sound. Order, case, accents, titles, initials and company words do not matter. A name without distinctive parts
 * contradicts nothing, so `false` does not prove that the names agree.
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

/** Returns the distinctive parts of a name, and neighbouring parts joined: "Olu Seun" and "Oluseun" are equal. */
function partsOf(words: readonly string[]): string[] {
  const own = words.filter((word) => !sharedWords.has(word)).map((word) => nameSpellings.get(word) ?? word)
  const joined = own.slice(1).map((word, index) => `${own[index]}${word}`)
  const letters = words.filter((word) => word.length === 1).join('')
  return [...own, ...joined, letters].filter((part) => part.length >= SHORTEST_PART).map(spellByEar)
}

/** Whether two parts may be equal. Nigerian names are shortened at either end: Olu and Seun are both Oluwaseun. */
function isSamePart(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short.length < SHORTEST_PART) return short === long
  if (long.startsWith(short) || long.endsWith(short)) return true
  return long.length - short.length <= 1 && editDistance(short, long) <= 1
}

/** Returns the abbreviation of a name, such as GTB for Guaranty Trust Bank. Names of fewer than three words have none. */
function abbreviationOf(words: readonly string[]): string {
  const real = words.filter((word) => !/^(and|of|the|for)$/.test(word))
  return real.length < SHORTEST_PART ? '' : spellByEar(real.map((word) => word.charAt(0)).join(''))
}

/** A cut-off last word of at least this length counts as a word. A shorter one is ignored. */
const SHORTEST_TELLING_CUT = 5

type Rest = Readonly<{ name: ReadName; words: readonly NameWord[] }>

/**
 * Returns how many words of two names pair up. At least one must be distinctive and equal letter by letter. Returns 0 if the shorter name
 * has other unpaired words than matching initials and an end that a bank's field cut off.
 */
function countPairs(one: string, other: string): number {
  return countReadPairs(readName(one), readName(other))
}

/** Does the same for parsed names, such as those of a long list. */
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

/** Pairs two words with one joined word: Abdul Rahman with Abdulrahman, Yar Adua with Yar'Adua. */
function joinedPair(split: readonly NameWord[], joined: readonly NameWord[]): NameWord[] | undefined {
  for (const whole of joined) {
    for (const first of split) {
      const second = split.find((word) => word !== first && first.whole + word.whole === whole.whole)
      if (second !== undefined) return [whole, first, second]
    }
  }
  return undefined
}

/** Returns the number of pairs if every word of `short` has a counterpart in `long`, else 0. */
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

/** Whether the initials match the words that are still unpaired: Adaeze C. is not Adaeze Blessing. */
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
    // A typing error can change the sound of a word: Adaee is Adaeze.
    isMisspelt(one.written, other.written) ||
    isShortForm(stripStem(one.written), stripStem(other.written))
  )
}

/** Compares words without their common stems. Otherwise every Oluwatobi would match Oluwatosi. */
function isMisspelt(one: string, other: string): boolean {
  const [bare, otherBare] = [stripAllStems(one), stripAllStems(other)]
  const least = bare === one && otherBare === other ? SHORTEST_MISSPELT : SHORTEST_MISSPELT + 1
  if (Math.min(bare.length, otherBare.length) < least || Math.abs(bare.length - otherBare.length) > 1)
    return false
  return editDistance(bare, otherBare) === 1 && !isOtherPerson(bare, otherBare)
}

/** Whether a changed vowel makes another name: Aminu and Amina are brother and sister, Bola and Bala are strangers. */
function isOtherPerson(one: string, other: string): boolean {
  if (one.length !== other.length) return false
  const place = one.split('').findIndex((letter, index) => letter !== other[index])
  const isVowelChanged = isVowel(one[place]) && isVowel(other[place])
  return isVowelChanged && (place === one.length - 1 || one.length === SHORTEST_MISSPELT)
}

function isVowel(letter: string | undefined): boolean {
  return letter !== undefined && 'aeiou'.includes(letter)
}

/**
 * Whether one word is a short form of the other. The omitted beginning must be long enough to be a part of its own: Wale is Adewale, but
 * Tunde is not Yetunde.
 */
function isShortForm(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short.length < SHORTEST_SHORT_FORM || commonParts.has(short)) return false
  return long.startsWith(short) || (long.endsWith(short) && long.length - short.length >= SHORTEST_FRONT)
}

/** Beginnings and ends that are too common to be a short form of a name. */
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
