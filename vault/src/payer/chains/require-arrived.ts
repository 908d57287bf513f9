import { Refused, refuseUnless } from '../answers.ts'
import type { ArrivedTokens } from '../money/judge-sell.ts'
import type { TokenPolicy } from '../payer-policy.ts'
import { NotShown } from './ask-node.ts'
import type { Witness } from './token-family.ts'

/** A node of our own for each network where the policy wants one to be asked, by `<mode>:<network>`. */
export type Nodes = ReadonlyMap<string, Witness>

/**
 * Has a node show that the tokens behind a payout came, at finality. Below the sum that the policy names the record's word is enough. What
 * a node does not show yet is waited for; what it shows otherwise refuses the payout.
 */
export async function requireArrived(
  nodes: Nodes,
  arrived: readonly ArrivedTokens[],
  signal: AbortSignal,
): Promise<void> {
  const token = arrived[0]?.token
  const sum = arrived.reduce((minor, one) => minor + one.minor, 0n)
  if (token?.askAboveMinor === undefined || sum <= token.askAboveMinor) return
  const witness = nodes.get(`${token.mode}:${token.network}`)
  refuseUnless(witness !== undefined, 'chain_unavailable', 'no node is configured for the network')
  try {
    await witness(arrived, signal)
  } catch (error) {
    const isDenied = error instanceof NotShown && error.kind === 'denied'
    throw new Refused(isDenied ? 'not_funded' : 'chain_unavailable', (error as Error).message)
  }
}

/** Throws where the policy wants a node to be asked and none is set: a wall that nobody built is not left out in silence. */
export function createNodes(tokens: readonly TokenPolicy[], urls: Readonly<Record<string, string>>): Nodes {
  return new Map(
    tokens.flatMap(({ mode, network, chain: { createWitness } }) => {
      if (createWitness === undefined) return []
      const name = `PAYER_NODE_${mode}_${network}_URL`.toUpperCase()
      const url = urls[name]
      if (url === undefined) throw new Error(`the policy needs a node of ${network}, but ${name} is not set`)
      return [[`${mode}:${network}`, createWitness(url)]]
    }),
  )
}
