import type { Mode } from '../../kernel/mode.ts'
import type { NetworkName } from '../../kernel/networks.ts'
import type { AttemptKind } from './chain.ts'
import type { SignerJournal } from './signer-journal.ts'

export type SignRequest = Readonly<{ transferId: string; kind: AttemptKind; unsigned: Uint8Array }>

export type SignAnswer =
  | Readonly<{ outcome: 'signed'; raw: Uint8Array; hash: string }>
  | Readonly<{ outcome: 'refused'; code: string; message: string }>

/** The process that holds the keys. It follows each transfer back to the money by itself and may refuse it. */
export type Signer = SignerJournal &
  Readonly<{
    /**
     * Answers in the order asked. Throws SignerUnavailable when it cannot be asked; then nothing is known and the same
     * lock is asked for again.
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
