import { isAskedAbout } from '../../shared/live-rules.ts'
import { Refused, refuseUnless } from '../answers.ts'
import type { ArrivedTokens } from '../money/judge-sell.ts'
import type { TokenPolicy } from '../payer-policy.ts'
import { NotShown } from './ask-node.ts'
import type { Witness } from './token-family.ts'

/** Our own nodes for the networks on which the policy requires one, by `<mode>:<network>`. */
export type Nodes = ReadonlyMap<string, Witness>

/**
 * Requires a node to show the tokens behind a payout as final. Up to the amounts set in the policy, the database is enough. `hourMinor` was
 * paid in the last hour. Returns whether the node was asked. Throws Refused with `chain_unavailable` if the node does not show the tokens yet, and with `not_funded` if it shows something else.
 */
export async function requireArrived(
  nodes: Nodes,
  arrived: readonly ArrivedTokens[],
  hourMinor: bigint,
  signal: AbortSignal,
): Promise<boolean> {
  if (!mustArrive(arrived, hourMinor)) return false
  const token = arrived[0]?.token
  if (token === undefined) return false
  const witness = nodes.get(`${token.mode}:${token.network}`)
  refuseUnless(witness !== undefined, 'chain_unavailable', 'no node is configured for the network')
  try {
    await witness(arrived, signal)
    return true
  } catch (error) {
    const isDenied = error instanceof NotShown && error.kind === 'denied'
    throw new Refused(isDenied ? 'not_funded' : 'chain_unavailable', (error as Error).message)
  }
}

/** Tells whether a node must show these tokens. */
export function mustArrive(arrived: readonly ArrivedTokens[], hourMinor: bigint): boolean {
  const sum = arrived.reduce((minor, one) => minor + one.minor, 0n)
  return isAskedAbout(arrived[0]?.token.askAbove, hourMinor, sum)
}

/** Throws if the policy requires a node and none is configured, so that the check is never skipped silently. */
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
