import type { ConclusiveReading, Enquiry, RailLines, Sent } from './rails/bank-rail.ts'
import type { PayoutRefusalCode } from './refused-payout.ts'

export type SendOrder = Readonly<{ payoutId: string; kind: 'first' | 'repeat' }>

export type SendAnswer = Readonly<{ payoutId: string }> &
  (Sent | Readonly<{ outcome: 'refused'; code: PayoutRefusalCode; message: string }>)

export type PayoutReading = Readonly<{ payoutId: string; at: Date }> &
  (
    | Readonly<{ kind: 'pending' | 'needs_otp' | 'not_found' | 'unavailable'; code: string | null }>
    | ConclusiveReading
  )

export type Payer = Readonly<{
  /** Answers in the order asked. Throws PayerUnavailable when nothing can be said. */
  send(orders: readonly SendOrder[]): Promise<SendAnswer[]>
  requery(payoutIds: readonly string[]): Promise<PayoutReading[]>
  balance(accountId: string): Promise<Readonly<{ availableMinor: bigint; at: Date }>>
  lines(accountId: string, cursor: string | null): Promise<RailLines>
  enquire(mode: string, account: Readonly<{ bankCode: string; accountNumber: string }>): Promise<Enquiry>
  /** The references that a notification is about; undefined when no vendor of ours signed it. */
  readHook(
    mode: string,
    vendor: string,
    headers: Readonly<Record<string, string | undefined>>,
    body: Buffer,
  ): readonly string[] | undefined
}>

/** Nothing can be said in this moment; the same may be asked again. */
export class PayerUnavailable extends Error {
  override readonly name = 'PayerUnavailable'
  readonly code:
    | 'killed'
    | 'not_alone'
    | 'database_unavailable'
    | 'journal_unavailable'
    | 'journal_behind'
    | 'bank_unavailable'
    | 'unknown_account'

  constructor(code: PayerUnavailable['code'], message: string) {
    super(message)
    this.code = code
  }
}
