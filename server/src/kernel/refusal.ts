/** Every reason for which we say no. A new one does not compile until the HTTP edge has a status for it. */
export type RefusalCode =
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
  | 'test_mode_only'
  // amounts and the ledger
  | 'amount_malformed'
  | 'amount_too_fine'
  | 'insufficient_funds'
  | 'mode_mismatch'
  | 'posting_malformed'
  | 'clearing_not_square'
  | 'not_reversible'
  | 'already_reversed'
  // transactions
  | 'transaction_unknown'
  // banks and vendor accounts
  | 'account_number_invalid'
  | 'bank_ambiguous'
  | 'bank_required'
  | 'bank_unknown'
  | 'unknown_vendor'
  | 'test_vendor_with_live_key'
  | 'test_account_unnamed'
  | 'vendor_account_exists'
  | 'vendor_account_unknown'
  | 'vendor_account_move_refused'
  | 'state_unknown'
  // administration
  | 'actor_not_a_person'
  | 'actor_required'
  | 'approval_by_same_person'
  | 'approval_required'
  | 'business_unknown'
  | 'email_invalid'
  | 'ip_invalid'
  | 'label_invalid'
  | 'link_tag_invalid'
  | 'link_tag_taken'
  | 'mode_invalid'
  | 'name_invalid'
  | 'operator_disabled'
  | 'operator_exists'
  | 'operator_unknown'
  | 'overlap_invalid'
  | 'reason_required'
  | 'scope_unknown'
  | 'seed_not_local'

/** The caller asked for something we will never do: the same request would be refused again. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: RefusalCode

  constructor(code: RefusalCode, message: string) {
    super(message)
    this.code = code
  }
}

/** Ours to mend: a rule of our own does not hold. The step crashes and someone is told. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`assertion: ${message}`)
}
