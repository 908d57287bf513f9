import type { Mode } from '../../kernel/mode.ts'
import type { Asset } from '../../kernel/money/money.ts'
import type { NetworkName } from './wallet-address.ts'

export type Fees = Readonly<{ maxFeePerGas: bigint; maxPriorityFeePerGas: bigint; gas: bigint }>

/** What signed bytes are for: the payment, the same payment with higher fees, or nothing at all on the same lock. */
export type AttemptKind = 'pay' | 'bump' | 'cancel'

export type GasAsset = Exclude<Asset, 'NGN' | 'NGNC'>

/** What the chain shows of one wallet of ours. */
export type LaneReading = Readonly<{
  tokensMinor: bigint
  gasUnits: bigint
  /** The next lock (nonce) at the newest block. */
  lockLatest: bigint
  /** The next lock at the last block that cannot be undone. */
  lockFinalized: bigint
}>

export type OutTransfer = Readonly<{
  lock: bigint
  to: string
  tokensMinor: bigint
  attempts: ReadonlyArray<Readonly<{ kind: AttemptKind; hash: string }>>
}>

export type Doubt = Readonly<{ chain: string; witness: string }>

/** What became of a lock. Only finality ends it; that a node does not know our bytes proves nothing. */
export type LockStatus =
  | Readonly<{ state: 'unknown' }>
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
  readLane(address: string, signal: AbortSignal): Promise<LaneReading>
  suggestFees(signal: AbortSignal): Promise<Fees>
  /** Both fees at least an eighth higher than before, and at least what is suggested now. */
  raiseFees(before: Fees, suggested: Fees): Fees
  /** Pure: the fees that signed bytes offer. */
  feesIn(raw: Uint8Array): Fees
  /** Pure: the bytes to be signed. */
  prepare(
    order: Readonly<{ from: string; lock: bigint; to: string; tokensMinor: bigint; fees: Fees }>,
  ): Uint8Array
  /** Pure: bytes that use the lock up and move nothing. */
  prepareCancel(order: Readonly<{ from: string; lock: bigint; fees: Fees }>): Uint8Array
  /** Decides nothing and does not throw because a node refused; returns words for the log. */
  broadcast(raws: readonly Uint8Array[], signal: AbortSignal): Promise<readonly string[]>
  /** All attempts of each lock, at finality only; reads the lock before the transactions. In the order given. */
  status(from: string, out: readonly OutTransfer[], signal: AbortSignal): Promise<readonly LockStatus[]>
}>

export type ChainKey = `${Mode}:${NetworkName}`

/** The chains this deployment sends on. */
export type Chains = ReadonlyMap<ChainKey, Chain>
