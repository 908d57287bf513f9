import { isDistinctive, plainWord, spellByEar, splitName } from './name-words.ts'
import { companyWords, nameSpellings, tradeSpellings, tradeWords } from './shared-words.ts'

export type NameWord = Readonly<{
  /** Compared first: spelt by sound and without its stem. */
  plain: string
  /** Spelt by sound, with its stem. */
  whole: string
  written: string
  /** True for a word that says what a company trades in. It supports a match, but is not distinctive on its own. */
  isTrade: boolean
}>

export type ReadName = Readonly<{
  words: readonly NameWord[]
  initials: readonly string[]
  cutEnd: string | null
}>

const MOST_WORDS = 12
const companyEnds = [...companyWords]
/** Shortest name that a bank's field may have cut off. */
const SHORTEST_CUT_NAME = 18

/** Parses a name for comparison: its words, its initials, and its last word if a bank's field may have cut it off. */
export function readName(name: string): ReadName {
  const split = splitName(name)
  const last = split.at(-1) ?? ''
  const mayBeCut = split.length > 1 && name.trim().length >= SHORTEST_CUT_NAME
  const isCutForm = mayBeCut && !tradeWords.has(last) && companyEnds.some((word) => isBeginning(last, word))
  const kept = isCutForm ? split.slice(0, -1) : split
  return {
    words: onceEach(kept.filter((word) => isDistinctive(word) || tradeWords.has(word)).map(readWord)),
    initials: kept.filter((word) => /^[a-z]$/.test(word)),
    cutEnd: mayBeCut && !isCutForm && isDistinctive(last) ? spellByEar(last) : null,
  }
}

/** Whether a word is the cut-off beginning of a company word, as in NIGERIA LIMI. Such an end says nothing. */
function isBeginning(end: string, word: string): boolean {
  return end.length >= 3 && end.length >= word.length / 2 && word.length > end.length && word.startsWith(end)
}

function readWord(word: string): NameWord {
  const isTrade = tradeWords.has(word)
  const whole = isTrade ? (tradeSpellings.get(word) ?? word) : spellByEar(nameSpellings.get(word) ?? word)
  return { plain: isTrade ? whole : plainWord(word), whole, written: word, isTrade }
}

/** Sorts the words and removes duplicates, so that their order never matters. */
function onceEach(words: readonly NameWord[]): NameWord[] {
  const sorted = words.toSorted((one, other) => (one.whole < other.whole ? -1 : 1))
  return [...new Map(sorted.map((word) => [word.plain, word])).values()].slice(0, MOST_WORDS)
}
