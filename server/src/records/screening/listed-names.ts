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
 * A list of names that can be asked who on it may be meant by a name. Names that are alike have a word in common, so only those
 * are compared: a list of tens of thousands is asked in about a millisecond.
 */
export async function createListedNames(names: readonly ListedName[]): Promise<ListedNames> {
  const byKey = new Map<string, Listed[]>()
  for (const [index, listed] of names.entries()) {
    // Taking a long list apart lasts a second or so, and other work goes on meanwhile.
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
 * Every word of the shorter name is in the longer one. By sound alone nothing may be misspelt besides, and a body that goes by
 * one word is meant by that word alone, not by everybody who has it among their names.
 */
function soundsLike(one: readonly string[], other: readonly string[]): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (short.length < 2 && long.length !== short.length) return false
  return short.length > 0 && short.every((word) => long.includes(word))
}

/** The ways in which one name is compared. Like is compared with like, and one likeness is enough. */
type NameForms = Readonly<{
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
