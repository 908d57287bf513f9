import type { Clock } from '../../../kernel/clock/clock.ts'
import type { Mode } from '../../../kernel/mode.ts'
import type { EvmNetwork } from '../../../kernel/networks.ts'

export type EvmChainSettings = Readonly<{
  mode: Mode
  network: EvmNetwork
  url: string
  /** The contract of the naira token. */
  token: string
  decimals: number
  /** Nodes of other networks with the same addresses: a wallet that is a contract there and not here is not paid here. */
  elsewhere?: ReadonlyArray<Readonly<{ network: EvmNetwork; url: string }>>
  deadlineMs?: number
  /** What one transfer may use at most. The signer has a cap of its own. */
  mostGas?: bigint
  clock?: Clock
}>
