import type { Reading, Sent } from '../bank-rail.ts'

/** What Paystack refuses a transfer with, before it makes one. What is not here is unknown. */
export const paystackRefusals: Readonly<Record<string, Exclude<Sent['outcome'], 'accepted'>>> = {
  // Their advice is to make a new reference: that would pay twice.
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
  // "An unspecified error with the customer bank", with the advice to try again.
  bank_error: 'unknown',
  rate_limited: 'unknown',
}

/** Older answers have words in the place of a code. */
export const paystackRefusalWords: ReadonlyArray<readonly [RegExp, Exclude<Sent['outcome'], 'accepted'>]> = [
  [/reference already exists/i, 'exists'],
  [/balance is not enough/i, 'rejected'],
]

/** What a transfer's status says. A transfer with any of these is there, whatever came of it. */
export const paystackStatuses: Readonly<Record<string, Reading['kind']>> = {
  pending: 'pending',
  received: 'pending',
  queued: 'pending',
  otp: 'needs_otp',
  success: 'success',
  failed: 'failed',
  // Nobody gave the one-time password within half an hour.
  abandoned: 'failed',
  blocked: 'failed',
  rejected: 'failed',
  reversed: 'reversed',
}

export const paystackNotFound: readonly string[] = ['transfer_not_found', 'resource_not_found', 'not_found']
