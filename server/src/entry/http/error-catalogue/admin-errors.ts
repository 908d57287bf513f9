import type { ErrorEntries } from './error-entry.ts'

export const adminErrors = {
  bootstrap_done: {
    status: 409,
    meaning: 'The installation has operators already.',
    fix: 'Two administrators invite others with `npx afara ops operators invite`.',
  },
  command_moved: {
    status: 410,
    meaning: 'The command is now one of `npx afara ops`.',
    fix: 'Use the command that the message names.',
  },
  approval_required: {
    status: 403,
    meaning: 'This action needs two operators.',
    fix: 'In live mode, use the `npx afara ops` command that the message names. In test mode, name the second operator with `--approver`.',
  },
  business_not_live: {
    status: 403,
    meaning: 'The business is not live yet, so it has no live keys.',
    fix: 'Propose it with `npx afara ops go-live approve`. Another operator approves it.',
  },
  approval_by_same_person: {
    status: 403,
    meaning: 'The actor and the approver are the same person.',
    fix: 'Ask another operator to approve.',
  },
  passkey_missing: {
    status: 403,
    meaning: 'The operator has no passkey.',
    fix: 'Accept your invitation to enrol a passkey.',
  },
  signature_invalid: {
    status: 403,
    meaning: 'The signature is not the operator’s, or is not for this decision.',
    fix: 'Read the decision again and sign it with your own passkey.',
  },
  signature_required: {
    status: 401,
    meaning: 'A decision needs your signature.',
    fix: 'Compare the text and its short code, then sign with your passkey.',
  },
  operator_unknown: {
    status: 404,
    meaning: 'No operator has this email address.',
    fix: 'Check the address, or create the operator.',
  },
  operator_disabled: {
    status: 403,
    meaning: 'The operator is suspended or has left.',
    fix: 'Ask another operator.',
  },
  operator_exists: {
    status: 409,
    meaning: 'An operator with this email address exists.',
    fix: 'Use the existing operator.',
  },
  member_unknown: {
    status: 404,
    meaning: 'No member has this email address.',
    fix: 'Check the address, or add the member to a business.',
  },
  role_unknown: {
    status: 422,
    meaning: 'The role does not exist, or cannot be combined with another.',
    fix: 'The message lists the roles. An auditor has no other role.',
  },
  business_unknown: {
    status: 404,
    meaning: 'No such business.',
    fix: 'Pass the id (`biz_…`) or the link tag of a business.',
  },
  email_invalid: { status: 422, meaning: 'This is not an email address.', fix: 'Check the address.' },
  name_invalid: {
    status: 422,
    meaning: 'The name is empty, has several lines or is longer than 200 characters.',
    fix: 'Use one line of 1 to 200 characters.',
  },
  link_tag_invalid: {
    status: 422,
    meaning: 'The link tag is not valid.',
    fix: 'Use 3 to 32 lower-case letters, digits and single hyphens, starting with a letter.',
  },
  link_tag_taken: {
    status: 409,
    meaning: 'Another business uses this link tag.',
    fix: 'Choose another tag.',
  },
  mode_invalid: { status: 422, meaning: 'The mode is not valid.', fix: 'Use `live` or `test`.' },
  scope_unknown: {
    status: 422,
    meaning: 'The scope does not exist.',
    fix: 'Use `read`, `buy`, `sell`, `webhooks` or `payouts`.',
  },
  ip_invalid: {
    status: 422,
    meaning: 'This is not an IP address or network.',
    fix: 'Use `203.0.113.7` or `203.0.113.0/24`.',
  },
  key_id_unknown: {
    status: 404,
    meaning: 'No key has this id.',
    fix: 'Pass the key id (`key_…`), not the secret.',
  },
  public_key_invalid: {
    status: 422,
    meaning: 'This is no Ed25519 public key, or the key lacks the scope `payouts`.',
    fix: 'Send the public key as PEM or in base64url, for a key with the scope `payouts`. Never send the private key.',
  },
  label_invalid: {
    status: 422,
    meaning: 'The label is longer than 100 characters.',
    fix: 'Use at most 100 characters.',
  },
  overlap_invalid: {
    status: 422,
    meaning: 'The overlap is not between 0 and 720 hours.',
    fix: 'Use 0 to 720 hours.',
  },
  expiry_invalid: {
    status: 422,
    meaning: 'The expiry of the key is missing, not a date, or in the past.',
    fix: 'Pass `--expires 2027-06-30`, `--expires 2027-06-30T12:00:00Z`, or `never` for a rotation to a key without an expiry.',
  },
  rate_limit_invalid: {
    status: 422,
    meaning: 'The number of requests per ten seconds is not valid.',
    fix: 'Use a whole number from 1 to 10000000.',
  },
  reason_required: {
    status: 422,
    meaning: 'The change has no reason.',
    fix: 'Pass `--reason`.',
  },
  terms_invalid: {
    status: 422,
    meaning: 'The terms of the business are not valid.',
    fix: 'The message names the term and the allowed values.',
  },
  seed_not_local: {
    status: 403,
    meaning: 'The seed command ran against a database on another machine.',
    fix: 'Create real records with the other commands.',
  },
} as const satisfies ErrorEntries

export const vendorAccountErrors = {
  account_number_invalid: {
    status: 422,
    meaning: 'The account number does not have ten digits.',
    fix: 'Send all ten digits as text, including leading zeros.',
  },
  bank_required: {
    status: 422,
    meaning: 'The live account has no bank.',
    fix: 'Pass the bank’s name or code.',
  },
  test_account_unnamed: {
    status: 422,
    meaning: 'The name of a test account does not begin with `TEST `.',
    fix: 'Start the name with `TEST `, so that nobody pays into the account.',
  },
  vendor_account_exists: {
    status: 409,
    meaning: 'This account exists already.',
    fix: 'Use the existing account.',
  },
  vendor_account_unknown: {
    status: 404,
    meaning: 'No such vendor account.',
    fix: 'Pass the id of the account (`vac_…`).',
  },
  vendor_account_move_refused: {
    status: 409,
    meaning: 'The account cannot change from its current state to this one.',
    fix: 'The message lists the allowed states. A closed account cannot be reopened.',
  },
  state_unknown: {
    status: 422,
    meaning: 'The state does not exist.',
    fix: 'Use `active`, `draining`, `frozen` or `closed`.',
  },
  feed_unknown: {
    status: 422,
    meaning: 'No account provider has this name.',
    fix: 'Use `monnify`, `providus` or `paystack`, or `none` if the account has statements only.',
  },
} as const satisfies ErrorEntries

export const operatorRateErrors = {
  rate_pair_unknown: {
    status: 422,
    meaning: 'The currency pair does not exist.',
    fix: 'The message lists the pairs.',
  },
  rate_invalid: {
    status: 422,
    meaning: 'The rate is not valid for this pair, or the bid is above the ask.',
    fix: 'Use plain decimals in the range that the message names.',
  },
  rate_far_off: {
    status: 422,
    meaning: 'The bid or the ask is far from the last published rate of this pair.',
    fix: 'Check the digits. If the rate is right, propose it with `npx afara ops rate set … --far`.',
  },
  rate_expiry_invalid: {
    status: 422,
    meaning: 'The validity of the manual rate is out of range.',
    fix: 'Use a number of minutes in the range that the message names.',
  },
} as const satisfies ErrorEntries
