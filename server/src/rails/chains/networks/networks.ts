import type { networkFamilies } from '../../../movements/transfers/network-families.ts'
import type { NetworkName } from '../../../movements/transfers/wallet-address.ts'
import { avalanche } from './avalanche.ts'
import type { Network } from './network.ts'
import { polygon } from './polygon.ts'
import { solana } from './solana.ts'
import { stellar } from './stellar.ts'

/** Every network's data, each under its own name and of its own family. */
export const networks: Readonly<{
  [N in NetworkName]: Extract<Network, { family: (typeof networkFamilies)[N] }>
}> = { Stellar: stellar, Polygon: polygon, Solana: solana, Avalanche: avalanche }
