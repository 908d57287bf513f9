/**
 * Faults of payouts. `payout`: decided when the order arrives, from the seed, the reference and the number of times it was sent, so that
 * the same order always has the same faults. `payout_answer`: decided each time a vendor answers a request about payouts, names or
 * balances. `code`: the default code.
 */
export const payoutFaults = {
  accept_then_timeout: {
    when: 'payout',
    about: 'The order is accepted and never answered. The money is sent.',
  },
  accept_then_reset: { when: 'payout', about: 'The order is accepted, and the connection is reset.' },
  accept_then_502: { when: 'payout', about: 'The order is accepted, and a proxy answers 502.' },
  accept_then_html: {
    when: 'payout',
    about: 'The order is accepted, and the response is 200 with an HTML page.',
  },
  accept_then_half_body: {
    when: 'payout',
    about: 'The order is accepted, and half of the response arrives.',
  },
  accept_then_code: {
    when: 'payout',
    about: 'The order is accepted, and the response is a failure with a NIP code: `code`, or 96.',
    code: '96',
  },
  lost_then_timeout: { when: 'payout', about: 'The order is lost, and nothing is answered.' },
  lost_then_reset: {
    when: 'payout',
    about: 'The order is lost, and the connection is reset.',
  },
  lost_then_502: { when: 'payout', about: 'The order is lost, and a proxy answers 502.' },
  refuse_before_create: {
    when: 'payout',
    about: 'The order is rejected and creates nothing: with `code`, or the vendor’s most common code.',
    code: '',
  },
  slow: {
    when: 'payout',
    about: 'The order is accepted, and answered `seconds` later by the machine’s clock.',
    seconds: 5,
  },
  rate_limited: {
    when: 'payout',
    about: 'The order is answered 429 with the vendor’s headers, and creates nothing.',
  },
  duplicate_reference_404: {
    when: 'payout',
    about: 'A duplicate reference is answered with HTTP 404 instead of 400, with the same message.',
    vendors: ['paystack'],
  },
  balance_too_low: {
    when: 'payout',
    about: 'The order is rejected because the balance is too low, although it is not.',
  },
  account_frozen: { when: 'payout', about: 'The order is rejected because our account is frozen.' },
  name_must_match: {
    when: 'payout',
    about: 'The order is rejected if the name differs from the bank’s record, in any word order.',
    vendors: ['monnify'],
  },
  otp_demanded: {
    when: 'payout',
    about: 'The order waits for a one-time password and expires after half an hour. Nothing is debited.',
  },

  approval_asked_twice: {
    when: 'payout',
    about: 'The vendor asks twice whether to pay, and pays only if both answers approve.',
    vendors: ['paystack'],
  },
  approval_late: {
    when: 'payout',
    about: 'The vendor asks whether to pay `seconds` later by the machine’s clock.',
    vendors: ['paystack'],
    seconds: 5,
  },
  approval_other_amount: {
    when: 'payout',
    about: 'The question whether to pay names ten times the amount.',
    vendors: ['paystack'],
  },
  approval_other_recipient: {
    when: 'payout',
    about: 'The question whether to pay names another account number.',
    vendors: ['paystack'],
  },
  approval_unsigned: {
    when: 'payout',
    about: 'The question whether to pay has no signature.',
    vendors: ['paystack'],
  },
  approval_bad_signature: {
    when: 'payout',
    about: 'The question whether to pay is true, but its signature is wrong.',
    vendors: ['paystack'],
  },

  pending_for: { when: 'payout', about: 'The payout is pending for `seconds`.', seconds: 14_400 },
  payout_fails: {
    when: 'payout',
    about: 'The payout fails with `code`, or 57, and the money comes back at once.',
    code: '57',
  },
  money_back_late: {
    when: 'payout',
    about: 'If the payout fails or is reversed, the money comes back only `seconds` later.',
    seconds: 3600,
  },
  failed_then_success: {
    when: 'payout',
    about: 'The payout is reported as failed, no money comes back, and `seconds` later it has succeeded.',
    seconds: 600,
  },
  success_then_reversed: {
    when: 'payout',
    about: 'The payout succeeds, and `seconds` later it is reversed and the money comes back.',
    seconds: 3600,
  },
  bank_duplicates_itself: {
    when: 'payout',
    about: 'The bank pays twice with one reference: a second debit follows `seconds` after the success.',
    seconds: 5,
  },
  payout_line_late: {
    when: 'payout',
    about: 'Each line of the payout enters the vendor’s ledger `seconds` after it was booked.',
    seconds: 30,
  },
  requery_lags: {
    when: 'payout',
    about: 'A requery does not find the payout until `seconds` after it was accepted.',
    seconds: 30,
  },
  payout_hook_duplicate: { when: 'payout', about: 'Each notification of the payout is sent five times.' },
  payout_hook_out_of_order: {
    when: 'payout',
    about: 'The notification is sent after a later one of the same account, or after an hour.',
  },
  payout_hook_late: { when: 'payout', about: 'The first notification is sent 72 hours later.' },
  payout_hook_never: { when: 'payout', about: 'No notification is sent, unless it is delivered manually.' },
  payout_hook_bad_signature: {
    when: 'payout',
    about: 'The notification is true, but its signature is wrong.',
  },

  requery_lies_pending: {
    when: 'payout_answer',
    about: 'A requery always reports the payout as pending.',
  },
  requery_wrong_amount: { when: 'payout_answer', about: 'A requery names ten times the amount.' },
  requery_wrong_account: { when: 'payout_answer', about: 'A requery names another account number.' },
  name_not_found: { when: 'payout_answer', about: 'A name enquiry does not find the account.' },
  name_unavailable: {
    when: 'payout_answer',
    about: 'A name enquiry reports that the bank is not available.',
  },
  name_other: { when: 'payout_answer', about: 'A name enquiry returns another person’s name.' },
  name_changed: {
    when: 'payout_answer',
    about: 'A name enquiry returns the right name the first time, and another person’s name after that.',
  },
  name_truncated: {
    when: 'payout_answer',
    about: 'A name enquiry returns the first twelve characters of the name.',
  },
  name_reordered: {
    when: 'payout_answer',
    about: 'A name enquiry returns the words of the name in another order.',
  },
  name_spaced: {
    when: 'payout_answer',
    about: 'A name enquiry returns the name in small letters, with double spaces and a trailing space.',
  },
} as const
