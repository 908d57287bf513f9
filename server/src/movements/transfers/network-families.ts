import type { NetworkName } from './wallet-address.ts'

export type NetworkFamily = 'evm' | 'solana' | 'stellar'

/** Networks of one family are read and sent on in the same way, and cannot be told apart by an address. */
export const networkFamilies = {
  Polygon: 'evm',
  Avalanche: 'evm',
  Solana: 'solana',
  Stellar: 'stellar',
} as const satisfies Record<NetworkName, NetworkFamily>
