import type { Reading, Sent } from './rails/bank-rail.ts'

export type SendOrder = Readonly<{ payoutId: string; kind: 'first' | 'repeat' }>

export type SendAnswer = Readonly<{ payoutId: string }> &
  (Sent | Readonly<{ outcome: 'refused'; code: RefusalCode; message: string }>)

export type PayoutReading = Readonly<{ payoutId: string; at: Date }> & Reading

/** The bank, or a check before the payment, has not answered yet. The caller repeats the request to get the answer. */
export type SendWaits = Readonly<{ payoutId: string; outcome: 'waiting' }>
export type ReadingWaits = Readonly<{ payoutId: string; at: Date; kind: 'waiting'; code: null }>

/**
 * Reasons why this request was not sent to a bank. An earlier request for the payout may have been sent. docs/runbooks/payout-unknown.md
 * says what each code means and what to do.
 */
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
  | 'tokens_taken'
  | 'balance_unproven'
  | 'chain_unavailable'
  | 'credit_doubtful'
  | 'paid_by_hand'
  | 'credit_taken_back'
  | 'credit_under_lien'
  | 'delivered'
  | 'listed'
  | 'frozen'
  // the decisions of operators
  | 'decision_unsigned'
  | 'operators_unavailable'
  | 'decision_in_doubt'
  // the payments of members
  | 'payment_mismatch'
  | 'payment_unsigned'
  | 'request_unsigned'
  | 'payment_waits'
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
