import { NotShown } from '../../signer/families/not-shown.ts'
import { Refused, refuseUnless } from '../answers.ts'
import type { ArrivedTokens } from '../money/judge-deposit.ts'
import type { Nodes } from './create-nodes.ts'

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
  refuseUnless(witness !== undefined, 'chain_unavailable', 'no node is set for the network')
  try {
    await witness(arrived, signal)
  } catch (error) {
    const isDenied = error instanceof NotShown && error.kind === 'denied'
    throw new Refused(isDenied ? 'not_funded' : 'chain_unavailable', (error as Error).message)
  }
}
