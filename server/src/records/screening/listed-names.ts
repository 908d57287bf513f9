import { setImmediate } from 'node:timers/promises'
import { countReadPairs } from '../names/count-pairs.ts'
import { type NameForms, readNameForms } from './name-forms.ts'

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
