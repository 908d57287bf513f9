import type { Mode } from '../../kernel/mode.ts'
import type { NetworkName } from '../transfers/wallet-address.ts'
import type { DepositSalt } from './deposit-salt.ts'

/** One transfer of the naira token, as its contract logged it. Addresses are spelt as deposit addresses are. */
export type TokenLog = Readonly<{
  txHash: string
  logIndex: number
  block: bigint
  blockHash: string
  token: string
  sender: string
  address: string
  units: bigint
}>

/** A log of the token that says nothing we can read. */
export type OddLog = Readonly<{ txHash: string; logIndex: number; problem: string; raw: unknown }>

export type BlockMark = Readonly<{ block: bigint; hash: string }>

/** A wallet of ours after a block: tokens and gas in the smallest units, and its next lock. */
export type WalletAtBlock = Readonly<{ units: bigint; gasUnits: bigint; lock: bigint }>

export type ReadLogs = Readonly<{
  /** The last block that was read: a node may not answer for all of them at once. */
  through: bigint
  logs: readonly TokenLog[]
  odd: readonly OddLog[]
}>

/** One network in one mode, as whoever watches for deposits reads it. Throws ChainUnavailable when nothing is known. */
export type DepositChain = Readonly<{
  mode: Mode
  network: NetworkName
  /** Of the chain's smallest units, those that make a kobo. */
  unitsPerMinor: bigint
  /** The address that a salt has. Computed: whoever gave it out is not asked. */
  addressOf(salt: DepositSalt): string
  /** Refuses to serve when no deposit factory stands where the settings say, or it sends to another wallet than they say. */
  check(signal: AbortSignal): Promise<void>
  /** The newest block that cannot be undone. */
  head(signal: AbortSignal): Promise<Readonly<{ finalized: BlockMark }>>
  /** Of the block that stands at this height; undefined where the node has none. */
  blockHash(block: bigint, signal: AbortSignal): Promise<string | undefined>
  /** Every transfer of the token from this block on, to that one at most. */
  logs(from: bigint, to: bigint, signal: AbortSignal): Promise<ReadLogs>
  /** For each, whether its transaction, asked for by itself, is in the block that stands and shows the same transfer. */
  shows(logs: readonly TokenLog[], signal: AbortSignal): Promise<readonly boolean[]>
  /** Tokens at each address after this block, in the smallest units. */
  holdings(addresses: readonly string[], block: bigint, signal: AbortSignal): Promise<readonly bigint[]>
  /** Each of these wallets after this block. */
  wallets(addresses: readonly string[], block: bigint, signal: AbortSignal): Promise<readonly WalletAtBlock[]>
}>
