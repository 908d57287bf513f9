import type { Network } from './network.ts'

/** The test network is Amoy. */
export const polygon: Network = { name: 'Polygon', family: 'evm', chainIds: { live: 137, test: 80_002 } }
