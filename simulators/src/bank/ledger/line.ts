import type { FaultName } from '../faults/catalogue.ts'

export type Payer = Readonly<{ accountNumber: string; name: string; bankCode: string; bankName: string }>

/** What a line is, which no vendor says so plainly. */
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

/** One movement on an account, as it really is. Written once and never changed. */
export type Line = Readonly<{
  id: string
  seq: number
  account: string
  direction: 'credit' | 'debit'
  mark: Mark
  /** The line that this one takes back, returns, or is charged for. */
  of?: string
  /** The vendor's own id of the transaction. Two lines share it when two payers paid one transaction. */
  reference: string
  sessionId: string
  /** What the vendor shows as session id; null where it shows none. */
  shownSessionId: string | null
  gross: bigint
  /** What the vendor keeps. */
  fee: bigint
  vat: bigint
  /** What the balance moves by. */
  settled: bigint
  balanceAfter: bigint
  bookedAt: number
  valueDate: string
  payer: Payer
  remark: string
  /** Empty: each statement writes it in its own bank's form. */
  narration: string | null
  faults: readonly FaultName[]
  /** From when a requery, and the list of transactions, know of it. */
  requeryFrom: number
  feedFrom: number
  /** What the payer was to do, where the payer did otherwise. */
  asked?: Readonly<{ account: string; gross: bigint; payer: Payer }>
}>

export function isCredit({ direction }: Line): boolean {
  return direction === 'credit'
}
