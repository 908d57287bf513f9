import { nameSpellings, notNames, sharedWords } from './shared-words.ts'

const SHORTEST_WORD = 2

/**
 * Returns the distinctive words of a name, each once, spelt by sound and sorted. If both names have distinctive words
 * but share none, they belong to different people. One word in common proves nothing. The words are stored in rows,
 * so a change of these rules requires a backfill.
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

/** Returns the words of a name in order, in plain lower-case letters without accents, hooks, apostrophes and signs. */
export function splitName(name: string): string[] {
  return toPlainLetters(name)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}

/**
 * Whether a name has letters that `splitName` drops: letters of another script, and letters that are not a to z even after their
 * accents are removed.
 */
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

/** Hausa letters that Unicode does not decompose into a letter and a mark. */
const hookless: Readonly<Record<string, string>> = { ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y' }

/** Gives words that sound alike one spelling: Ibraheem and Ibrahim, Yusuff and Yusuf, Philip and Filip. */
export function spellByEar(word: string): string {
  return word
    .replace(/ee/g, 'i')
    .replace(/oo|ou/g, 'u')
    .replace(/ph/g, 'f')
    .replace(/([a-z])\1/g, '$1')
}

const SHORTEST_REST = 3

/**
 * Returns the distinctive part of a given name: Seun of Oluwaseun, Emeka of Chukwuemeka. The stems are very common, and people often leave
 * them out of their own names. Olu- is removed only if at least four letters remain, because Oluchi is a name of its own.
 */
export function stripStem(word: string): string {
  for (const stem of ['oluwa', 'olorun', 'chukwu']) {
    if (word.startsWith(stem) && word.length - stem.length >= SHORTEST_REST) return word.slice(stem.length)
  }
  return word.startsWith('olu') && word.length > 'olu'.length + SHORTEST_REST
    ? word.slice('olu'.length)
    : word
}

/** Removes all common beginnings and ends, for a comparison letter by letter. */
export function stripAllStems(word: string): string {
  const rest = stripStem(word)
  const start = ['abdul', 'abdu'].find((stem) => rest.startsWith(stem) && rest.length > stem.length)
  const body = start === undefined ? rest : rest.slice(start.length)
  const end = ['oluwa', 'chukwu'].find((stem) => body.endsWith(stem) && body.length > stem.length)
  return end === undefined ? body : body.slice(0, -end.length)
}

const MOST_INITIALS = 4

/** Returns the initials, such as `A. O.` for Ada Obi: enough to recognise a known person, too little to learn who it is. */
export function initialsOf(name: string): string {
  const words = name.normalize('NFC').match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu) ?? []
  const letters = words.slice(0, MOST_INITIALS).map((word) => `${Array.from(word)[0]?.toUpperCase() ?? ''}.`)
  return letters.join(' ')
}
