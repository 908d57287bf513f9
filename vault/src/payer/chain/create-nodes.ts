import type { Witness } from '../../signer/families/family.ts'
import type { TokenPolicy } from '../policy/payer-policy.ts'

/** A node of our own for each network where the policy wants one to be asked, by `<mode>:<network>`. */
export type Nodes = ReadonlyMap<string, Witness>

/** Throws where the policy wants a node to be asked and none is set: a wall that nobody built is not left out in silence. */
export function createNodes(tokens: readonly TokenPolicy[], urls: Readonly<Record<string, string>>): Nodes {
  return new Map(
    tokens.flatMap(({ mode, network, chain: { createWitness } }) => {
      if (createWitness === undefined) return []
      const name = `PAYER_NODE_${mode}_${network}_URL`.toUpperCase()
      const url = urls[name]
      if (url === undefined) throw new Error(`the policy asks a node of ${network}, and ${name} is not set`)
      return [[`${mode}:${network}`, createWitness(url)]]
    }),
  )
}
