import { editDistance } from '../banks/edit-distance.ts'
import type { NameWord } from './read-name.ts'
import { stripAllStems, stripStem } from './strip-stem.ts'

const SHORTEST_MISSPELT = 4
const SHORTEST_SHORT_FORM = 4
const SHORTEST_FRONT = 3

/** Whether one word may be the other with a typing error, or its short form: Ogunleye and Ogunlaye, Tunde and Babatunde. */
export function isNearWord(one: NameWord, other: NameWord): boolean {
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
