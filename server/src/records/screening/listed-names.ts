import { setImmediate } from 'node:timers/promises'
import { countReadPairs } from '../names/compare-names.ts'
import { spellByEar, splitName } from '../names/name-words.ts'
import { type ReadName, readName } from '../names/read-name.ts'
import { nameSpellings } from '../names/shared-words.ts'

export type ListedName = Readonly<{ entry: string; name: string }>
export type ListedNames = Readonly<{ find(name: string): readonly ListedName[] }>

const NAMES_AT_A_TIME = 100

type Listed = Readonly<{ listed: ListedName; forms: NameForms }>

/**
 * Builds an index of listed names that finds the entries similar to a name. Similar names share a word, so a name is compared only with the
 * listed names that share a word with it. A search in tens of thousands of names takes about a millisecond.
 */
export async function createListedNames(names: readonly ListedName[]): Promise<ListedNames> {
  const byKey = new Map<string, Listed[]>()
  for (const [index, listed] of names.entries()) {
    // Indexing a long list takes about a second, so let other work run in between.
    if (index % NAMES_AT_A_TIME === 0) await setImmediate()
    const one = { listed, forms: readNameForms(listed.name) }
    for (const key of one.forms.keys) {
      const others = byKey.get(key)
      if (others === undefined) byKey.set(key, [one])
      else others.push(one)
    }
  }
  return {
    find: (name) => {
      const forms = readNameForms(name)
      const near = new Set([...forms.keys].flatMap((key) => byKey.get(key) ?? []))
      return [...near].filter((other) => isLike(forms, other.forms)).map(({ listed }) => listed)
    },
  }
}

function isLike(one: NameForms, other: NameForms): boolean {
  if (soundsLike(one.heard, other.heard) || countReadPairs(one.bare, other.bare) >= 2) return true
  const hasArticle = one.joined !== one.bare || other.joined !== other.bare
  return hasArticle && countReadPairs(one.joined, other.joined) >= 2
}

/**
 * Whether every word of the shorter name sounds like a word of the longer one. Misspellings are not allowed here. A listed name of one word
 * matches only that word alone, not every name that contains it.
 */
function soundsLike(one: readonly string[], other: readonly string[]): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short.length < 2 && long.length !== short.length) return false
  return short.length > 0 && short.every((word) => long.includes(word))
}

/** The forms in which a name is compared. Each form is compared with the same form of the other name, and one match is enough. */
type NameForms = Readonly<{
  /** Without articles and particles of descent: Khalid Barnawi. */
  bare: ReadName
  /** With the article joined to its word, as Nigerians write it: Albarnawi. Equal to `bare` without an article. */
  joined: ReadName
  /** The words by sound, with only the vowels a, i and u, as in Arabic: Osama and Usama are equal. */
  heard: readonly string[]
  /** Index keys: every word of any form, and neighbouring words joined, such as Abdulrahman for Abdul Rahman. */
  keys: ReadonlySet<string>
}>

/** Particles that some clerks write and others omit. */
const particles: ReadonlySet<string> = new Set(
  'al el as ash ad ar an az bin bint ben ibn ould wuld de la le van von der'.split(' '),
)
const articles: ReadonlySet<string> = new Set(['al', 'el'])

function readNameForms(name: string): NameForms {
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

/** Spells the word by sound. Muhammad has so many spellings that they are listed; all other words are spelt by rules. */
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
