export type SealedTable = Readonly<{
  code: number
  name: string
  id: string
  /** Column that orders rows with the same id. */
  ordinal: string
  /** SQL expressions. */
  columns: readonly string[]
}>

/**
 * The tables whose committed rows are sealed. A row is hashed as the JSON array of its columns as text, so that two different rows never
 * look the same. Times are seconds since 1970, which no session setting can change. Every seal contains the codes: never reuse a code, and
 * give a changed list of columns a new one.
 */
export const sealedTables: readonly SealedTable[] = [
  sealed(1, 'entry', 'id mode transaction_id step reverses @posted_at xid'),
  sealed(
    2,
    'posting',
    'entry_id ordinal mode debit_kind debit_owner credit_kind credit_owner asset amount_minor xid',
    { id: 'entry_id', ordinal: 'ordinal' },
  ),
  sealed(
    3,
    'transaction_event',
    'transaction_id sequence id business_id mode type event from_status to_status data @happened_at xid',
    { id: 'transaction_id', ordinal: 'sequence' },
  ),
  sealed(4, 'audit', 'id @at actor approved_by action subject reason details xid'),
  sealed(
    5,
    'bank_line',
    'id mode vendor_account_id direction kind gross_minor settled_minor @booked_at @value_date session_id narration undoes @seen_at xid',
  ),
  sealed(
    6,
    'bank_line_reading',
    'id vendor_account_id source external_id direction kind gross_minor settled_minor @booked_at @value_date session_id payer_account_number payer_account_mask payer_name payer_words payer_bank_code payer_bank_name narration undoes_external_id @seen_at raw xid',
  ),
  sealed(
    7,
    'allocation',
    'id mode line_id transaction_id business_id amount_minor evidence ground decided_by @at xid',
  ),
  sealed(8, 'transfer_attempt', 'id transfer_id number kind #raw hash fees @signed_at xid'),
  sealed(
    9,
    'deposit',
    'id mode network tx_hash log_index block block_hash address sender token units minor dust_units held_minor transaction_id outcome entry_id @seen_at xid',
  ),
  sealed(
    14,
    'deposit_sweep',
    'id mode network tx_hash log_index block block_hash address lane_id units swept_minor entry_id @seen_at case_id xid',
  ),
  sealed(
    11,
    'payout_right',
    'id mode transaction_id purpose leg business_id reference bank_code account_number account_name amount_minor @opened_at xid',
  ),
  sealed(12, 'payout_reading', 'id payout_id @at kind code amount_minor session_id vendor_id raw xid'),
  sealed(
    13,
    'payout_line',
    'id account_id external_id @at direction amount_minor reference kind payout_id entry_id problem @seen_at xid',
  ),
  sealed(15, 'signed_decision', 'case_id version mode transaction_id line_id action text xid', {
    id: 'case_id',
    ordinal: 'version',
  }),
  sealed(
    16,
    'decision_signature',
    'case_id version part sequence operator_id #credential_id #authenticator_data #client_data #signature @at xid',
    { id: 'case_id', ordinal: 'sequence' },
  ),
  sealed(17, 'case_step', 'case_id sequence operator_id action resolution reason @at xid', {
    id: 'case_id',
    ordinal: 'sequence',
  }),
  sealed(
    18,
    'credit_return',
    'id mode line_id transaction_id case_id amount_minor account_number bank_code bank_name account_name @decided_at xid',
  ),
  sealed(
    19,
    'refund_redirect',
    'return_id number mode transaction_id bank_code account_number account_name case_id @at xid',
    { id: 'return_id', ordinal: 'number' },
  ),
  sealed(20, 'row_version', 'id table_name row_id business_id number content xid'),
  sealed(21, 'standing_end', 'standing_id ended_by reason @at xid', { id: 'standing_id', ordinal: '0' }),
  sealed(
    30,
    'payment_order',
    'id business_id mode reference #meaning item_count total_minor text proposed_by @created_at xid',
  ),
  sealed(
    31,
    'payment_item',
    'order_id number business_id mode beneficiary_id bank_code account_number account_name amount_minor reference note xid',
    { id: 'order_id', ordinal: 'number' },
  ),
  sealed(
    32,
    'payment_signature',
    'order_id part business_id mode member_id #credential_id #authenticator_data #client_data #signature @at xid',
    { id: 'order_id', ordinal: `(part = 'approved')::integer` },
  ),
  sealed(
    33,
    'payment_limit',
    'business_id mode version limit_minor text member_id #credential_id #authenticator_data #client_data #signature @at xid',
    { id: 'business_id', ordinal: `(version * 2 + (mode = 'live')::integer)` },
  ),
  sealed(34, 'enrolled_wallet', 'id business_id mode network address label text added_by @created_at xid'),
  sealed(
    35,
    'wallet_signature',
    'wallet_id part business_id mode member_id #credential_id #authenticator_data #client_data #signature @at xid',
    { id: 'wallet_id', ordinal: `(part = 'approved')::integer` },
  ),
  sealed(
    36,
    'withdrawal_order',
    'id business_id mode reference wallet_id network address amount_minor text proposed_by @created_at xid',
  ),
  sealed(
    37,
    'withdrawal_signature',
    'order_id part business_id mode member_id #credential_id #authenticator_data #client_data #signature @at xid',
    { id: 'order_id', ordinal: `(part = 'approved')::integer` },
  ),
  sealed(
    52,
    'business_case_end',
    'case_id business_id mode transaction_id sequence outcome choice amount_minor network address bank_code bank_name account_number account_name former_network former_address decided_by @at event_id xid',
    { id: 'case_id', ordinal: '0' },
  ),
  sealed(
    53,
    'payee_restriction',
    'business_id mode version is_on text member_id #credential_id #authenticator_data #client_data #signature @at xid',
    { id: 'business_id', ordinal: `(version * 2 + (mode = 'live')::integer)` },
  ),
]

/** The codes of all sealed tables, in ascending order. */
export const sealedCodes: readonly number[] = sealedTables.map(({ code }) => code).toSorted((a, b) => a - b)

/** In `columns`, a name with @ is a time, and a name with # holds bytes. */
function sealed(
  code: number,
  name: string,
  columns: string,
  { id, ordinal }: Pick<SealedTable, 'id' | 'ordinal'> = { id: 'id', ordinal: '0' },
): SealedTable {
  const read = (column: string) =>
    column.replace(/^@(.+)/, 'extract(epoch from $1)').replace(/^#(.+)/, "encode($1, 'hex')")
  return { code, name, id, ordinal, columns: columns.split(' ').map(read) }
}
