import type { Network } from './network.ts'

/** The C-Chain, which is where contracts live. The test network is Fuji. */
export const avalanche: Network = {
  name: 'Avalanche',
  family: 'evm',
  chainIds: { live: 43_114, test: 43_113 },
}
