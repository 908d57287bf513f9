/** All reasons for a refusal. A new code does not compile until the HTTP layer has a status for it. */
export type RefusalCode =
  // requests
  | 'not_found'
  | 'malformed'
  | 'body_too_large'
  | 'not_json'
  | 'field_required'
  | 'field_unknown'
  | 'field_type'
  | 'field_invalid'
  | 'internal'
  | 'unavailable'
  | 'overloaded'
  // keys
  | 'key_missing'
  | 'key_malformed'
  | 'key_mistyped'
  | 'key_wrong_cell'
  | 'key_unknown'
  | 'key_revoked'
  | 'key_expired'
  | 'ip_not_allowed'
  | 'business_suspended'
  | 'business_not_live'
  | 'test_mode_only'
  | 'scope_missing'
  | 'request_unsigned'
  | 'request_signature_invalid'
  | 'public_key_invalid'
  | 'rate_limited'
  // amounts and the ledger
  | 'amount_malformed'
  | 'amount_too_fine'
  | 'amount_below_minimum'
  | 'amount_above_maximum'
  | 'amount_below_fee'
  | 'insufficient_funds'
  | 'mode_mismatch'
  | 'posting_malformed'
  | 'posting_undeclared'
  | 'clearing_not_square'
  | 'not_reversible'
  | 'already_reversed'
  // transactions
  | 'transaction_unknown'
  | 'business_mismatch'
  | 'wallet_incomplete'
  | 'wallet_required'
  | 'deposits_not_open'
  | 'withdrawals_not_open'
  | 'withdrawals_stopped'
  | 'wallet_not_enrolled'
  | 'insufficient_balance'
  | 'daily_limit'
  | 'beneficiary_name_mismatch'
  | 'beneficiary_not_enrolled'
  | 'idempotency_key_invalid'
  | 'idempotency_key_conflict'
  | 'reference_conflict'
  | 'possible_duplicate'
  // reading
  | 'cursor_invalid'
  | 'export_too_large'
  | 'delivery_not_open'
  | 'delivery_stopped'
  | 'delivery_short'
  | 'payouts_stopped'
  | 'receipt_not_ready'
  | 'trace_letter_not_possible'
  // pay links
  | 'pay_link_unknown'
  | 'pay_link_not_open'
  | 'return_url_invalid'
  | 'wallet_cannot_receive'
  // standing numbers of customers
  | 'number_unknown'
  | 'customer_numbers_off'
  | 'identity_number_sent'
  // batches of payouts
  | 'batch_unknown'
  | 'batch_not_ready'
  | 'batch_over'
  | 'batch_has_problems'
  | 'batch_differs'
  | 'batch_stale'
  // decisions of a business
  | 'case_not_yours'
  | 'case_decided'
  | 'case_not_open'
  | 'case_with_us'
  | 'choice_not_offered'
  | 'transaction_not_cancellable'
  // webhooks
  | 'webhook_endpoint_unknown'
  | 'webhook_endpoint_exists'
  | 'webhook_endpoints_too_many'
  | 'webhook_url_refused'
  | 'event_type_unknown'
  | 'event_unknown'
  | 'resend_range_invalid'
  // the sandbox
  | 'sandbox_only'
  | 'sandbox_unavailable'
  | 'scenario_unknown'
  // wallets
  | 'network_unknown'
  | 'wallet_address_forbidden'
  | 'wallet_address_invalid'
  | 'wallet_address_is_secret'
  | 'wallet_address_unsupported'
  | 'wallet_address_wrong_network'
  // banks and vendor accounts
  | 'account_number_invalid'
  | 'bank_ambiguous'
  | 'bank_required'
  | 'bank_unknown'
  | 'name_enquiry_limit'
  | 'unknown_vendor'
  | 'test_vendor_with_live_key'
  | 'test_account_unnamed'
  | 'vendor_account_exists'
  | 'vendor_account_unknown'
  | 'vendor_account_move_refused'
  | 'state_unknown'
  | 'feed_unknown'
  // lanes
  | 'lane_unknown'
  | 'chain_unknown'
  | 'lane_move_refused'
  | 'lane_not_funded'
  | 'day_not_closed'
  | 'day_signed_off'
  // payout accounts
  | 'payout_account_unknown'
  | 'payouts_short'
  | 'payout_account_move_refused'
  // rates
  | 'rate_stale'
  | 'rate_pair_unknown'
  | 'rate_invalid'
  | 'rate_far_off'
  | 'rate_expiry_invalid'
  // statements
  | 'statement_already_imported'
  | 'statement_days_doubtful'
  | 'statement_does_not_add_up'
  | 'statement_of_another_account'
  | 'statement_profile_unknown'
  | 'statement_unreadable'
  // administration
  | 'approval_by_same_person'
  | 'bootstrap_done'
  | 'command_moved'
  | 'passkey_missing'
  | 'signature_invalid'
  | 'signature_required'
  | 'signature_request_unknown'
  | 'approval_required'
  | 'business_unknown'
  | 'email_invalid'
  | 'ip_invalid'
  | 'key_id_unknown'
  | 'label_invalid'
  | 'link_tag_invalid'
  | 'link_tag_taken'
  | 'member_unknown'
  | 'mode_invalid'
  | 'name_invalid'
  | 'operator_disabled'
  | 'operator_exists'
  | 'operator_unknown'
  | 'overlap_invalid'
  | 'expiry_invalid'
  | 'rate_limit_invalid'
  | 'reason_required'
  | 'role_unknown'
  | 'scope_unknown'
  | 'seed_not_local'
  | 'terms_invalid'
  // people
  | 'session_missing'
  | 'session_unknown'
  | 'session_expired'
  | 'session_revoked'
  | 'session_not_fresh'
  | 'token_invalid'
  | 'token_expired'
  | 'passkey_required'
  | 'signing_paused'
  | 'email_link_ended'
  | 'email_link_elsewhere'
  | 'code_refused'
  | 'codes_unknown'
  | 'session_id_unknown'
  | 'person_disabled'
  | 'role_missing'
  | 'origin_refused'
  | 'file_required'
  | 'challenge_invalid'
  | 'authorization_pending'
  | 'access_denied'
  | 'expired_token'
  | 'user_code_unknown'
  | 'passkey_unknown'
  | 'passkey_refused'
  | 'passkey_revoked'
  | 'passkey_copied'
  | 'passkey_exists'
  | 'passkey_last'
  | 'passkey_id_unknown'
  | 'invitation_unknown'
  | 'invitation_ended'
  | 'confirmation_unknown'
  | 'email_taken'
  | 'go_live_incomplete'
  | 'already_live'
  // payments of members
  | 'account_unknown'
  | 'beneficiary_unknown'
  | 'payments_invalid'
  | 'payment_order_unknown'
  | 'payment_order_over'
  | 'payment_limit_moved'
  | 'payee_restriction_moved'
  | 'wallet_unknown'
  | 'wallet_enrolled'
  | 'wallet_cooling'
  | 'withdrawal_order_unknown'
  | 'withdrawal_order_over'
  | 'colour_invalid'
  | 'email_unconfirmed'
  | 'invitation_for_other'
  | 'logo_invalid'
  | 'member_exists'
  | 'owner_last'
  // operators and cases
  | 'case_unknown'
  | 'case_resolved'
  | 'case_moved'
  | 'proposal_waiting'
  | 'proposal_missing'
  | 'proposal_stale'
  | 'resolution_invalid'
  | 'return_destination_unproved'
  | 'standing_exceeded'

/** Data for programs in addition to the message, such as a limit or a list of possible banks. */
export type RefusalDetail = Readonly<Record<string, unknown>>

/** One invalid field of a request. */
export type FieldProblem = Readonly<{
  field: string
  code: RefusalCode
  message: string
  detail?: RefusalDetail | undefined
}>

/** A request that we refuse. Except for codes about a temporary state, the same request would be refused again. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: RefusalCode
  readonly detail: RefusalDetail | undefined
  /** All invalid fields, if the request has fields. */
  readonly problems: readonly FieldProblem[]

  constructor(
    code: RefusalCode,
    message: string,
    more: { detail?: RefusalDetail | undefined; problems?: readonly FieldProblem[]; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.code = code
    this.detail = more.detail
    this.problems = more.problems ?? []
  }
}

/** Throws if one of our own rules does not hold. This is a bug: the step fails and operators are notified. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`assertion failed: ${message}`)
}
