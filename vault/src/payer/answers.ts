import type { ConclusiveReading, Enquiry, RailLines, Sent } from './rails/bank-rail.ts'

export type SendOrder = Readonly<{ payoutId: string; kind: 'first' | 'repeat' }>

export type SendAnswer = Readonly<{ payoutId: string }> &
  (Sent | Readonly<{ outcome: 'refused'; code: RefusalCode; message: string }>)

export type PayoutReading = Readonly<{ payoutId: string; at: Date }> &
  (
    | Readonly<{ kind: 'pending' | 'needs_otp' | 'not_found' | 'unavailable'; code: string | null }>
    | ConclusiveReading
  )

export type Payer = Readonly<{
  /** Answers in the order asked. Throws Unavailable when nothing can be said. */
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

/** Why no bank was asked. docs/reference/payer.md says of each what to do. */
type RefusalCode =
  // the rows
  | 'unknown_payout'
  | 'payout_over'
  | 'not_held'
  | 'unknown_account'
  | 'account_stopped'
  | 'right_mismatch'
  | 'status_forbids'
  | 'opening_missing'
  | 'not_funded'
  | 'chain_unavailable'
  | 'credit_doubtful'
  | 'credit_taken_back'
  | 'credit_under_lien'
  | 'delivered'
  | 'listed'
  | 'frozen'
  // the bank
  | 'unknown_bank'
  | 'bank_unavailable'
  | 'name_unavailable'
  | 'name_not_found'
  | 'name_drift'
  | 'two_minute_rule'
  // the journal
  | 'reference_used'
  | 'right_used'
  | 'former_alive'
  | 'source_used'
  | 'journal_behind'
  | 'cannot_repeat'
  | 'too_soon'
  | 'too_late'
  // the policy
  | 'over_payout_cap'
  | 'over_hour_cap'
  | 'over_day_cap'
  | 'over_first_day_cap'

export class Refused extends Error {
  override readonly name = 'Refused'
  readonly code: RefusalCode

  constructor(code: RefusalCode, message: string) {
    super(message)
    this.code = code
  }
}

export function refuseUnless(condition: boolean, code: RefusalCode, message: string): asserts condition {
  if (!condition) throw new Refused(code, message)
}
