/** Why no bank was asked. docs/reference/payer.md says of each what to do. */
export type PayoutRefusalCode =
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

export class RefusedPayout extends Error {
  override readonly name = 'RefusedPayout'
  readonly code: PayoutRefusalCode

  constructor(code: PayoutRefusalCode, message: string) {
    super(message)
    this.code = code
  }
}

export function refusePayoutUnless(
  condition: boolean,
  code: PayoutRefusalCode,
  message: string,
): asserts condition {
  if (!condition) throw new RefusedPayout(code, message)
}
