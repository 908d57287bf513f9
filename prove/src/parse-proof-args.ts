import { parseArgs } from 'node:util'
import type { Proof, ProofInput } from './proof.ts'

/** Parses the arguments of a proof. Throws an error with a code ERR_PARSE_ARGS_… for an unknown argument, as Node does. */
export function parseProofArgs(
  proof: Proof,
  args: readonly string[],
): Pick<ProofInput, 'size' | 'isOn' | 'choice'> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      short: { type: 'boolean' },
      ...Object.fromEntries(Object.keys(proof.sizes).map((name) => [name, { type: 'string' }] as const)),
      ...Object.fromEntries(
        Object.keys(proof.choices ?? {}).map((name) => [name, { type: 'string' }] as const),
      ),
      ...Object.fromEntries((proof.switches ?? []).map((name) => [name, { type: 'boolean' }] as const)),
    },
  })
  const flags: Readonly<Record<string, string | boolean | undefined>> = values
  const sizes = new Map(
    Object.entries(proof.sizes).map(([name, { full, short }]) => {
      const given = flags[name]
      if (typeof given === 'string') return [name, parseCount(name, given)]
      return [name, flags.short === true ? short : full]
    }),
  )
  for (const [name, words] of Object.entries(proof.choices ?? {})) checkWord(name, flags[name], words)
  return {
    size(name) {
      const size = sizes.get(name)
      if (size === undefined) throw new Error(`${proof.name} has no size called ${name}`)
      return size
    },
    isOn: (name) => flags[name] === true,
    choice(name) {
      const word = flags[name]
      return typeof word === 'string' ? word : undefined
    },
  }
}

function checkWord(name: string, given: string | boolean | undefined, words: readonly string[]): void {
  if (given === undefined || words.includes(String(given))) return
  const error = new TypeError(`--${name} must be ${words.join(' or ')}, not "${given}"`)
  throw Object.assign(error, { code: 'ERR_PARSE_ARGS_NOT_A_CHOICE' })
}

function parseCount(name: string, text: string): number {
  const count = Number(text)
  if (!/^[0-9]+$/.test(text) || !Number.isSafeInteger(count) || count === 0) {
    const error = new TypeError(`--${name} must be a whole number of at least 1, not "${text}"`)
    throw Object.assign(error, { code: 'ERR_PARSE_ARGS_NOT_A_NUMBER' })
  }
  return count
}

export function usageOf(proof: Proof): string {
  const sizes = Object.keys(proof.sizes).map((name) => `[--${name} n]`)
  const choices = Object.entries(proof.choices ?? {}).map(
    ([name, words]) => `[--${name} ${words.length > 9 ? '…' : words.join('|')}]`,
  )
  const switches = (proof.switches ?? []).map((name) => `[--${name}]`)
  return ['npm run prove --', proof.name, '[--short]', ...sizes, ...choices, ...switches].join(' ')
}
