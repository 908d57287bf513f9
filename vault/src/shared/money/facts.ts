export type EntryFacts = Readonly<{
  mode: string
  transaction_id: string | null
  is_reversed: boolean
  /** The postings in order, each as `<mode> <debit> / <credit> <asset> <amount>`. */
  postings: readonly string[]
}>

export type AllocationFacts = Readonly<{
  id: string
  mode: string
  /** Null for a return, which belongs to no business. */
  business_id: string | null
  amount_minor: string
  /** Whether operators decided the allocation, and not matching. */
  is_by_people: boolean
  entry: EntryFacts | null
  line: LineFacts | null
}>

export type LineFacts = Readonly<{
  id: string
  mode: string
  direction: string
  kind: string
  gross_minor: string
  settled_minor: string
  session_id: string | null
  entry: EntryFacts | null
  /** A fee that the payer also paid and that became known later. */
  late_fee_minor: string | null
  late_fee: EntryFacts | null
  is_taken_back: boolean
  has_lien: boolean
  /** The sum of all allocations and returns from this line, including ended ones. */
  used_minor: string
  account: Readonly<{
    id: string
    mode: string
    bank_code: string
    account_number: string
    state: string
  }> | null
  /** The different numbers for one payment that its readings name. */
  paid_numbers: readonly string[]
  /**
   * The transactions that had such a number, on the account of the line, when it was booked. For the standing number of a customer, the
   * transaction that this payment became, or null if it became none.
   */
  number_owners: readonly (string | null)[]
  readings: readonly Readonly<{
    source: string
    external_id: string
    account_id: string
    direction: string
    session_id: string | null
  }>[]
}>

/** A transaction, as both the signer and the payer read it. */
export type TransactionFacts = Readonly<{
  /** Null for a return. */
  business_id: string | null
  mode: string
  type: string
  status: string
  amount_minor: string
  reference: string
  /** Whether, according to its events, operators decided that it continues with less than its amount. */
  is_short: boolean
  /** The amounts with which its business decided that it continues, as text. */
  accepted_minor: readonly string[]
  /** How often, according to its events, operators released it from a hold. */
  releases: number
}>

type RightNames = Readonly<{ business_id: string | null; reference: string; purpose: string; leg: number }>

/**
 * Returns SQL that selects the entry whose id is the SQL expression `id`, with its postings. A database function is not used, because a
 * manipulated one could lie.
 */
export const entryFacts = (id: string): string => `(
  select json_build_object('mode', e.mode, 'transaction_id', e.transaction_id,
    'is_reversed', (select count(*) > 0 from entry v where v.reverses = e.id),
    'postings', (
      select coalesce(json_agg(p.mode || ' ' || p.debit_kind || ':' || p.debit_owner || ' / ' || p.credit_kind || ':' || p.credit_owner
        || ' ' || p.asset || ' ' || p.amount_minor::numeric order by p.ordinal), '[]')
      from posting p where p.entry_id = e.id))
  from entry e where e.id = ${id})`

/** SQL: each number for one payment that a reading of the line `l` names. */
const PAID_NUMBERS = `bank_line_assignment s
      join bank_line_reading r on r.id = s.reading_id
      join bank_line_number p on p.vendor_account_id = r.vendor_account_id and p.source = r.source and p.external_id = r.external_id`

/**
 * SQL: the buy that the payment `l` became, if `c` is the standing number of a customer that had not ended then. The buy must belong to the
 * business of the number.
 */
const CUSTOMER_BUY = `(
        select y.transaction_id from customer_number_payment y join transaction x on x.id = y.transaction_id and x.business_id = c.business_id
        where y.line_id = l.id and y.customer_number_id = c.customer_number_id and not exists (
          select from customer_number_end e where e.customer_number_id = c.customer_number_id and e.ended_at < l.booked_at))`

/** Returns SQL that selects the bank line whose id is the SQL expression `id`. */
export const lineFacts = (id: string): string => `(
  select json_build_object('id', l.id, 'mode', l.mode, 'direction', l.direction, 'kind', l.kind,
    'gross_minor', l.gross_minor::text, 'settled_minor', l.settled_minor::text, 'session_id', l.session_id, 'entry', ${entryFacts('l.id')},
    'late_fee_minor', f.fee_minor::text, 'late_fee', ${entryFacts('f.entry_id')},
    'is_taken_back', (select count(*) > 0 from credit_take_back b where b.credit_line_id = l.id),
    'has_lien', (select count(*) > 0 from credit_lien i where i.line_id = l.id and i.lifted_at is null),
    'used_minor', (
      (select coalesce(sum(o.amount_minor::numeric), 0) from allocation o where o.line_id = l.id)
      + (select coalesce(sum(o.amount_minor::numeric), 0) from credit_return o where o.line_id = l.id and o.transaction_id is null))::text,
    'account', (
      select json_build_object('id', v.id, 'mode', v.mode, 'bank_code', v.bank_code, 'account_number', v.account_number, 'state', v.state)
      from vendor_account v where v.id = l.vendor_account_id),
    'paid_numbers', (
      select coalesce(json_agg(distinct p.number::text), '[]') from ${PAID_NUMBERS} where s.line_id = l.id),
    'number_owners', coalesce((
      select json_agg(distinct coalesce(c.transaction_id, ${CUSTOMER_BUY})) from ${PAID_NUMBERS}
      join collection_number c on c.vendor_account_id = l.vendor_account_id and c.number = p.number
      where s.line_id = l.id and c.mode = l.mode
        and l.booked_at >= c.asked_at - interval '2 minutes' and l.booked_at <= c.valid_until + interval '2 minutes'), (
      select json_build_array(c.transaction_id) from ${PAID_NUMBERS}
      join collection_number c on c.vendor_account_id = l.vendor_account_id and c.number = p.number
      where s.line_id = l.id and c.mode = l.mode and c.transaction_id is not null and c.asked_at <= l.booked_at
        and l.booked_at between c.valid_until and c.valid_until + interval '7 days'
      order by c.asked_at desc limit 1), '[]'),
    'readings', (
      select coalesce(json_agg(json_build_object('source', r.source, 'external_id', r.external_id, 'account_id', r.vendor_account_id,
        'direction', r.direction, 'session_id', r.session_id) order by r.id), '[]')
      from bank_line_assignment s join bank_line_reading r on r.id = s.reading_id where s.line_id = l.id))
  from bank_line l left join bank_line_fee f on f.line_id = l.id where l.id = ${id})`

/**
 * SQL for `is_short` and `releases` of the transaction `t`. The events are only what the database says: the signed decisions behind them are
 * verified.
 */
export const DECIDED_EVENTS = `lateral (
  select count(*) filter (where v.event <> 'released') > 0 as is_short, (count(*) filter (where v.event = 'released'))::integer as releases
  from transaction_event v where v.transaction_id = t.id and v.event in ('short_accepted', 'fixed', 'released'))`

/**
 * SQL for `accepted_minor` of the transaction `t`: what it held when its business accepted a short or late payment. The api writes these rows
 * as it writes the transaction itself, so the vault trusts both alike. The amount binds the decision to exactly what is paid.
 */
export const ACCEPTED_BY_BUSINESS = `(
  select coalesce(json_agg(d.amount_minor::numeric::text order by d.case_id), '[]') from business_case_end d
  where d.transaction_id = t.id and d.mode = t.mode and d.choice = 'accept')`

/** Returns SQL that selects a transaction's allocations in force, each with its bank line. `transactionId` is an SQL expression. */
export const allocationFacts = (transactionId: string): string => `(
  select coalesce(json_agg(json_build_object('id', a.id, 'mode', a.mode, 'business_id', a.business_id,
    'amount_minor', a.amount_minor::text, 'is_by_people', a.decided_by <> 'matching', 'entry', ${entryFacts('a.id')}, 'line', ${lineFacts('a.line_id')}) order by a.id), '[]')
  from allocation a
  where a.transaction_id = ${transactionId} and not exists (select from allocation_end e where e.allocation_id = a.id))`

/** Tells whether an entry is in force, has exactly these postings, and belongs to this transaction (or to none, for null). */
export function isEntry(
  entry: EntryFacts | null,
  { mode, transactionId }: Readonly<{ mode: string; transactionId: string | null }>,
  postings: readonly string[],
): boolean {
  return (
    entry !== null &&
    !entry.is_reversed &&
    entry.mode === mode &&
    entry.transaction_id === transactionId &&
    entry.postings.length === postings.length &&
    postings.every((posting, place) => entry.postings[place] === `${mode} ${posting}`)
  )
}

/** Returns the permanent name of a right. It stays the same if the database is lost and the buy, sell or return is submitted again. */
export function rightKey(mode: string, { business_id, reference, purpose, leg }: RightNames): string {
  return [business_id, mode, reference, purpose, leg].join('/')
}
