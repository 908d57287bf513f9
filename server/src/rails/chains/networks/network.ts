import type { Mode } from '../../../kernel/mode.ts'
import type { GasAsset } from '../../../movements/transfers/chain.ts'
import type { NetworkName } from '../../../movements/transfers/wallet-address.ts'

/** What is known about a network beforehand. Addresses of our own on it are settings, and are handed in. */
export type Network = EvmNetwork | SolanaNetwork | StellarNetwork

export type EvmNetwork = Readonly<{
  name: NetworkName
  family: 'evm'
  chainIds: Readonly<Record<Mode, number>>
  /** What gas is paid in. */
  gasAsset: GasAsset
  /** In the smallest unit per gas: with less, the network's nodes do not pass a transaction on. */
  leastTip: bigint
}>

export type SolanaNetwork = Readonly<{ name: NetworkName; family: 'solana' }>

export type StellarNetwork = Readonly<{ name: NetworkName; family: 'stellar' }>
