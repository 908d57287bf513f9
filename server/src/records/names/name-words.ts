import { nameSpellings, notNames, sharedWords } from './shared-words.ts'
import { spellByEar } from './spell-by-ear.ts'
import { splitName } from './split-name.ts'
import { stripStem } from './strip-stem.ts'

const SHORTEST_WORD = 2

/**
 * The words of a name that can tell people or companies apart, each once, spelt by ear and sorted. Two names with such words
 * and none in common are of two people; one word in common proves nothing. Kept in rows: a change of these rules needs them anew.
 */
export function nameWords(name: string): string[] {
  return [...new Set(splitName(name).filter(isDistinctive).map(plainWord))].sort()
}

export function isDistinctive(word: string): boolean {
  return (
    word.length >= SHORTEST_WORD && !sharedWords.has(word) && !notNames.has(word) && !/^[0-9]+$/.test(word)
  )
}

export function plainWord(word: string): string {
  return stripStem(spellByEar(nameSpellings.get(word) ?? word))
}
