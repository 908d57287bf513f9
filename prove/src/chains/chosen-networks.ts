import type { ProofInput } from '../proof.ts'
import { isLiveNetwork, type LiveNetwork, usualNetworks } from './live-network.ts'

/** The one that `--network` names, or the usual ones. */
export function chosenNetworks({ choice }: Pick<ProofInput, 'choice'>): readonly LiveNetwork[] {
  const chosen = choice('network')
  return chosen !== undefined && isLiveNetwork(chosen) ? [chosen] : usualNetworks
}
