import type { StellarNetwork } from './network.ts'

export const stellar: StellarNetwork = {
  name: 'Stellar',
  family: 'stellar',
  explorer: {
    live: 'https://stellar.expert/explorer/public',
    transaction: '/tx/',
    address: '/account/',
  },
}
