import type { Chain } from '../../src/movements/transfers/chain.ts'

export type Fault =
  | 'none'
  | 'error_500'
  | 'half_body'
  | 'silence'
  | 'html'
  | 'refuses_all'
  | 'one_answer_missing'

/** Differences between networks that the contract must know. */
export type ChainWays = Readonly<{
  /** Locks are accepted only in sequence. */
  isOrdered: boolean
  /** A transfer with better terms replaces one that is in no block. */
  replaces: boolean
  /** A failed payment uses up its lock. False: it leaves its lock free. */
  failsForGood: boolean
  /** Blocks are made only on request. */
  standsStill: boolean
  /** The error of a reading for each fault of a node. */
  failures: ReadonlyArray<readonly [fault: Fault, reason: RegExp]>
}>

/** A chain for the contract. If `standsStill` is true, it mines only on request. */
export type ChainWorld = Readonly<{
  chain: Chain
  /** A wallet with 1,000,000 tokens and enough gas. */
  lane: string
  mine(blocks: number): Promise<void>
  /** Mines until everything so far is final. */
  finalize(): Promise<void>
  newWallet(): string
  sign(unsigned: Uint8Array): Promise<Readonly<{ raw: Uint8Array; hash: string }>>
  /** Tokens at the newest block, in kobo. */
  tokensOf(address: string): Promise<bigint>
  /** Sends an unknown transaction with the lane's own key. Returns its hash. */
  strangerUses(lock: bigint): Promise<string>
  setFault(fault: Fault): void
  stop(): Promise<void>
}>
