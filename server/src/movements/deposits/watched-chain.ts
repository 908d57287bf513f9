import type { ChainKey } from '../transfers/chain.ts'
import type { DepositChain } from './deposit-chain.ts'

/** A network whose deposits are read, and how. */
export type WatchedChain = Readonly<{
  chain: DepositChain
  /** The block to begin after, the first time. Undefined: whatever is final then. */
  beginAfter: bigint | undefined
  /** Another node, of another house: a deposit above this counts when both show it. */
  witness: Readonly<{ chain: DepositChain; aboveMinor: bigint }> | undefined
}>

export type WatchedChains = ReadonlyMap<ChainKey, WatchedChain>
