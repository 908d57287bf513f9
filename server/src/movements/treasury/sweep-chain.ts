import type { Mode } from '../../kernel/mode.ts'
import type { NetworkName } from '../../kernel/networks.ts'
import type { DepositSalt } from '../deposits/deposit-address.ts'
import type { Terms } from '../transfers/chain.ts'
import type { SignAnswer } from '../transfers/signer.ts'

/** A deposit address with the tokens to sweep from it, in the chain's smallest units. */
export type SweepItem = Readonly<{ salt: DepositSalt; address: string; units: bigint }>

export type SweeperReading = Readonly<{
  gasUnits: bigint
  /** Nonce of the next call, at the newest block. */
  nonceLatest: bigint
}>

/** A call that was sent, with every attempt that was signed for its nonce. */
export type SentSweep = Readonly<{
  nonce: bigint
  attempts: ReadonlyArray<Readonly<{ hash: string; terms: Terms }>>
}>

/** The outcome of a call. Only a finalised result ends it. */
export type SweepEnd =
  /** In no block yet. The call may be sent again. */
  | Readonly<{ state: 'waiting' }>
  /** In a block that may still be undone, or that the node does not show completely. */
  | Readonly<{ state: 'pending' }>
  | Readonly<{ state: 'final_ok' | 'final_failed'; hash: string; gasUnits: bigint }>
  /** None of the signed attempts can ever be included any more. `because` says why. */
  | Readonly<{ state: 'void'; because: string }>

/** Present on networks where a deposit address must be opened before it can receive tokens. */
export type OpeningAccounts = Readonly<{
  mostTogether: number
  /** Returns the addresses that cannot receive because they were not opened, in the given order. */
  missing(addresses: readonly string[], signal: AbortSignal): Promise<readonly string[]>
  suggestTerms(signal: AbortSignal): Promise<Terms>
  /** Returns the addresses that are open and empty. A sweep of zero closes them and recovers the reserve they were opened with. */
  spare(addresses: readonly string[], signal: AbortSignal): Promise<readonly string[]>
}>

/** One network in one mode, as the sweeper uses it. Throws ChainUnavailable when nothing is known. */
export type SweepChain = Readonly<{
  mode: Mode
  network: NetworkName
  /** The wallet that pays the gas. */
  sweeper: string
  /** Maximum number of addresses in one call. */
  mostTogether: number
  addressOf(salt: DepositSalt): string
  read(signal: AbortSignal): Promise<SweeperReading>
  /** Returns the terms of a call for these items. Undefined if the chain reports that the call would fail. */
  suggestTerms(items: readonly SweepItem[], signal: AbortSignal): Promise<Terms | undefined>
  raiseTerms(before: Terms, suggested: Terms): Terms
  /** Pure. Returns the maximum cost in the smallest unit of the gas asset. */
  mostCost(terms: Terms): bigint
  /** Decides nothing. Returns text for the log. */
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

/** The process that holds the keys. It builds the bytes itself. Throws SignerUnavailable when it cannot be reached. */
export type SweepSigner = Readonly<{
  signSweep(order: SweepOrder, signal: AbortSignal): Promise<SignAnswer>
  /** Signs a call that opens deposit accounts, which must be open before they can receive tokens. */
  signOpening(order: OpeningOrder, signal: AbortSignal): Promise<SignAnswer>
}>
