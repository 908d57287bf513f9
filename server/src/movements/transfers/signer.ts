import type { Mode } from '../../kernel/mode.ts'
import type { NetworkName } from '../../kernel/networks.ts'
import type { AttemptKind } from './chain.ts'

export type SignRequest = Readonly<{ transferId: string; kind: AttemptKind; unsigned: Uint8Array }>

export type SignAnswer =
  | Readonly<{ outcome: 'signed'; raw: Uint8Array; hash: string }>
  | Readonly<{ outcome: 'refused'; code: string; message: string }>

/** The process that holds the keys. It follows each transfer back to the money by itself and may refuse it. */
export type Signer = SignerJournal &
  Readonly<{
    /**
     * Answers in the order asked. Throws SignerUnavailable when it cannot be asked; then nothing is known and the caller requests the same
     * lock again.
     */
    sign(requests: readonly SignRequest[], signal: AbortSignal): Promise<readonly SignAnswer[]>
    /** One above the highest lock of a lane in the signer's own journal, 0 when there is none. */
    nextLock(
      lane: Readonly<{ mode: Mode; network: NetworkName; address: string }>,
      signal: AbortSignal,
    ): Promise<bigint>
  }>

export class SignerUnavailable extends Error {
  override readonly name = 'SignerUnavailable'
}

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

/** Where none is set up nothing can be sent: what is cleared waits until there is one. */
export const absentSigner: Signer = {
  sign: async () => refuse(),
  nextLock: async () => refuse(),
  readLocks: async () => refuse(),
}

function refuse(): never {
  throw new SignerUnavailable('no signer is configured')
}
