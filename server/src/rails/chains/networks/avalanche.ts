import type { EvmNetwork } from './network.ts'

/** The C-Chain, which is where contracts live. The test network is Fuji. */
export const avalanche: EvmNetwork = {
  name: 'Avalanche',
  family: 'evm',
  explorer: { live: 'https://snowtrace.io', transaction: '/tx/', address: '/address/' },
  chainIds: { live: 43_114, test: 43_113 },
  gasAsset: 'AVAX',
  leastTip: 1_000_000n,
}
