import type { NetworkName } from '@afara/server/kernel/networks.ts'
import type { ProofInput } from '../proof.ts'
import { isLiveNetwork, usualNetworks } from './live-network.ts'

/** Returns the network that `--network` names, or the usual ones. */
export function chosenNetworks({ choice }: Pick<ProofInput, 'choice'>): readonly NetworkName[] {
  const chosen = choice('network')
  return chosen !== undefined && isLiveNetwork(chosen) ? [chosen] : usualNetworks
}
