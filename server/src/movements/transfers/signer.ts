import type { Mode } from '../../kernel/mode.ts'
import type { NetworkName } from '../../kernel/networks.ts'
import type { AttemptKind } from './chain.ts'

export type SignRequest = Readonly<{ transferId: string; kind: AttemptKind; unsigned: Uint8Array }>

export type SignAnswer =
  | Readonly<{ outcome: 'signed'; raw: Uint8Array; hash: string }>
  | Readonly<{ outcome: 'refused'; code: string; message: string }>

/** The process that holds the keys. It traces each transfer back to its money by itself and may refuse it. */
export type Signer = SignerJournal &
  Readonly<{
    /**
     * Answers in the order of the requests. Throws SignerUnavailable when the signer cannot be reached. Then the outcome is unknown and the
     * caller requests the same lock again.
     */
    sign(requests: readonly SignRequest[], signal: AbortSignal): Promise<readonly SignAnswer[]>
    /** Returns one above the highest lock of a lane in the signer's own journal, 0 if there is none. */
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

/** Everything in the signer's journal about one lock, with its signed attempts, oldest first. */
export type JournalLock = Readonly<{
  lock: bigint
  /** `<business>/<mode>/<reference>/<purpose>/<leg>` */
  rightKey: string
  transferId: string
  rightId: string
  transactionId: string
  to: string
  /** Zero if the lock was only ever cancelled. */
  tokensMinor: bigint
  credits: readonly unknown[]
  attempts: readonly JournalAttempt[]
}>

/** The signer's own memory outside the database. After a restore, only it and the chains know what was sent. */
export type SignerJournal = Readonly<{
  /** Returns the locks of a lane from this one on, in order. */
  readLocks(lane: LaneAddress, from: bigint, signal: AbortSignal): Promise<readonly JournalLock[]>
}>

/** Used when no signer is configured. Nothing can be sent, and cleared deliveries wait. */
export const absentSigner: Signer = {
  sign: async () => refuse(),
  nextLock: async () => refuse(),
  readLocks: async () => refuse(),
}

function refuse(): never {
  throw new SignerUnavailable('no signer process is configured; set SIGNER_URL')
}
