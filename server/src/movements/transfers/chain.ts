import type { Mode } from '../../kernel/mode.ts'
import type { GasAsset, NetworkName } from '../../kernel/networks.ts'

/** Fee and validity of signed bytes, in the format of the network's family. Stored with the bytes. Only the family reads it. */
export type Terms = Readonly<Record<string, string>>

/** Purpose of signed bytes: the payment, the same payment on other terms, or a cancellation with the same lock. */
export type AttemptKind = 'pay' | 'bump' | 'cancel'

/** One of our wallets, and the next lock that our rows would assign in it. */
export type LanePlace = Readonly<{ address: string; nextLock: bigint }>

/** State of one of our wallets on the chain. */
export type LaneReading = Readonly<{
  tokensMinor: bigint
  gasUnits: bigint
  /** Every lock below it is used, at the newest block. */
  lockLatest: bigint
  /** One above the highest used lock. Equals `lockLatest` if a network accepts locks only in order. */
  lockAhead: bigint
  /** Number of further locks that may be in flight. */
  room: number
}>

/** Why a wallet cannot receive. */
export type WalletBlock =
  | 'no_account'
  | 'no_trustline'
  | 'not_authorized'
  | 'trustline_full'
  | 'memo_required'
  | 'wrong_mint'
  | 'not_a_wallet'
  | 'account_frozen'
  | 'contract_elsewhere'
  | 'token_refuses'

export type Preflight =
  /** With a warning that is no reason to refuse. */
  | Readonly<{ outcome: 'fine'; warning?: string }>
  | Readonly<{
      outcome: 'blocked'
      code: WalletBlock /** The problem and its remedy. */
      message: string
    }>

export type OutTransfer = Readonly<{
  lock: bigint
  to: string
  tokensMinor: bigint
  attempts: ReadonlyArray<Readonly<{ kind: AttemptKind; hash: string }>>
}>

export type Doubt = Readonly<{ chain: string; witness: string }>

/** The outcome of a lock. Only finality ends it. A node that does not know our bytes proves nothing. */
export type LockStatus =
  /** `failed` is set if the network executed the bytes, reverted them and left the lock free: they would fail again. */
  | Readonly<{ state: 'unknown'; failed?: string }>
  /** `doubt` holds the answers of two nodes that disagree. */
  | Readonly<{ state: 'pending'; doubt?: Doubt }>
  | Readonly<{
      state: 'final_ok' | 'final_failed' | 'final_void'
      hash: string
      block: bigint
      gasUnits: bigint
      evidence: Readonly<Record<string, string>>
    }>
  | Readonly<{ state: 'conflict'; detail: string }>

/** One network in one mode, as lanes use it. Holds no key and signs nothing. */
export type Chain = Readonly<{
  mode: Mode
  network: NetworkName
  gasAsset: GasAsset
  /** Throws if the chain's id, the token's decimals or its code differ from the settings. */
  check(signal: AbortSignal): Promise<void>
  readLane(lane: LanePlace, signal: AbortSignal): Promise<LaneReading>
  suggestTerms(signal: AbortSignal): Promise<Terms>
  /** Returns terms that the network accepts as a replacement, and that are at least as high as those suggested now. */
  raiseTerms(before: Terms, suggested: Terms): Terms
  /** Pure. Returns whether bytes with these terms can no longer be included, by the terms suggested now. False if bytes never expire. */
  haveExpired(terms: Terms, suggested: Terms): boolean
  /** Pure. Returns the terms of signed bytes. */
  termsIn(raw: Uint8Array): Terms
  /** Pure. Returns the maximum cost of bytes with these terms, in the smallest unit of the gas asset. */
  mostCost(terms: Terms): bigint
  /** Returns the bytes to sign. Makes no request. */
  prepare(
    order: Readonly<{ from: string; lock: bigint; to: string; tokensMinor: bigint; terms: Terms }>,
  ): Promise<Uint8Array>
  /** Returns bytes that use the lock and move nothing. Makes no request. */
  prepareCancel(order: Readonly<{ from: string; lock: bigint; terms: Terms }>): Promise<Uint8Array>
  /** Decides nothing and does not throw if a node refuses. Returns text for the log. */
  broadcast(raws: readonly Uint8Array[], signal: AbortSignal): Promise<readonly string[]>
  /** Checks all attempts of each lock, at finality only. Reads the lock before the transactions. Results are in the given order. */
  status(from: string, out: readonly OutTransfer[], signal: AbortSignal): Promise<readonly LockStatus[]>
  /** Returns whether a wallet can receive this amount now. The address must be well-formed. */
  preflight(to: string, tokensMinor: bigint, signal: AbortSignal): Promise<Preflight>
}>

export type ChainKey = `${Mode}:${NetworkName}`

/** The chains this deployment sends on. */
export type Chains = ReadonlyMap<ChainKey, Chain>

/** Networks on which a process that sends nothing can check whether a wallet can receive. */
export type WalletChains = ReadonlyMap<ChainKey, Pick<Chain, 'preflight'>>

/** Links to block explorers; null if there is none. We never query them or rely on them. */
export type Explorers = Readonly<{
  ofTransaction(mode: Mode, network: string, hash: string): string | null
  ofAddress(mode: Mode, network: string, address: string): string | null
}>
