import { type NetworkName, networkNamed } from '@afara/server/kernel/networks.ts'
import { simulatedNetworkNamed } from '@afara/stack/chains/simulated-networks.ts'
import type { OnSpawn } from '@afara/stack/processes/child-process.ts'
import { raiseEvmForging } from './evm/raise-forging.ts'
import type { ForgingChain } from './forging-chain.ts'
import { raiseSolanaForging } from './solana/raise-forging.ts'
import { raiseStellarForging } from './stellar/raise-forging.ts'

type At = Readonly<{ directory: string; onSpawn: OnSpawn }>

/** Starts the chain of a network for forgeries. */
export async function raiseForging(network: NetworkName, at: At): Promise<ForgingChain> {
  switch (networkNamed(network).family) {
    case 'evm':
      return raiseEvmForging(simulatedNetworkNamed(network), at)
    case 'solana':
      return raiseSolanaForging(at)
    default:
      return raiseStellarForging(at)
  }
}
