import type { Mode } from '../../../kernel/mode.ts'
import type { NetworkName } from '../../../movements/transfers/wallet-address.ts'

/** What is known about a network beforehand. Addresses of our own on it are settings, and are handed in. */
export type Network = Readonly<{ name: NetworkName }> &
  (
    | Readonly<{ family: 'evm'; chainIds: Readonly<Record<Mode, number>> }>
    | Readonly<{ family: 'stellar' | 'solana' }>
  )
