import { evm } from './evm/evm.ts'
import type { Family } from './family.ts'
import { solana } from './solana/solana.ts'
import { stellar } from './stellar/stellar.ts'

const families: ReadonlyMap<string, Family> = new Map(Object.entries({ evm, solana, stellar }))

export const familyNames: readonly string[] = [...families.keys()]

/** Returns the family with this name in the policy. Throws if there is none. */
export function familyOf(name: unknown = 'evm'): Family {
  const family = typeof name === 'string' ? families.get(name) : undefined
  if (family === undefined) throw new Error('the network family does not exist')
  return family
}
