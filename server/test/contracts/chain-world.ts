import type { Chain } from '../../src/movements/transfers/chain.ts'

export type Fault =
  | 'none'
  | 'error_500'
  | 'half_body'
  | 'silence'
  | 'html'
  | 'refuses_all'
  | 'one_answer_missing'

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
