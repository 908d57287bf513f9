import type { Pool } from 'pg'

/** The balance of one business in one mode. */
export type BalanceName = Readonly<{ mode: string; businessId: string }>

/** What moved a balance in a range of database transactions. Amounts are in kobo, as text. */
export type BalanceMoves = Readonly<{
  mode: string
  business_id: string
  /** The database transaction after which the range begins: as asked, or 0 if the database lacks the witness. */
  since: string
  /** The last database transaction of the range. None that is older can still commit. */
  through: string
  /** Every database transaction with this number or a higher one began after this reading. */
  next_xid: string
  /** How many credits and debits are in the range up to `through`, and the newest one of all, if there is any. */
  settled_lines: number
  newest: Readonly<{ entry: string; xid: string }> | null
  /** Credits with a cause less all debits, up to `through` and after it. */
  settled_minor: string
  open_minor: string
  /** Credits whose cause is missing or worth less. */
  settled_uncaused_minor: string
  open_uncaused_minor: string
  /** The transactions of the debits. */
  debits: readonly string[]
  /** Credits of sells and withdrawals that were returned: our own journal must not contradict them. */
  returned: readonly Returned[]
}>

export type Returned = Readonly<{
  type: string
  reference: string
  amount_minor: string
  /** Whether its entry is in the range up to `through`. */
  is_settled: boolean
  /** Whether operators decided about the transaction. Every such decision is verified by itself. */
  is_decided: boolean
}>

// Entries of a transaction that took tokens from this balance.
const TAKEN = `(
  select coalesce(sum(q.amount_minor::numeric), 0) from entry x join posting q on q.entry_id = x.id
  where x.transaction_id = t.id and x.step = 'taken_from_balance' and q.debit_kind::text = 'business' and q.debit_owner = p.credit_owner
    and q.mode = p.mode)`

// Tokens that arrived for a sell, with the entry that booked them.
const DEPOSITED = `(
  select coalesce(sum(d.held_minor::numeric), 0) from deposit d join posting q on q.entry_id = d.entry_id and q.ordinal = 1
  where d.transaction_id = t.id and d.mode = p.mode and q.debit_kind = 'deposit' and q.credit_kind = 'held' and q.credit_owner = t.id::text
    and q.amount_minor = d.held_minor)`

// The naira of a buy: allocations in the ledger, each of a bank line that is in the ledger, that a source reported and that has that much.
const ALLOCATED = `(
  select coalesce(sum(a.amount_minor::numeric), 0) from allocation a
  join posting q on q.entry_id = a.id and q.debit_kind = 'suspense' and q.credit_kind = 'held' and q.credit_owner = t.id::text
    and q.asset = 'NGN' and q.amount_minor = a.amount_minor
  join bank_line l on l.id = a.line_id and l.mode = p.mode and l.direction = 'credit'
  where a.transaction_id = t.id and a.mode = p.mode and a.business_id = t.business_id
    and (a.decided_by = 'matching' or (select count(*) > 0 from signed_decision s where s.line_id = l.id and s.action = 'allocate'))
    and (select count(*) > 0 from bank_line_assignment g where g.line_id = l.id)
    and (select count(*) > 0 from posting b where b.entry_id = l.id and b.credit_kind = 'suspense')
    and (select sum(o.amount_minor::numeric) from allocation o where o.line_id = l.id)
      <= l.gross_minor::numeric + coalesce((select f.fee_minor::numeric from bank_line_fee f where f.line_id = l.id), 0))`

const PAID_OUT = `(
  select count(*) > 0 from payout_right r join payout x on x.right_id = r.id
  where r.transaction_id = t.id and x.state <> 'ordered' and x.money_back_at is null)`

const SENT = `(
  select count(*) > 0 from transfer_right r join transfer f on f.right_id = r.id
  where r.transaction_id = t.id and f.state not in ('final_failed', 'final_void'))`

// Whether a credit to a balance has its cause. Database functions are not used, because a manipulated one could lie.
const IS_CAUSED = `case
  when e.reverses is not null then (
    select count(*) > 0 from posting q where q.entry_id = e.reverses and q.debit_kind::text = 'business' and q.debit_owner = p.credit_owner
      and q.mode = p.mode and q.amount_minor = p.amount_minor)
  when t.business_id::text is distinct from p.credit_owner or t.mode is distinct from p.mode then false
  when e.step = 'credited_to_balance' then t.type = 'buy' and p.amount_minor::numeric <= ${ALLOCATED}
  when e.step = 'returned_to_balance' and t.type = 'withdrawal' then p.amount_minor::numeric <= ${TAKEN} and not ${SENT}
  when e.step in ('returned_to_balance', 'returned_to_wallet') and t.type = 'sell'
    then p.amount_minor::numeric <= ${TAKEN} + ${DEPOSITED} and not ${PAID_OUT}
  when e.step = 'suspense_to_balance' then (
    select count(*) > 0 from deposit_answer n join deposit d on d.id = n.deposit_id
    join signed_decision s on s.case_id = n.case_id
    where n.entry_id = e.id and n.amount_minor = p.amount_minor and d.transaction_id = t.id and d.mode = p.mode
      and d.minor::numeric - d.held_minor::numeric >= n.amount_minor::numeric)
  else false
end`

// A kind that is compared as text keeps PostgreSQL from looking an entry up in the index of all balances, which grows with them.
const MOVES = `
with asked as materialized (
  select n.mode, n.business_id, case when n.witness is null then n.since
    when (select count(*) > 0 from posting w where w.entry_id = n.witness and w.xid = n.witness_xid and w.mode = n.mode::mode
      and (w.debit_kind::text = 'business' and w.debit_owner = n.business_id
        or w.credit_kind::text = 'business' and w.credit_owner = n.business_id))
      then n.since
    else 0 end as since
  from unnest($1::text[], $2::text[], $3::bigint[], $4::uuid[], $5::bigint[]) as n (mode, business_id, since, witness, witness_xid)
), line as materialized (
  select a.mode, a.business_id, p.entry_id, p.xid, p.debit_kind = 'business' as is_debit, p.amount_minor::numeric as amount, e.step,
    case when p.debit_kind = 'business' then true else ${IS_CAUSED} end as is_caused, t.type, t.reference, t.id as transaction_id,
    e.reverses is null and e.step in ('returned_to_balance', 'returned_to_wallet') as is_returned, t.status,
    (select count(*) > 0 from signed_decision s where s.transaction_id = t.id) as is_decided
  from asked a
  cross join lateral (
    select * from posting b
    where (b.debit_kind = 'business' or b.credit_kind = 'business')
      and (case when b.debit_kind = 'business' then b.debit_owner else b.credit_owner end) = a.business_id
      and b.mode = a.mode::mode and b.xid > a.since
    offset 0) p
  left join entry e on e.id = p.entry_id
  left join transaction t on t.id = e.transaction_id
), edge as materialized (
  -- No transaction below the oldest running one can still commit. A debit whose tokens did not leave yet is counted again each time.
  select a.mode, a.business_id, least(pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1, (
    select min(l.xid) - 1 from line l where l.mode = a.mode and l.business_id = a.business_id and l.is_debit
      and l.status not in ('completed', 'refunded', 'returned_to_balance', 'recalled'))) as through
  from asked a
)
select g.mode, g.business_id, a.since::text as since, greatest(g.through, a.since)::text as through,
  pg_snapshot_xmax(pg_current_snapshot())::text as next_xid,
  (count(l.entry_id) filter (where l.xid <= g.through))::int as settled_lines,
  (array_agg(json_build_object('entry', l.entry_id, 'xid', l.xid::text) order by l.xid desc) filter (where l.entry_id is not null))[1] as newest,
  coalesce(sum(case when l.is_debit then -l.amount when l.is_caused then l.amount end) filter (where l.xid <= g.through), 0)::text
    as settled_minor,
  coalesce(sum(case when l.is_debit then -l.amount when l.is_caused then l.amount end) filter (where l.xid > g.through), 0)::text as open_minor,
  coalesce(sum(l.amount) filter (where not l.is_debit and not l.is_caused and l.xid <= g.through), 0)::text as settled_uncaused_minor,
  coalesce(sum(l.amount) filter (where not l.is_debit and not l.is_caused and l.xid > g.through), 0)::text as open_uncaused_minor,
  coalesce(json_agg(l.transaction_id) filter (where l.is_debit and l.transaction_id is not null), '[]') as debits,
  coalesce(json_agg(json_build_object('type', l.type, 'reference', l.reference, 'amount_minor', l.amount::text,
    'is_settled', l.xid <= g.through, 'is_decided', l.is_decided)) filter (where l.is_returned and l.is_caused), '[]') as returned
from edge g join asked a on a.mode = g.mode and a.business_id = g.business_id
left join line l on l.mode = g.mode and l.business_id = g.business_id
group by g.mode, g.business_id, g.through, a.since`

/** Where the reading of a balance begins. With a witness, it begins at the first entry if the database lacks that entry. */
export type BalanceStart = Readonly<{
  since: bigint
  witness?: Readonly<{ entry: string; xid: string }> | undefined
}>

/** Reads what moved each balance after a database transaction, with a cause for each credit. All facts are from one snapshot. */
export async function readBalanceMoves(
  pool: Pool,
  asked: ReadonlyArray<BalanceName & BalanceStart>,
): Promise<readonly BalanceMoves[]> {
  if (asked.length === 0) return []
  const { rows } = await pool.query<BalanceMoves>({
    name: 'balance-moves',
    text: MOVES,
    values: [
      asked.map(({ mode }) => mode),
      asked.map(({ businessId }) => businessId),
      asked.map(({ since }) => since.toString()),
      asked.map(({ witness }) => witness?.entry ?? null),
      asked.map(({ witness }) => witness?.xid ?? null),
    ],
  })
  return rows
}
