import type { Mode } from '../../kernel/mode.ts'
import type { NetworkName } from '../../kernel/networks.ts'
import type { DepositSalt } from '../deposits/deposit-address.ts'
import type { Terms } from '../transfers/chain.ts'
import type { SignAnswer } from '../transfers/signer.ts'

/** A deposit address with what is to be brought home from it, in the chain's smallest units. */
export type SweepItem = Readonly<{ salt: DepositSalt; address: string; units: bigint }>

export type SweeperReading = Readonly<{
  gasUnits: bigint
  /** The number of the next call, at the newest block. */
  nonceLatest: bigint
}>

/** A call that was sent, with everything that was signed for its number. */
export type SentSweep = Readonly<{
  nonce: bigint
  attempts: ReadonlyArray<Readonly<{ hash: string; terms: Terms }>>
}>

/** The outcome of a call. Only what cannot be undone ends it. */
export type SweepEnd =
  /** In no block yet: it may be sent again. */
  | Readonly<{ state: 'waiting' }>
  /** In a block that may still be undone, or that the node does not show all of. */
  | Readonly<{ state: 'pending' }>
  | Readonly<{ state: 'final_ok' | 'final_failed'; hash: string; gasUnits: bigint }>
  /** None of what was signed for it can ever be taken any more; in words, why. */
  | Readonly<{ state: 'void'; because: string }>

/** Where a deposit address must be opened before tokens can come to it. */
export type OpeningAccounts = Readonly<{
  mostTogether: number
  /** Of these, those that cannot receive because they were not opened. In the order given. */
  missing(addresses: readonly string[], signal: AbortSignal): Promise<readonly string[]>
  suggestTerms(signal: AbortSignal): Promise<Terms>
  /** Of these, those that are open and empty: sweeping nothing from them closes them, and brings home what they were opened with. */
  spare(addresses: readonly string[], signal: AbortSignal): Promise<readonly string[]>
}>

/** One network in one mode, as the sweeper of deposit addresses uses it. Throws ChainUnavailable when nothing is known. */
export type SweepChain = Readonly<{
  mode: Mode
  network: NetworkName
  /** The wallet that pays the gas. */
  sweeper: string
  /** So many addresses go in one call. */
  mostTogether: number
  /** The address that a salt has. */
  addressOf(salt: DepositSalt): string
  read(signal: AbortSignal): Promise<SweeperReading>
  /** What a call for these may cost; undefined where the chain says that it would fail. */
  suggestTerms(items: readonly SweepItem[], signal: AbortSignal): Promise<Terms | undefined>
  raiseTerms(before: Terms, suggested: Terms): Terms
  /** Pure: in the smallest unit of what gas is paid in. */
  mostCost(terms: Terms): bigint
  /** Decides nothing; returns words for the log. */
  broadcast(raw: Uint8Array, signal: AbortSignal): Promise<string>
  endOf(sweep: SentSweep, signal: AbortSignal): Promise<SweepEnd>
  opening?: OpeningAccounts
}>

type SweepOrder = Readonly<{
  mode: Mode
  network: NetworkName
  nonce: bigint
  items: ReadonlyArray<Pick<SweepItem, 'salt' | 'units'>>
  terms: Terms
}>

type OpeningOrder = Readonly<{
  mode: Mode
  network: NetworkName
  salts: readonly DepositSalt[]
  terms: Terms
}>

/** The process that holds the keys, asked to sweep. It makes the bytes itself; throws SignerUnavailable when it cannot be asked. */
export type SweepSigner = Readonly<{
  signSweep(order: SweepOrder, signal: AbortSignal): Promise<SignAnswer>
  /** Deposit accounts that must be opened before anything can come to them. */
  signOpening(order: OpeningOrder, signal: AbortSignal): Promise<SignAnswer>
}>
