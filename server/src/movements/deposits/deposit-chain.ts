import type { Mode } from '../../kernel/mode.ts'
import type { NetworkName } from '../../kernel/networks.ts'
import type { ChainKey, LanePlace } from '../transfers/chain.ts'
import type { DepositSalt } from './deposit-address.ts'

/**
 * One transfer of the naira token. Contains deposit addresses as we store them, and our wallets as their lanes write them, even if the
 * network moved the tokens to another account of that address. `block` grows with time. `logIndex` distinguishes the transfers of one
 * transaction.
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
  /** Set on networks where all deposit addresses are one account: the issuer took the tokens from that account and named no sell. */
  fromShared?: true
}>

/** A log that we cannot read, or a transfer that belongs to no sell. */
export type OddLog = Readonly<{
  txHash: string
  logIndex: number
  problem: string
  raw: unknown
  /** Units that arrived (negative: left) and the block. Set only if all deposit addresses are one account. They belong to no sell. */
  arrived?: Readonly<{ block: bigint; units: bigint }>
}>

export type BlockMark = Readonly<{ block: bigint; hash: string }>

/** The newest finalised block, and the time it was made if the node reports it. */
export type ChainHead = Readonly<{ finalized: BlockMark; madeAt?: Date | undefined }>

/** State of one of our wallets after a block: tokens and gas in the smallest units. */
export type WalletAtBlock = Readonly<{
  units: bigint
  gasUnits: bigint
  /** Every lock below `lock` is used and every lock from `lockAhead` on is unused. A lock between them may be either. */
  lock: bigint
  lockAhead: bigint
  /** The used locks among those that were requested, if the network can report each one. */
  used?: readonly bigint[]
}>

/** One of our wallets and its locks with a transfer that has not ended. */
export type WalletWanted = LanePlace & Readonly<{ out: readonly bigint[] }>

export type Snapshot = Readonly<{
  /** The snapshot shows the state after this block. */
  block: bigint
  wallets: readonly WalletAtBlock[]
  /**
   * Tokens at each deposit address, in the smallest units. Empty if all deposit addresses are one account: then `shared` is its balance.
   */
  holdings: readonly bigint[]
  shared?: bigint
}>

export type ReadLogs = Readonly<{
  /** The last block that was read. A node may not return all requested blocks at once. */
  through: bigint
  logs: readonly TokenLog[]
  odd: readonly OddLog[]
}>

/** One network in one mode, as the deposit watcher reads it. Throws ChainUnavailable when nothing is known. */
export type DepositChain = Readonly<{
  mode: Mode
  network: NetworkName
  /** Number of the chain's smallest units in one kobo. */
  unitsPerMinor: bigint
  /**
   * Present on networks where all deposit addresses are one account. Returns whether an address belongs to that account. Tokens that arrive
   * there are ours, and those that belong to no sell are quarantined.
   */
  isShared?(address: string): boolean
  /** Computes the address of a salt. Does not read the database. */
  addressOf(salt: DepositSalt): string
  /** Throws if tokens at deposit addresses could not be swept to the wallet in the settings. */
  check(signal: AbortSignal): Promise<void>
  /** Returns the newest finalised block. */
  head(signal: AbortSignal): Promise<ChainHead>
  /** Returns the hash of the block at this height; undefined if the node has none. Never called for a height that the network skipped. */
  blockHash(block: bigint, signal: AbortSignal): Promise<string | undefined>
  /**
   * Returns every transfer to or from deposit addresses from one block to another. If a network cannot list all transfers of the token, it
   * lists those of `watched`: addresses that may still receive or send. The result may include slightly older transfers.
   */
  logs(
    from: bigint,
    to: bigint,
    watched: () => Promise<readonly string[]>,
    signal: AbortSignal,
  ): Promise<ReadLogs>
  /**
   * Fetches the transaction of each log separately. Returns for each log whether its transaction is in the canonical block and shows the
   * same transfer.
   */
  shows(logs: readonly TokenLog[], signal: AbortSignal): Promise<readonly boolean[]>
  /**
   * Returns the balances of these wallets and deposit addresses after one block: the given one or, on a network without past state, the
   * newest finalised one, which may be slightly later. Undefined when no single block can be read now.
   */
  snapshot(
    of: Readonly<{ wallets: readonly WalletWanted[]; deposits: readonly string[]; block: bigint }>,
    signal: AbortSignal,
  ): Promise<Snapshot | undefined>
}>

/** A network whose deposits are read, with its settings. */
export type WatchedChain = Readonly<{
  chain: DepositChain
  /** The block after which the first read starts. Undefined: the newest finalised block at that time. */
  beginAfter: bigint | undefined
  /** A node of another provider. A deposit above this amount counts only if both nodes show it. */
  witness: Readonly<{ chain: DepositChain; aboveMinor: bigint }> | undefined
}>

export type WatchedChains = ReadonlyMap<ChainKey, WatchedChain>
