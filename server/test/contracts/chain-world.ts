import type { Chain } from '../../src/movements/transfers/chain.ts'

export type Fault =
  | 'none'
  | 'error_500'
  | 'half_body'
  | 'silence'
  | 'html'
  | 'refuses_all'
  | 'one_answer_missing'

/** In what networks differ, and the contract has to know of it. */
export type ChainWays = Readonly<{
  /** Locks are taken one after the other only. */
  isOrdered: boolean
  /** Bytes on better terms take the place of those that no block has. */
  replaces: boolean
  /** What is taken is undone only with the lock used up. Otherwise a payment that fails leaves its lock free. */
  failsForGood: boolean
  /** Blocks are made only on request. */
  standsStill: boolean
  /** What its readings say when a node fails, by the fault. */
  failures: ReadonlyArray<readonly [fault: Fault, reason: RegExp]>
}>

/** A chain of our own, as the contract of a chain needs it: it stands still unless it is told to go on. */
export type ChainWorld = Readonly<{
  chain: Chain
  /** A wallet with 1,000,000 tokens and enough gas. */
  lane: string
  mine(blocks: number): Promise<void>
  /** Goes on until everything mined so far is final. */
  finalize(): Promise<void>
  newWallet(): string
  sign(unsigned: Uint8Array): Promise<Readonly<{ raw: Uint8Array; hash: string }>>
  /** At the newest block, in kobo. */
  tokensOf(address: string): Promise<bigint>
  /** Sends something of the lane's own key that we know nothing about; its hash. */
  strangerUses(lock: bigint): Promise<string>
  setFault(fault: Fault): void
  stop(): Promise<void>
}>
