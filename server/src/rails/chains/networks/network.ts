import type { Mode } from '../../../kernel/mode.ts'
import type { GasAsset } from '../../../movements/transfers/chain.ts'
import type { NetworkName } from '../../../movements/transfers/wallet-address.ts'

/** What is known about a network beforehand. Addresses of our own on it are settings, and are handed in. */
export type Network = EvmNetwork | SolanaNetwork | StellarNetwork

/** Where people look at the network. What it is there for real; a network for tests has one where the settings name it. */
export type ExplorerPages = Readonly<{
  live: string
  /** What stands between its address and a hash, or an account. */
  transaction: string
  address: string
}>

export type EvmNetwork = Readonly<{
  name: NetworkName
  family: 'evm'
  explorer: ExplorerPages
  chainIds: Readonly<Record<Mode, number>>
  /** What gas is paid in. */
  gasAsset: GasAsset
  /** In the smallest unit per gas: with less, the network's nodes do not pass a transaction on. */
  leastTip: bigint
}>

export type SolanaNetwork = Readonly<{ name: NetworkName; family: 'solana'; explorer: ExplorerPages }>

export type StellarNetwork = Readonly<{ name: NetworkName; family: 'stellar'; explorer: ExplorerPages }>
