import type { OnSpawn } from '@afara/stack/processes/child-process.ts'
import type { LiveNetwork } from '../chains/live-network.ts'
import { raiseEvmForging } from './evm/raise-forging.ts'
import type { ForgingChain } from './forging-chain.ts'
import { raiseSolanaForging } from './solana/raise-forging.ts'
import { raiseStellarForging } from './stellar/raise-forging.ts'

type At = Readonly<{ directory: string; onSpawn: OnSpawn }>

/** How the chain of each network is raised for forging on it. */
export const forgingChains: Readonly<Record<LiveNetwork, (at: At) => Promise<ForgingChain>>> = {
  Polygon: async (at) => raiseEvmForging('Polygon', at),
  Avalanche: async (at) => raiseEvmForging('Avalanche', at),
  Solana: raiseSolanaForging,
  Stellar: raiseStellarForging,
}
