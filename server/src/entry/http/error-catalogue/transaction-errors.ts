import type { ErrorEntries } from './error-entry.ts'

export const transactionErrors = {
  amount_malformed: {
    status: 422,
    meaning: 'The amount is not a plain decimal, or is too large.',
    fix: 'Send `15000` or `15000.50`, without sign, exponent or thousands separator.',
  },
  amount_too_fine: {
    status: 422,
    meaning: 'The amount has too many decimals.',
    fix: 'Naira and NGNC have two decimals.',
  },
  amount_below_minimum: {
    status: 422,
    meaning: 'The amount is below the minimum.',
    fix: 'Send at least the `minimum` in the error.',
  },
  amount_above_maximum: {
    status: 422,
    meaning: 'The amount is above the maximum.',
    fix: 'Send at most the `maximum` in the error, or split the amount.',
  },
  amount_below_fee: {
    status: 422,
    meaning: 'The fee is at least as large as the amount.',
    fix: 'Send a larger amount.',
  },
  insufficient_balance: {
    status: 422,
    meaning: 'The balance of the business is too low for this sell or withdrawal.',
    fix: 'Reduce the amount, or add to the balance first.',
  },
  payouts_short: {
    status: 422,
    meaning: 'We cannot pay out this much now. No tokens were debited.',
    fix: 'Reduce the amount, or try again in an hour.',
  },
  daily_limit: {
    status: 422,
    meaning: 'The sell or withdrawal exceeds the daily limit of the business.',
    fix: 'Try again tomorrow, or ask us to raise the limit. (A buy above it is accepted, with this code in `needs`.)',
  },
  business_mismatch: {
    status: 403,
    meaning: '`business_id` and `link_tag` do not belong to the business of the key.',
    fix: 'Copy both values and the key from the same business.',
  },
  transaction_unknown: {
    status: 404,
    meaning: 'No transaction of your business in this mode has this id.',
    fix: 'Check the id and the key.',
  },
  beneficiary_name_mismatch: {
    status: 422,
    meaning: 'The bank has a clearly different name for this account. We do not disclose it.',
    fix: 'Check `account_number`, `bank_name` and `account_name` with the beneficiary.',
  },
  beneficiary_not_enrolled: {
    status: 422,
    meaning:
      'Your business sells only to its beneficiaries. This bank account is not one of them, was removed, or was added less than 24 hours ago (a minute in test mode). No tokens were debited.',
    fix: 'A member adds the account on the dashboard, under Pay out. An owner can also turn the restriction off there.',
  },
  idempotency_key_invalid: {
    status: 422,
    meaning: 'The `Idempotency-Key` is not valid.',
    fix: 'Send 1 to 255 visible ASCII characters in one header. A UUID works well.',
  },
  idempotency_key_conflict: {
    status: 409,
    meaning:
      'The `Idempotency-Key` was used for another request. If that request made a transaction, its `transaction_id` is in the error.',
    fix: 'Use a new key, or repeat the first request unchanged.',
  },
  reference_conflict: {
    status: 409,
    meaning: 'The `reference` was used for another request, whose `transaction_id` is in the error.',
    fix: 'Use a new reference, or repeat the first request unchanged.',
  },
  possible_duplicate: {
    status: 409,
    meaning:
      'The same sell or withdrawal, without a reference, was accepted less than ten minutes ago (`transaction_id`).',
    fix: 'For a second transaction, send a `reference` or an `Idempotency-Key`.',
  },
} as const satisfies ErrorEntries

export const previewErrors = {
  delivery_not_open: {
    status: 422,
    meaning: 'This network is not available in this mode.',
    fix: 'Use a wallet on another network.',
  },
  delivery_stopped: {
    status: 422,
    meaning: 'Transfers are paused on this network or for this business.',
    fix: 'Try again later, use a wallet on another network, or contact us.',
  },
  delivery_short: {
    status: 422,
    meaning: 'We have too few tokens on this network for this amount.',
    fix: 'Reduce the amount, use a wallet on another network, or try again in an hour.',
  },
  payouts_stopped: {
    status: 422,
    meaning: 'Payouts are paused for this business, or to this bank. No tokens were debited.',
    fix: 'Use an account at another bank, try again later, or contact us.',
  },
  receipt_not_ready: {
    status: 409,
    meaning: 'Only completed and refunded transactions have a receipt.',
    fix: 'Ask again when it is completed or refunded.',
  },
  trace_letter_not_possible: {
    status: 409,
    meaning: 'No part of this transaction was paid through a bank yet.',
    fix: 'Read its timeline to see where the money is.',
  },
} as const satisfies ErrorEntries

export const batchErrors = {
  batch_unknown: {
    status: 404,
    meaning: 'No batch of your business in this mode has this id.',
    fix: 'Check the id and the mode of the key.',
  },
  batch_not_ready: {
    status: 409,
    meaning: 'The rows of the batch are still being checked.',
    fix: 'Read the batch until its state is `ready`, then confirm it.',
  },
  batch_over: {
    status: 409,
    meaning: 'The batch was cancelled or confirmed before.',
    fix: 'Read the batch for its state. Create a new batch if you want to pay something else.',
  },
  batch_has_problems: {
    status: 409,
    meaning: 'Rows of the batch have problems.',
    fix: 'Correct the rows and create a new batch, or send `skip_problems: true` to pay the others.',
  },
  batch_differs: {
    status: 409,
    meaning: '`rows` or `total` is not what the preview of the batch has.',
    fix: 'Read the batch, look at its preview again, and send its `rows` and `total`.',
  },
  batch_stale: {
    status: 409,
    meaning: 'Since the preview, a payment of the batch was made in another way.',
    fix: 'Create the batch again. Its preview shows which rows were paid.',
  },
} as const satisfies ErrorEntries

export const customerNumberErrors = {
  number_unknown: {
    status: 404,
    meaning: 'No standing number of your business in this mode has this id.',
    fix: 'Check the id and the mode of the key.',
  },
  customer_numbers_off: {
    status: 403,
    meaning: 'Your business is not approved for standing account numbers.',
    fix: 'Ask us to approve it. For a single payment, use `POST /transactions/v1/onramp/expected`.',
  },
  identity_number_sent: {
    status: 422,
    meaning: '`identity_reference` has eleven digits, like a BVN or NIN. It was not stored.',
    fix: 'Send the reference that your identity provider gave you when it checked the customer.',
  },
} as const satisfies ErrorEntries

export const payLinkErrors = {
  pay_link_unknown: {
    status: 404,
    meaning: 'No pay link of your business in this mode has this id.',
    fix: 'Check the id and the mode of the key.',
  },
  pay_link_not_open: {
    status: 409,
    meaning: 'The pay link was paid or has expired, so it cannot be cancelled.',
    fix: 'Read the link for its status. Naira that arrived is delivered or refunded.',
  },
  case_not_yours: {
    status: 404,
    meaning: 'No case that your business can decide has this id.',
    fix: 'Copy the id from `GET /cases/v1` or from `needs` of the transaction.',
  },
  case_decided: {
    status: 409,
    meaning: 'The case was decided otherwise before. `choice` in the error says how.',
    fix: 'Nothing. A decision cannot be changed.',
  },
  case_not_open: {
    status: 409,
    meaning: 'Nothing about the transaction waits for your decision, or the case has ended.',
    fix: 'Read the transaction for its status.',
  },
  case_with_us: {
    status: 409,
    meaning: 'The choice cannot be carried out now. Our staff works on the transaction.',
    fix: 'Wait for the next event of the transaction, or contact us.',
  },
  choice_not_offered: {
    status: 422,
    meaning: 'The case does not offer this choice.',
    fix: 'Use one of the `choices` in the error.',
  },
  transaction_not_cancellable: {
    status: 409,
    meaning: 'The transaction has money or has ended, so it cannot be cancelled.',
    fix: 'Read the transaction: `needs` says what you can decide.',
  },
  return_url_invalid: {
    status: 422,
    meaning: 'The `return_url` is not an https URL, contains a user name, or is too long.',
    fix: 'Use an https URL of at most 500 characters. A test key also allows http on 127.0.0.1 or localhost.',
  },
  wallet_cannot_receive: {
    status: 422,
    meaning: 'The wallet cannot receive the tokens, or it is one of ours.',
    fix: 'Do what the message says, then try again. Nobody has paid yet.',
  },
} as const satisfies ErrorEntries

export const bankErrors = {
  bank_unknown: {
    status: 422,
    meaning: 'No bank has this name or code.',
    fix: 'Choose one of the `suggestions` in the error.',
  },
  bank_ambiguous: {
    status: 422,
    meaning: 'Several banks have this name.',
    fix: 'Send the code of the right bank, from the `suggestions` in the error.',
  },
  name_enquiry_limit: {
    status: 429,
    meaning: 'The business reached its limit of name enquiries for this minute or day.',
    fix: 'Wait for the seconds in `Retry-After`. Check a name only when you pay somebody.',
  },
  unknown_vendor: {
    status: 422,
    meaning: 'No vendor account has this name, number and bank.',
    fix: 'Copy all three from the vendor list of the same key.',
  },
  test_vendor_with_live_key: {
    status: 422,
    meaning: 'A live key cannot use a test account.',
    fix: 'Use a live account, or a test key.',
  },
} as const satisfies ErrorEntries

export const rateErrors = {
  rate_stale: {
    status: 503,
    meaning: 'The last rate has expired, and no new rate is available yet.',
    fix: 'Wait for the seconds in `Retry-After`, then ask again.',
  },
} as const satisfies ErrorEntries
