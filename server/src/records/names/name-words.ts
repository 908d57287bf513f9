import { nameSpellings, notNames, sharedWords } from './shared-words.ts'

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

const LONGEST_NAME = 200

/** The words of a name in plain small letters, in their order: without accents, hooks, apostrophes and signs. */
export function splitName(name: string): string[] {
  return toPlainLetters(name)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}

/** Whether a name has letters that `splitName` leaves out: those of another script, and those that no accent turns into a to z. */
export function hasUnreadLetters(name: string): boolean {
  return /[^\P{L}a-z]/u.test(toPlainLetters(name))
}

function toPlainLetters(name: string): string {
  return name
    .slice(0, LONGEST_NAME)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/['’ʼ`]/g, '')
    .replace(/[ɓɗƙƴ]/g, (letter) => hookless[letter] ?? letter)
}

/** Letters of Hausa that are not a letter and a mark to Unicode. */
const hookless: Readonly<Record<string, string>> = { ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y' }

/** Ibraheem and Ibrahim, Yusuff and Yusuf, Philip and Filip: what sounds alike is written alike. */
export function spellByEar(word: string): string {
  return word
    .replace(/ee/g, 'i')
    .replace(/oo|ou/g, 'u')
    .replace(/ph/g, 'f')
    .replace(/([a-z])\1/g, '$1')
}

const SHORTEST_REST = 3

/**
 * The part of a given name that tells people apart: Seun of Oluwaseun, Emeka of Chukwuemeka. Half of a city shares the
 * stem, and people leave it away themselves. Olu- is taken off only where four letters are left, for Oluchi is a name of its own.
 */
export function stripStem(word: string): string {
  for (const stem of ['oluwa', 'olorun', 'chukwu']) {
    if (word.startsWith(stem) && word.length - stem.length >= SHORTEST_REST) return word.slice(stem.length)
  }
  return word.startsWith('olu') && word.length > 'olu'.length + SHORTEST_REST
    ? word.slice('olu'.length)
    : word
}

/** What is left to compare letter by letter: also without what many names begin or end with. */
export function stripAllStems(word: string): string {
  const rest = stripStem(word)
  const start = ['abdul', 'abdu'].find((stem) => rest.startsWith(stem) && rest.length > stem.length)
  const body = start === undefined ? rest : rest.slice(start.length)
  const end = ['oluwa', 'chukwu'].find((stem) => body.endsWith(stem) && body.length > stem.length)
  return end === undefined ? body : body.slice(0, -end.length)
}

const MOST_INITIALS = 4

/** `A. O.` for Ada Obi: enough to know somebody again whom one knows, and too little to learn who it is. */
export function initialsOf(name: string): string {
  const words = name.normalize('NFC').match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu) ?? []
  const letters = words.slice(0, MOST_INITIALS).map((word) => `${Array.from(word)[0]?.toUpperCase() ?? ''}.`)
  return letters.join(' ')
}
