import type { Terms } from './transfer-bytes.ts'

/** A change of one field of one row behind a transfer, as a holder of the superuser's password could make it. */
export type RowChange = Readonly<{
  name: string
  table: string
  /** Condition that selects the row. $1 is the transfer. */
  row: string
  column: string
  /** SQL expression for the new value. */
  to: string
  /** Returns terms that match the changed row, if possible: the thief asks for what was written. */
  fitted?: (terms: Terms, now: string) => Terms
}>

const TRANSACTION =
  '(select r.transaction_id from transfer f join transfer_right r on r.id = f.right_id where f.id = $1)'
const rows: Readonly<Record<string, string>> = {
  transfer: 'id = $1',
  transfer_right: 'id = (select right_id from transfer where id = $1)',
  transaction: `id = ${TRANSACTION}`,
  buy: `transaction_id = ${TRANSACTION}`,
  withdrawal: `transaction_id = ${TRANSACTION}`,
  allocation: `transaction_id = ${TRANSACTION}`,
  bank_line: `id = (select line_id from allocation where transaction_id = ${TRANSACTION})`,
}
const ENTRIES = {
  opening: '(select entry_id from transfer where id = $1)',
  given: `(select id from allocation where transaction_id = ${TRANSACTION})`,
  line: `(select line_id from allocation where transaction_id = ${TRANSACTION})`,
  taken: `(select id from entry where transaction_id = ${TRANSACTION} and step = 'taken_from_balance')`,
}

const uuid = 'gen_random_uuid()'
const more = (column: string): string => `${column} + 1 + floor(random() * 1000)`
const less = (column: string): string => `${column} - 1 - floor(random() * 1000)`
const flip = (column: string): string => {
  // Changes one digit of forty.
  const place = 'k.place'
  return `(select left(${column}, ${place}) || translate(substr(${column}, ${place} + 1, 1), '0123456789abcdefABCDEF', '123456789abcdef0bcdef0')
    || substr(${column}, ${place} + 2) from (select 2 + floor(random() * 40)::integer as place) k)`
}

const of = (table: string, column: string, to: string, fitted?: RowChange['fitted']): RowChange => ({
  name: `${table}.${column}`,
  table,
  row: rows[table] ?? '',
  column,
  to,
  ...(fitted && { fitted }),
})

const toAddress = (terms: Terms, address: string): Terms => ({ ...terms, address })
const toTokens = (terms: Terms, tokens: string): Terms => ({ ...terms, tokensMinor: BigInt(tokens) })

const ledgerOf = (which: keyof typeof ENTRIES): RowChange[] => {
  const entry = ENTRIES[which]
  return [
    ...(['debit_owner', 'credit_owner'] as const).map((column) => ({
      name: `posting(${which}).${column}`,
      table: 'posting',
      row: `entry_id = ${entry} and ordinal = 1`,
      column,
      to: `${column} || 'x'`,
    })),
    ...(['debit_kind', 'credit_kind'] as const).map((column) => ({
      name: `posting(${which}).${column}`,
      table: 'posting',
      row: `entry_id = ${entry} and ordinal = 1`,
      column,
      to: `case ${column} when 'capital' then 'reserve' else 'capital' end::account_kind`,
    })),
    {
      name: `posting(${which}).amount`,
      table: 'posting',
      row: `entry_id = ${entry} and ordinal = 1`,
      column: 'amount_minor',
      to: more('amount_minor'),
    },
    {
      name: `posting(${which}).asset`,
      table: 'posting',
      row: `entry_id = ${entry} and ordinal = 1`,
      column: 'asset',
      to: `case asset when 'NGNC' then 'NGN' else 'NGNC' end::asset`,
    },
    {
      name: `posting(${which}).mode`,
      table: 'posting',
      row: `entry_id = ${entry} and ordinal = 1`,
      column: 'mode',
      to: `'live'`,
    },
    {
      name: `posting(${which}).entry`,
      table: 'posting',
      row: `entry_id = ${entry} and ordinal = 1`,
      column: 'entry_id',
      to: uuid,
    },
    { name: `entry(${which}).mode`, table: 'entry', row: `id = ${entry}`, column: 'mode', to: `'live'` },
    {
      name: `entry(${which}).transaction`,
      table: 'entry',
      row: `id = ${entry}`,
      column: 'transaction_id',
      to: uuid,
    },
    { name: `entry(${which}).id`, table: 'entry', row: `id = ${entry}`, column: 'id', to: uuid },
  ]
}

const common: readonly RowChange[] = [
  of('transfer', 'right_id', uuid),
  of('transfer', 'mode', `'live'`),
  of('transfer', 'network', `'Avalanche'`),
  of('transfer', 'lane_id', uuid),
  of('transfer', 'lock', 'lock + 1000000 + floor(random() * 1000)', (terms, lock) => ({
    ...terms,
    lock: Number(lock),
  })),
  of('transfer', 'entry_id', uuid),
  of('transfer', 'state', `'conflict'`),
  of('transfer', 'id', uuid),
  of('transfer_right', 'id', uuid),
  of('transfer_right', 'mode', `'live'`),
  of('transfer_right', 'transaction_id', uuid),
  of('transfer_right', 'leg', 'leg + 1'),
  of('transfer_right', 'purpose', `case purpose when 'delivery' then 'withdrawal' else 'delivery' end`),
  of('transfer_right', 'business_id', uuid),
  of('transfer_right', 'reference', `reference || 'x'`),
  of('transfer_right', 'network', `'Avalanche'`),
  of('transfer_right', 'address', flip('address'), toAddress),
  of('transfer_right', 'tokens_minor', more('tokens_minor'), toTokens),
  of('transfer_right', 'tokens_minor', less('tokens_minor'), toTokens),
  of('transaction', 'id', uuid),
  of('transaction', 'business_id', uuid),
  of('transaction', 'mode', `'live'`),
  of('transaction', 'type', `'sell'`),
  of(
    'transaction',
    'status',
    `(array['pending_payment', 'part_paid', 'payment_received', 'action_required', 'on_hold', 'sending', 'completed',
    'refunding', 'refunded', 'refund_failed', 'expired', 'cancelled', 'recalled'])[1 + floor(random() * 13)]`,
  ),
  of('transaction', 'amount_minor', more('amount_minor')),
  of('transaction', 'amount_minor', less('amount_minor')),
  of('transaction', 'reference', `reference || 'x'`),
  ...ledgerOf('opening'),
]

const ofDelivery: readonly RowChange[] = [
  ...common,
  of('buy', 'transaction_id', uuid),
  of('buy', 'mode', `'live'`),
  of('buy', 'vendor_account_id', uuid),
  of('buy', 'network', `'Avalanche'`),
  of('buy', 'wallet_address', flip('wallet_address'), toAddress),
  of('buy', 'fee_minor', more('fee_minor')),
  of('buy', 'fee_minor', less('fee_minor'), (terms) => ({ ...terms, tokensMinor: terms.tokensMinor + 1n })),
  of('allocation', 'id', uuid),
  of('allocation', 'mode', `'live'`),
  of('allocation', 'line_id', uuid),
  of('allocation', 'transaction_id', uuid),
  of('allocation', 'business_id', uuid),
  of('allocation', 'amount_minor', more('amount_minor')),
  of('allocation', 'amount_minor', less('amount_minor')),
  of('bank_line', 'id', uuid),
  of('bank_line', 'mode', `'live'`),
  of('bank_line', 'vendor_account_id', uuid),
  of('bank_line', 'direction', `'debit'`),
  of(
    'bank_line',
    'kind',
    `(array['reversal', 'recall', 'own_return', 'charge', 'unclear'])[1 + floor(random() * 5)]::line_kind`,
  ),
  of('bank_line', 'gross_minor', more('gross_minor')),
  of('bank_line', 'settled_minor', less('settled_minor')),
  of('bank_line', 'session_id', `'another'`),
  ...ledgerOf('given'),
  ...ledgerOf('line'),
]

const ofWithdrawal: readonly RowChange[] = [
  ...common,
  of('withdrawal', 'transaction_id', uuid),
  of('withdrawal', 'mode', `'live'`),
  of('withdrawal', 'network', `'Avalanche'`),
  of('withdrawal', 'wallet_address', flip('wallet_address'), toAddress),
  ...ledgerOf('taken'),
]

/** Changes of the amount, the recipient, the source or the permission of a transfer, by its purpose. None may be signed. */
export const meaningfulChanges = { delivery: ofDelivery, withdrawal: ofWithdrawal } as const

/** Changes of times, names and notes that do not affect the money. The transfer is signed as before. */
export const idleChanges: readonly RowChange[] = [
  of('transfer', 'opened_at', `opened_at - interval '1 second'`),
  of('transfer_right', 'opened_at', `opened_at - interval '1 second'`),
  of('transaction', 'created_at', `created_at - interval '1 second'`),
  of('transaction', 'version', 'version + 1'),
  of('buy', 'payer_account_name', `'SOMEBODY ELSE'`),
  of('allocation', 'at', `at - interval '1 second'`),
  of('bank_line', 'narration', `narration || 'x'`),
  of('bank_line', 'seen_at', `seen_at - interval '1 second'`),
]
