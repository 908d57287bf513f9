import type { Network } from './network.ts'

export const stellar: Network = { name: 'Stellar', family: 'stellar' }
