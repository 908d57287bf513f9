import type { Mode } from '../../kernel/mode.ts'
import type { NetworkName } from '../../kernel/networks.ts'
import type { AttemptKind } from './chain.ts'

export type LaneAddress = Readonly<{ mode: Mode; network: NetworkName; address: string }>

/** Bytes that the signer made. */
export type JournalAttempt = Readonly<{ kind: AttemptKind; raw: Uint8Array; hash: string }>

/** All that the signer ever wrote down about one lock, and what it signed for it, oldest first. */
export type JournalLock = Readonly<{
  lock: bigint
  /** `<business>/<mode>/<reference>/<purpose>/<leg>` */
  rightKey: string
  transferId: string
  rightId: string
  transactionId: string
  to: string
  /** Nothing where it was only ever cancelled. */
  tokensMinor: bigint
  credits: readonly unknown[]
  attempts: readonly JournalAttempt[]
}>

/** What the signer remembers by itself, outside the database: after a restore, only it and the chains know what was sent. */
export type SignerJournal = Readonly<{
  /** The locks of a lane from this one on, in their order. */
  readLocks(lane: LaneAddress, from: bigint, signal: AbortSignal): Promise<readonly JournalLock[]>
}>
