import type { StellarNetwork } from './network.ts'

export const stellar: StellarNetwork = { name: 'Stellar', family: 'stellar' }
