import type { Mode } from '../../kernel/mode.ts'
import type { NetworkName } from '../../kernel/networks.ts'
import type { ChainKey, LanePlace } from '../transfers/chain.ts'
import type { DepositSalt } from './deposit-address.ts'

/**
 * One transfer of the naira token. A deposit address is spelt as it is stored, and a wallet of ours as its lane is, whichever account of
 * theirs the network moved tokens to. `block` grows with time; `logIndex` tells the transfers of one transaction apart.
 */
export type TokenLog = Readonly<{
  txHash: string
  logIndex: number
  block: bigint
  blockHash: string
  token: string
  sender: string
  address: string
  units: bigint
  /** There where deposit addresses are one account: the issuer took it from that account, and named no sell. */
  fromShared?: true
}>

/** Something that came and says nothing we can read, or that is for no sell. */
export type OddLog = Readonly<{
  txHash: string
  logIndex: number
  problem: string
  raw: unknown
  /** What it brought (below zero: took away), and when, where deposit addresses are one account on the chain: it is there, and no sell has it. */
  arrived?: Readonly<{ block: bigint; units: bigint }>
}>

export type BlockMark = Readonly<{ block: bigint; hash: string }>

/** The newest block that cannot be undone, and when it was made, where the node says so. */
export type ChainHead = Readonly<{ finalized: BlockMark; madeAt?: Date | undefined }>

/** A wallet of ours after a block: tokens and gas in the smallest units. */
export type WalletAtBlock = Readonly<{
  units: bigint
  gasUnits: bigint
  /** Every lock below it is used there, and none from `lockAhead` on. What is between them may be either. */
  lock: bigint
  lockAhead: bigint
  /** Of the locks that were asked about, those that are used, where a network can say so of each. */
  used?: readonly bigint[]
}>

/** A wallet of ours, and the locks that are out in it. */
export type WalletWanted = LanePlace & Readonly<{ out: readonly bigint[] }>

export type Snapshot = Readonly<{
  /** After this block all of it is so. */
  block: bigint
  wallets: readonly WalletAtBlock[]
  /** Tokens at each deposit address, in the smallest units. Empty where they are one account: `shared` is what that has. */
  holdings: readonly bigint[]
  shared?: bigint
}>

export type ReadLogs = Readonly<{
  /** The last block that was read: a node may not answer for all of them at once. */
  through: bigint
  logs: readonly TokenLog[]
  odd: readonly OddLog[]
}>

/** One network in one mode, as the watcher of deposits reads it. Throws ChainUnavailable when nothing is known. */
export type DepositChain = Readonly<{
  mode: Mode
  network: NetworkName
  /** Of the chain's smallest units, those that make a kobo. */
  unitsPerMinor: bigint
  /**
   * There where deposit addresses are one account on the chain: whatever comes there is ours, and what is for no sell is set aside. Whether
   * an address is of that account.
   */
  isShared?(address: string): boolean
  /** The address that a salt has. It is computed, not read from the record. */
  addressOf(salt: DepositSalt): string
  /** Refuses to serve when what comes to deposit addresses could not be brought to the wallet of the settings. */
  check(signal: AbortSignal): Promise<void>
  /** The newest block that cannot be undone. */
  head(signal: AbortSignal): Promise<ChainHead>
  /** Of the block that stands at this height; undefined where the node has none. Never asked of a height that a network left out. */
  blockHash(block: bigint, signal: AbortSignal): Promise<string | undefined>
  /**
   * Every transfer to or from deposit addresses from this block on, to that one at most. A network that cannot be asked for all transfers
   * of the token is asked about `watched`: addresses that may still receive or send. What came a little before may be among them.
   */
  logs(
    from: bigint,
    to: bigint,
    watched: () => Promise<readonly string[]>,
    signal: AbortSignal,
  ): Promise<ReadLogs>
  /** For each, whether its transaction, asked for by itself, is in the block that stands and shows the same transfer. */
  shows(logs: readonly TokenLog[], signal: AbortSignal): Promise<readonly boolean[]>
  /**
   * What is in these wallets and at these deposit addresses after one block: the one asked for, or, where a network shows no past state,
   * the newest that cannot be undone, which may be a little later. Undefined when it cannot be told for one block now.
   */
  snapshot(
    of: Readonly<{ wallets: readonly WalletWanted[]; deposits: readonly string[]; block: bigint }>,
    signal: AbortSignal,
  ): Promise<Snapshot | undefined>
}>

/** A network whose deposits are read, and how. */
export type WatchedChain = Readonly<{
  chain: DepositChain
  /** The block to begin after, the first time. Undefined: whatever is final then. */
  beginAfter: bigint | undefined
  /** Another node, of another house: a deposit above this counts when both show it. */
  witness: Readonly<{ chain: DepositChain; aboveMinor: bigint }> | undefined
}>

export type WatchedChains = ReadonlyMap<ChainKey, WatchedChain>
