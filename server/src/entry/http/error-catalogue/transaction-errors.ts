import type { ErrorEntries } from './error-entry.ts'

export const transactionErrors = {
  amount_malformed: {
    status: 422,
    meaning: 'The amount is not a plain decimal, or is too large.',
    fix: 'Digits with an optional point: `15000` or `15000.50`; no sign, exponent or grouping.',
  },
  amount_too_fine: {
    status: 422,
    meaning: 'More decimals than the asset has.',
    fix: 'Naira and NGNC have two.',
  },
  amount_below_minimum: {
    status: 422,
    meaning: 'The amount is less than one transaction may be.',
    fix: '`minimum` beside the error is the least.',
  },
  amount_above_maximum: {
    status: 422,
    meaning: 'The amount is more than one transaction may be.',
    fix: '`maximum` beside the error is the most; send several.',
  },
  amount_below_fee: {
    status: 422,
    meaning: 'The fee would take all of this amount.',
    fix: 'Send more.',
  },
  insufficient_balance: {
    status: 422,
    meaning: 'The balance of the business is less than the sell or withdrawal.',
    fix: 'Ask for less, or add to the balance first.',
  },
  daily_limit: {
    status: 422,
    meaning: 'The sell or withdrawal would go over what the business may move in a day.',
    fix: 'Wait until tomorrow, or have the limit raised. (A buy is accepted, and has this among its `needs`.)',
  },
  no_free_amount: {
    status: 409,
    meaning:
      'As many payments of this amount are expected as one business may have open (20), or as kobo can tell apart on the account.',
    fix: 'Ask for another amount or account, or try again when some are paid or in some days.',
  },
  business_mismatch: {
    status: 403,
    meaning: '`business_id` and `link_tag` are not those of the business that the key belongs to.',
    fix: 'Take both, and the key, from the same business.',
  },
  transaction_unknown: {
    status: 404,
    meaning: 'There is no such transaction, or it is not yours.',
    fix: 'Check the id and the key: another business or mode cannot see it.',
  },
  beneficiary_name_mismatch: {
    status: 422,
    meaning: 'The bank clearly has another name for the account to be paid. We do not say which.',
    fix: 'Check `account_number`, `bank_name` and `account_name` with whoever is to be paid.',
  },
  idempotency_key_invalid: {
    status: 422,
    meaning: 'The `Idempotency-Key` cannot be used.',
    fix: '1 to 255 visible ASCII characters, in one header. A UUID is a good one.',
  },
  idempotency_key_conflict: {
    status: 409,
    meaning: 'The `Idempotency-Key` was used for something else; `transaction_id` beside the error names it.',
    fix: 'Use a new one for a new request, and the old one only to send exactly the same again.',
  },
  reference_conflict: {
    status: 409,
    meaning: 'The `reference` was used for something else; `transaction_id` beside the error names it.',
    fix: 'Choose a new reference, or send exactly what was sent first.',
  },
  possible_duplicate: {
    status: 409,
    meaning:
      'The same sell or withdrawal, without a name of its own, was accepted less than ten minutes ago; `transaction_id` names it.',
    fix: 'If you mean a second one, give it a `reference` or an `Idempotency-Key`.',
  },
} as const satisfies ErrorEntries
