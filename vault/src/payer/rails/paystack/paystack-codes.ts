import type { Reading, Sent } from '../bank-rail.ts'

/** Codes with which Paystack refuses a transfer before it makes one. A code that is not listed means unknown. */
export const paystackRefusals: Readonly<Record<string, Exclude<Sent['outcome'], 'accepted'>>> = {
  // Paystack advises to send the payment with a new reference, but that would pay twice.
  duplicate_transfer_reference: 'exists',
  insufficient_balance: 'rejected',
  invalid_bank_code: 'rejected',
  missing_bank_code: 'rejected',
  missing_account_number: 'rejected',
  invalid_transfer_reference: 'rejected',
  recipient_not_found: 'rejected',
  invalid_amount: 'rejected',
  invalid_params: 'rejected',
  fraud_watchlist: 'rejected',
  transfer_unavailable: 'rejected',
  unregistered_business: 'rejected',
  invalid_Key: 'rejected',
  // Paystack describes this as "an unspecified error with the customer bank" and advises to try again, but the payment may have been made.
  bank_error: 'unknown',
  rate_limited: 'unknown',
}

/** Older answers have a message in the place of a code. */
export const paystackRefusalWords: ReadonlyArray<readonly [RegExp, Exclude<Sent['outcome'], 'accepted'>]> = [
  [/reference already exists/i, 'exists'],
  [/balance is not enough/i, 'rejected'],
]

/** The meaning of a transfer's status. A transfer with any of these statuses exists, whatever its outcome. */
export const paystackStatuses: Readonly<Record<string, Reading['kind']>> = {
  pending: 'pending',
  received: 'pending',
  queued: 'pending',
  otp: 'needs_otp',
  success: 'success',
  failed: 'failed',
  // The one-time password was not entered within half an hour.
  abandoned: 'failed',
  blocked: 'failed',
  rejected: 'failed',
  reversed: 'reversed',
}

export const paystackNotFound: readonly string[] = ['transfer_not_found', 'resource_not_found', 'not_found']
