import type { RefusalCode } from './refused.ts'

/** Who asks names a transfer and brings bytes. What the transfer is, the signer reads by itself. */
export type SignRequest = Readonly<{
  transferId: string
  kind: 'pay' | 'bump' | 'cancel'
  unsigned: Uint8Array
}>

export type SignResult =
  | Readonly<{ outcome: 'signed'; raw: string; hash: string }>
  | Readonly<{ outcome: 'refused'; code: RefusalCode; message: string }>

/** Nothing can be said about any request in this moment; the same may be asked again. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
  readonly code: 'killed' | 'not_alone' | 'database_unavailable' | 'journal_unavailable' | 'key_unavailable'

  constructor(code: Unavailable['code'], message: string) {
    super(message)
    this.code = code
  }
}
