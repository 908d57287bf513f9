import { hash } from 'node:crypto'

/**
 * The tables whose committed rows are sealed. A row is hashed as the JSON array of its columns as text, so that no
 * two different rows read the same; times are in seconds since 1970, which no session setting can change.
 * The codes stand in every seal: never reuse one, and a changed list of columns is a new code.
 */
export const sealedTables = [
  {
    code: 1,
    name: 'entry',
    id: 'id',
    ordinal: '0',
    columns: ['id', 'mode', 'transaction_id', 'step', 'reverses', 'extract(epoch from posted_at)', 'xid'],
  },
  {
    code: 2,
    name: 'posting',
    id: 'entry_id',
    ordinal: 'ordinal',
    columns: [
      'entry_id',
      'ordinal',
      'mode',
      'debit_kind',
      'debit_owner',
      'credit_kind',
      'credit_owner',
      'asset',
      'amount_minor',
      'xid',
    ],
  },
  {
    code: 3,
    name: 'transaction_event',
    id: 'transaction_id',
    ordinal: 'sequence',
    columns: [
      'transaction_id',
      'sequence',
      'id',
      'business_id',
      'mode',
      'type',
      'event',
      'from_status',
      'to_status',
      'data',
      'extract(epoch from happened_at)',
      'xid',
    ],
  },
  {
    code: 4,
    name: 'audit',
    id: 'id',
    ordinal: '0',
    columns: [
      'id',
      'extract(epoch from at)',
      'actor',
      'approved_by',
      'action',
      'subject',
      'reason',
      'details',
      'xid',
    ],
  },
  {
    code: 5,
    name: 'bank_line',
    id: 'id',
    ordinal: '0',
    columns: [
      'id',
      'mode',
      'vendor_account_id',
      'direction',
      'kind',
      'gross_minor',
      'settled_minor',
      'extract(epoch from booked_at)',
      'extract(epoch from value_date)',
      'session_id',
      'narration',
      'undoes',
      'extract(epoch from seen_at)',
      'xid',
    ],
  },
  {
    code: 6,
    name: 'bank_line_reading',
    id: 'id',
    ordinal: '0',
    columns: [
      'id',
      'vendor_account_id',
      'source',
      'external_id',
      'direction',
      'kind',
      'gross_minor',
      'settled_minor',
      'extract(epoch from booked_at)',
      'extract(epoch from value_date)',
      'session_id',
      'payer_account_number',
      'payer_account_mask',
      'payer_name',
      'payer_words',
      'payer_bank_code',
      'payer_bank_name',
      'narration',
      'undoes_external_id',
      'extract(epoch from seen_at)',
      'raw',
      'xid',
    ],
  },
  {
    code: 7,
    name: 'allocation',
    id: 'id',
    ordinal: '0',
    columns: [
      'id',
      'mode',
      'line_id',
      'transaction_id',
      'business_id',
      'amount_minor',
      'evidence',
      'ground',
      'decided_by',
      'extract(epoch from at)',
      'xid',
    ],
  },
  {
    code: 8,
    name: 'transfer_attempt',
    id: 'id',
    ordinal: '0',
    columns: [
      'id',
      'transfer_id',
      'number',
      'kind',
      `encode(raw, 'hex')`,
      'hash',
      'fees',
      'extract(epoch from signed_at)',
      'xid',
    ],
  },
  {
    code: 9,
    name: 'deposit',
    id: 'id',
    ordinal: '0',
    columns: [
      'id',
      'mode',
      'network',
      'tx_hash',
      'log_index',
      'block',
      'block_hash',
      'address',
      'sender',
      'token',
      'units',
      'minor',
      'dust_units',
      'held_minor',
      'transaction_id',
      'outcome',
      'entry_id',
      'extract(epoch from seen_at)',
      'xid',
    ],
  },
  {
    code: 10,
    name: 'deposit_sweep',
    id: 'id',
    ordinal: '0',
    columns: [
      'id',
      'mode',
      'network',
      'tx_hash',
      'log_index',
      'block',
      'block_hash',
      'address',
      'lane_id',
      'units',
      'swept_minor',
      'entry_id',
      'extract(epoch from seen_at)',
      'xid',
    ],
  },
  {
    code: 11,
    name: 'payout_right',
    id: 'id',
    ordinal: '0',
    columns: [
      'id',
      'mode',
      'transaction_id',
      'purpose',
      'leg',
      'business_id',
      'reference',
      'bank_code',
      'account_number',
      'account_name',
      'amount_minor',
      'extract(epoch from opened_at)',
      'xid',
    ],
  },
  {
    code: 12,
    name: 'payout_reading',
    id: 'id',
    ordinal: '0',
    columns: [
      'id',
      'payout_id',
      'extract(epoch from at)',
      'kind',
      'code',
      'amount_minor',
      'session_id',
      'vendor_id',
      'raw',
      'xid',
    ],
  },
  {
    code: 13,
    name: 'payout_line',
    id: 'id',
    ordinal: '0',
    columns: [
      'id',
      'account_id',
      'external_id',
      'extract(epoch from at)',
      'direction',
      'amount_minor',
      'reference',
      'kind',
      'payout_id',
      'entry_id',
      'problem',
      'extract(epoch from seen_at)',
      'xid',
    ],
  },
] as const satisfies ReadonlyArray<{
  code: number
  name: string
  id: string
  ordinal: string
  columns: readonly string[]
}>

export type SealedTable = (typeof sealedTables)[number]

/** Which row: its table, its id and, where rows share one, its place under it. */
export type RowKey = Readonly<{ code: number; id: string; ordinal: number }>
export type Leaf = RowKey & Readonly<{ hash: Buffer }>

/** The rows of a table, each with its key and the text to hash; the caller says which. */
export function rowsQuery(table: SealedTable): string {
  const columns = table.columns.map((column) => `${column}::text`).join(', ')
  return `select ${table.id}::text as id, ${table.ordinal}::integer as ordinal, json_build_array(${columns})::text as content
    from ${table.name}`
}

export function leafOf(code: number, row: Readonly<{ id: string; ordinal: number; content: string }>): Leaf {
  return { code, id: row.id, ordinal: row.ordinal, hash: hash('sha256', `${code}:${row.content}`, 'buffer') }
}

/** One name for one row, for maps and for people. */
export function nameOf({ code, id, ordinal }: RowKey): string {
  const table = sealedTables.find((known) => known.code === code)
  return `${table?.name ?? `table ${code}`} ${id}${table?.ordinal === '0' ? '' : `/${ordinal}`}`
}
