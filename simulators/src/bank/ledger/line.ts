import type { FaultName } from '../faults/catalogue.ts'

export type Payer = Readonly<{ accountNumber: string; name: string; bankCode: string; bankName: string }>

/** The true kind of a line, which vendors do not show. */
export type Mark =
  | 'payment'
  | 'reversal'
  | 'recall'
  | 'outward'
  | 'return'
  | 'charge'
  | 'vat'
  | 'stamp_duty'
  | 'funding'
  | 'other'

/** The true facts of one movement on an account. Written once and never changed. */
export type Line = Readonly<{
  id: string
  seq: number
  account: string
  direction: 'credit' | 'debit'
  mark: Mark
  /** The line that this one takes back, returns, or is charged for. */
  of?: string
  /** The vendor's own id of the transaction. Two lines share it if two payers paid one transaction. */
  reference: string
  sessionId: string
  /** The session id that the vendor shows; null if it shows none. */
  shownSessionId: string | null
  gross: bigint
  /** The vendor's fee. */
  fee: bigint
  vat: bigint
  /** The change of the balance. */
  settled: bigint
  balanceAfter: bigint
  bookedAt: number
  valueDate: string
  payer: Payer
  remark: string
  /** Null: each statement writes a narration in the format of its bank. */
  narration: string | null
  faults: readonly FaultName[]
  /** Times from which a requery and the list of transactions show the line. */
  requeryFrom: number
  feedFrom: number
  /** For a payment to a number that was issued for one payment or for a customer: the number, and the request that had it. */
  own?: Readonly<{
    number: string
    issuedId: string
    reference: string
    askedKobo: string | null
    isStanding?: true
  }>
  /** The expected payment, if the payer paid something else. */
  asked?: Readonly<{ account: string; gross: bigint; payer: Payer }>
}>

export function isCredit({ direction }: Line): boolean {
  return direction === 'credit'
}
