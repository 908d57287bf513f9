import type { Mode } from '../../kernel/mode.ts'
import type { GasAsset, NetworkName } from '../../kernel/networks.ts'

/**
 * What signed bytes offer for being taken, and until when they are good, in the words of the network's family. Kept with the bytes; only
 * the family reads it.
 */
export type Terms = Readonly<Record<string, string>>

/** What signed bytes are for: the payment, the same payment on other terms, or nothing at all on the same lock. */
export type AttemptKind = 'pay' | 'bump' | 'cancel'

/** A wallet of ours, and the next lock that our rows would give out in it. */
export type LanePlace = Readonly<{ address: string; nextLock: bigint }>

/** What the chain shows of one wallet of ours. */
export type LaneReading = Readonly<{
  tokensMinor: bigint
  gasUnits: bigint
  /** Every lock below it is used up, at the newest block. */
  lockLatest: bigint
  /** One above the highest lock that is used up. The same where a network takes locks in their order only. */
  lockAhead: bigint
  /** So many more locks may be out. */
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
  /** With what is odd about it, and no reason to refuse it. */
  | Readonly<{ outcome: 'fine'; warning?: string }>
  | Readonly<{
      outcome: 'blocked'
      code: WalletBlock /** What is wrong and how to mend it. */
      message: string
    }>

export type OutTransfer = Readonly<{
  lock: bigint
  to: string
  tokensMinor: bigint
  attempts: ReadonlyArray<Readonly<{ kind: AttemptKind; hash: string }>>
}>

export type Doubt = Readonly<{ chain: string; witness: string }>

/** The outcome of a lock. Only finality ends it; that a node does not know our bytes proves nothing. */
export type LockStatus =
  /**
   * With why, where the network took bytes of it, undid all they did and left the lock free: they would fail again.
   */
  | Readonly<{ state: 'unknown'; failed?: string }>
  /** With what each of two nodes said, where they do not agree. */
  | Readonly<{ state: 'pending'; doubt?: Doubt }>
  | Readonly<{
      state: 'final_ok' | 'final_failed' | 'final_void'
      hash: string
      block: bigint
      gasUnits: bigint
      evidence: Readonly<Record<string, string>>
    }>
  | Readonly<{ state: 'conflict'; detail: string }>

/** One network in one mode, as lanes use it. It holds no key and signs nothing. */
export type Chain = Readonly<{
  mode: Mode
  network: NetworkName
  gasAsset: GasAsset
  /** Refuses to serve when the chain's id, the token's decimals or its code are not what the settings say. */
  check(signal: AbortSignal): Promise<void>
  readLane(lane: LanePlace, signal: AbortSignal): Promise<LaneReading>
  suggestTerms(signal: AbortSignal): Promise<Terms>
  /** So much better than before that the network takes them in their place, and at least what is suggested now. */
  raiseTerms(before: Terms, suggested: Terms): Terms
  /** Pure: whether bytes on these terms can land no more, by what is suggested now. Where bytes are good for ever, never. */
  haveExpired(terms: Terms, suggested: Terms): boolean
  /** Pure: the terms of signed bytes. */
  termsIn(raw: Uint8Array): Terms
  /** Pure: what bytes on these terms may cost at most, in the smallest unit of what gas is paid in. */
  mostCost(terms: Terms): bigint
  /** The bytes to be signed. Asks nobody. */
  prepare(
    order: Readonly<{ from: string; lock: bigint; to: string; tokensMinor: bigint; terms: Terms }>,
  ): Promise<Uint8Array>
  /** Bytes that use the lock up and move nothing. Asks nobody. */
  prepareCancel(order: Readonly<{ from: string; lock: bigint; terms: Terms }>): Promise<Uint8Array>
  /** Decides nothing and does not throw because a node refused; returns words for the log. */
  broadcast(raws: readonly Uint8Array[], signal: AbortSignal): Promise<readonly string[]>
  /** All attempts of each lock, at finality only; reads the lock before the transactions. In the order given. */
  status(from: string, out: readonly OutTransfer[], signal: AbortSignal): Promise<readonly LockStatus[]>
  /** Whether a wallet can receive so much now. A well-formed address is taken for granted. */
  preflight(to: string, tokensMinor: bigint, signal: AbortSignal): Promise<Preflight>
}>

export type ChainKey = `${Mode}:${NetworkName}`

/** The chains this deployment sends on. */
export type Chains = ReadonlyMap<ChainKey, Chain>

/** Networks that a process which sends nothing may ask whether a wallet can receive. */
export type WalletChains = ReadonlyMap<ChainKey, Pick<Chain, 'preflight'>>

/** Pages of others that show what happened on a network; null where there is none. We ask them nothing and believe nothing of them. */
export type Explorers = Readonly<{
  ofTransaction(mode: Mode, network: string, hash: string): string | null
  ofAddress(mode: Mode, network: string, address: string): string | null
}>
