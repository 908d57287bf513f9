import type { ErrorEntries } from './error-entry.ts'

export const adminErrors = {
  actor_required: {
    status: 422,
    meaning: 'There are operators already, and none was named as the actor.',
    fix: 'Give `--actor`.',
  },
  actor_not_a_person: {
    status: 403,
    meaning: 'A `system:…` name was given by a person.',
    fix: 'Give your own address.',
  },
  approval_required: {
    status: 403,
    meaning: 'This takes two people.',
    fix: 'Name the second operator with `--approver`.',
  },
  approval_by_same_person: {
    status: 403,
    meaning: 'Actor and approver are one person.',
    fix: 'Ask somebody else.',
  },
  operator_unknown: {
    status: 404,
    meaning: 'There is no operator with this address.',
    fix: 'Check it, or create the operator.',
  },
  operator_disabled: {
    status: 403,
    meaning: 'The operator is disabled.',
    fix: 'Another operator must act.',
  },
  operator_exists: { status: 409, meaning: 'The address is taken.', fix: 'Use the operator there is.' },
  business_unknown: {
    status: 404,
    meaning: 'There is no such business.',
    fix: 'Give its id (`biz_…`) or its link tag.',
  },
  email_invalid: { status: 422, meaning: 'Not an email address.', fix: 'Check it.' },
  name_invalid: {
    status: 422,
    meaning: 'A name is one line of 1 to 200 characters.',
    fix: 'Shorten it or take out line breaks.',
  },
  link_tag_invalid: {
    status: 422,
    meaning: 'Not a link tag.',
    fix: '3 to 32 lower-case letters and digits in words joined by `-`, beginning with a letter.',
  },
  link_tag_taken: { status: 409, meaning: 'Another business has it.', fix: 'Choose another.' },
  mode_invalid: { status: 422, meaning: 'Not a mode.', fix: '`live` or `test`.' },
  scope_unknown: {
    status: 422,
    meaning: 'There is no such scope.',
    fix: '`read`, `buy`, `sell` or `payouts`.',
  },
  ip_invalid: {
    status: 422,
    meaning: 'Not an address or network.',
    fix: 'For example `203.0.113.7` or `203.0.113.0/24`.',
  },
  key_id_unknown: {
    status: 404,
    meaning: 'There is no key with this id.',
    fix: 'Give its id (`key_…`), not the secret.',
  },
  label_invalid: {
    status: 422,
    meaning: 'The label is longer than 100 characters.',
    fix: 'Shorten it.',
  },
  overlap_invalid: {
    status: 422,
    meaning: 'The overlap of two keys is 0 to 720 hours.',
    fix: 'Give a number in between.',
  },
  rate_limit_invalid: {
    status: 422,
    meaning: 'Not a number of requests that a key may make in ten seconds.',
    fix: 'A whole number from 1 to 10000000.',
  },
  reason_required: {
    status: 422,
    meaning: 'A change needs a reason.',
    fix: 'Give `--reason` some words.',
  },
  terms_invalid: {
    status: 422,
    meaning: 'The terms of a business cannot be as given.',
    fix: 'The message says which of them, and what would fit.',
  },
  seed_not_local: {
    status: 403,
    meaning: 'The seed was run on a database of another machine.',
    fix: 'Create real rows with the other commands.',
  },
} as const satisfies ErrorEntries

export const vendorAccountErrors = {
  account_number_invalid: {
    status: 422,
    meaning: 'Not ten digits.',
    fix: 'Give the whole number as text, leading zeros included.',
  },
  bank_required: {
    status: 422,
    meaning: 'A live account was given without a bank.',
    fix: 'Give its name or code.',
  },
  test_account_unnamed: {
    status: 422,
    meaning: 'The name of a test account does not begin with `TEST `.',
    fix: 'Begin it so, that nobody pays it.',
  },
  vendor_account_exists: {
    status: 409,
    meaning: 'We have this account already.',
    fix: 'Use the one there is.',
  },
  vendor_account_unknown: {
    status: 404,
    meaning: 'There is no such vendor account.',
    fix: 'Give its id (`vac_…`).',
  },
  vendor_account_move_refused: {
    status: 409,
    meaning: 'The account cannot go to this state from the one it is in.',
    fix: 'The message lists where it can go. A closed account stays closed.',
  },
  state_unknown: {
    status: 422,
    meaning: 'There is no such state.',
    fix: '`active`, `draining`, `frozen` or `closed`.',
  },
  feed_unknown: {
    status: 422,
    meaning: 'No vendor of this name tells about accounts.',
    fix: '`monnify`, `providus`, `paystack`, or `none` where only statements do.',
  },
} as const satisfies ErrorEntries

export const operatorRateErrors = {
  rate_pair_unknown: {
    status: 422,
    meaning: 'There is no such pair of currencies.',
    fix: 'The message lists the pairs.',
  },
  rate_invalid: {
    status: 422,
    meaning: 'Not a rate of this pair, or the bid is above the ask.',
    fix: 'A plain decimal within the range that the message names, the bid not above the ask.',
  },
  rate_far_off: {
    status: 422,
    meaning: 'The bid or the ask is far from the rate of this pair that was published last.',
    fix: 'Look for a slip in the digits. If the rate is right, say so: `--far`.',
  },
  rate_expiry_invalid: {
    status: 422,
    meaning: 'A rate set by people holds for a short time only.',
    fix: 'Give a number of hours within the range that the message names.',
  },
} as const satisfies ErrorEntries
