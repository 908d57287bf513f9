import { type ReadName, readName } from '../names/read-name.ts'
import { nameSpellings } from '../names/shared-words.ts'
import { spellByEar } from '../names/spell-by-ear.ts'
import { splitName } from '../names/split-name.ts'

/** The ways in which one name is compared. Like is compared with like, and one likeness is enough. */
export type NameForms = Readonly<{
  /** Without articles and words of descent: Khalid Barnawi. */
  bare: ReadName
  /** With the article grown to its word, as Nigerians write it: Albarnawi. The same as `bare` where there is no article. */
  joined: ReadName
  /** Its words as they sound in a script that has three vowels: Osama and Usama are one. */
  heard: readonly string[]
  /** Words by which it can be found: every one of any form, and neighbours grown together, as Abdulrahman of Abdul Rahman. */
  keys: ReadonlySet<string>
}>

/** Small words that one clerk writes and another leaves out. */
const particles: ReadonlySet<string> = new Set(
  'al el as ash ad ar an az bin bint ben ibn ould wuld de la le van von der'.split(' '),
)
const articles: ReadonlySet<string> = new Set(['al', 'el'])

export function readNameForms(name: string): NameForms {
  const words = splitName(name)
  const own = words.filter((word) => !particles.has(word))
  const bare = readName(own.join(' '))
  const joined = words.some((word) => articles.has(word)) ? readName(joinArticles(words).join(' ')) : bare
  const heard = bare.words.filter((word) => !word.isTrade).map(({ written }) => hear(written))
  const pairs = own.slice(1).map((word, index) => `${spellByEar(own[index] ?? '')}${spellByEar(word)}`)
  return { bare, joined, heard, keys: new Set([...keysOf(bare), ...keysOf(joined), ...heard, ...pairs]) }
}

function joinArticles(words: readonly string[]): string[] {
  return words.flatMap((word, index) => {
    if (particles.has(word)) return []
    const before = words[index - 1] ?? ''
    return [articles.has(before) ? `${before}${word}` : word]
  })
}

/** Muhammad has so many spellings that it has a list of its own; the rest follows from the letters. */
function hear(word: string): string {
  return (nameSpellings.get(word) ?? word)
    .replace(/tch/g, 'ch')
    .replace(/dj/g, 'j')
    .replace(/([kgdtz])h/g, '$1')
    .replace(/q|ck|c(?!h)/g, 'k')
    .replace(/ou|o/g, 'u')
    .replace(/[ae]?[iy]|e/g, 'i')
    .replace(/([a-z])\1/g, '$1')
}

function keysOf(name: ReadName): string[] {
  return name.words.filter((word) => !word.isTrade).flatMap(({ plain, whole }) => [plain, whole])
}
