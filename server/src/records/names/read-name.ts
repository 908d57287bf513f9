import { isDistinctive, plainWord, spellByEar, splitName } from './name-words.ts'
import { companyWords, nameSpellings, tradeSpellings, tradeWords } from './shared-words.ts'

export type NameWord = Readonly<{
  /** As two spellings of it are compared first: by ear and without its stem. */
  plain: string
  /** By ear, with its stem. */
  whole: string
  /** As it was written. */
  written: string
  /** What a company deals in: it supports, and never tells apart by itself. */
  isTrade: boolean
}>

export type ReadName = Readonly<{
  words: readonly NameWord[]
  initials: readonly string[]
  cutEnd: string | null
}>

const MOST_WORDS = 12
const companyEnds = [...companyWords]
/** No bank's field is shorter, so a shorter name was not cut off by one. */
const SHORTEST_CUT_NAME = 18

/** A name taken apart for comparing: its words, its initials, and its last word where a bank's field may have cut it off. */
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

/** NIGERIA LIMI: the end of a company's form says nothing, whole or cut. */
function isBeginning(end: string, word: string): boolean {
  return end.length >= 3 && end.length >= word.length / 2 && word.length > end.length && word.startsWith(end)
}

function readWord(word: string): NameWord {
  const isTrade = tradeWords.has(word)
  const whole = isTrade ? (tradeSpellings.get(word) ?? word) : spellByEar(nameSpellings.get(word) ?? word)
  return { plain: isTrade ? whole : plainWord(word), whole, written: word, isTrade }
}

/** Sorted, so that the order in which somebody writes a name never decides. */
function onceEach(words: readonly NameWord[]): NameWord[] {
  const sorted = words.toSorted((one, other) => (one.whole < other.whole ? -1 : 1))
  return [...new Map(sorted.map((word) => [word.plain, word])).values()].slice(0, MOST_WORDS)
}
