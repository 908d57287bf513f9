import type { EvmNetwork } from './network.ts'

/** The test network is Amoy. Its nodes ask for a tip of 25 gwei and more, whatever they suggest. */
export const polygon: EvmNetwork = {
  name: 'Polygon',
  family: 'evm',
  explorer: { live: 'https://polygonscan.com', transaction: '/tx/', address: '/address/' },
  chainIds: { live: 137, test: 80_002 },
  gasAsset: 'POL',
  leastTip: 30_000_000_000n,
}
