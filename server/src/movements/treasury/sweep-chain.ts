import type { Mode } from '../../kernel/mode.ts'
import type { DepositSalt } from '../deposits/deposit-salt.ts'
import type { Fees } from '../transfers/chain.ts'
import type { NetworkName } from '../transfers/wallet-address.ts'

export type SweeperReading = Readonly<{
  gasUnits: bigint
  /** The next nonce at the newest block, and at the last one that cannot be undone. */
  nonceLatest: bigint
  nonceFinalized: bigint
}>

/** What became of a nonce that was used up at finality. */
export type SweepEnd =
  | Readonly<{ state: 'final_ok' | 'final_failed'; hash: string; gasUnits: bigint }>
  /** A node that has the transaction and does not show all of it yet. */
  | Readonly<{ state: 'pending' }>
  | Readonly<{ state: 'void'; by: string | undefined }>

/** One network in one mode, as whoever brings tokens home from deposit addresses uses it. Throws ChainUnavailable when nothing is known. */
export type SweepChain = Readonly<{
  mode: Mode
  network: NetworkName
  /** The wallet that pays the gas. */
  sweeper: string
  /** The address that a salt has. */
  addressOf(salt: DepositSalt): string
  read(signal: AbortSignal): Promise<SweeperReading>
  /** What a call for these may cost; undefined where the chain says that it would fail. */
  suggestFees(salts: readonly DepositSalt[], signal: AbortSignal): Promise<Fees | undefined>
  raiseFees(before: Fees, suggested: Fees): Fees
  /** Decides nothing; returns words for the log. */
  broadcast(raw: Uint8Array, signal: AbortSignal): Promise<string>
  endOf(nonce: bigint, hashes: readonly string[], signal: AbortSignal): Promise<SweepEnd>
}>
