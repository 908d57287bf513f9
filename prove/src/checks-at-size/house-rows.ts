/**
 * Ids that grow with the number of the transaction, as the server's do. Rows that are written together are then stored together. `kind`
 * tells the rows of one transaction apart.
 */
const ID_FUNCTION = `create or replace function proof_id(kind integer, n bigint) returns uuid language sql immutable parallel safe
  return (lpad(to_hex(1717986918400 + n), 12, '0') || '7' || lpad(to_hex(kind), 3, '0') || '8000000000000000')::uuid`

/** Writer of a step of transaction `n`. `first` is the first transaction of its batch. */
const XID_FUNCTION = `create or replace function proof_xid(base bigint, first bigint, n bigint, step integer) returns bigint
  language sql immutable parallel safe return base + ((n - first) / 10) * 8 + step`

const BUSINESSES = 20

export const houseStatements: readonly string[] = [
  `set search_path = afara, public`,
  `set session_replication_role = replica`,
  `set synchronous_commit = off`,
  ID_FUNCTION,
  XID_FUNCTION,
  `create or replace function proof_business(n bigint) returns uuid language sql immutable parallel safe
     return proof_id(900, n % ${BUSINESSES})`,
  `insert into business (id, name, link_tag) select proof_id(900, n), 'Business ' || n, 'business-' || n
     from generate_series(0, ${BUSINESSES - 1}) n`,
  `insert into business_mode (business_id, mode, status, may_hold_balance) select id, 'live', 'pending', true from business`,
  `insert into vendor_account (id, mode, name, account_number, bank_code, bank_name)
     values (proof_id(901, 1), 'live', 'Collections', '0000000001', 'bank', 'Bank')`,
  `insert into wake (subject_id, type, due_at) values (proof_id(901, 1), 'bank-account', now())`,
  `insert into account_look (vendor_account_id, active_at) values (proof_id(901, 1), now())`,
  `select open_lane(proof_id(902, 1), 'live', 'Polygon', 1, 'treasury', 0, now())`,
  `select open_cursor(proof_id(903, 1), 'live', 'Polygon', 0, 'block 0', now())`,
  `select open_payout_account(proof_id(904, 1), 'live', 'paystack', 'Payouts', '0000000002', now())`,
  `update payout_account set lines_whole_at = now()`,
  `select post_entry(proof_id(905, 1), 'live', null, 'test', now(), '{float}', '{Polygon:1}', '{capital}', '{""}', '{NGNC}',
     array[1000000000000000]::positive_minor[])`,
  `select post_entry(proof_id(905, 2), 'live', null, 'test', now(), '{payout_bank}', array[proof_id(904, 1)::text],
     '{capital}', '{""}', '{NGN}', array[1000000000000000]::positive_minor[])`,
]

/** Statements that complete a batch: feed positions, balances, the next lock and the exposure. */
export const settleStatements: readonly string[] = [
  `insert into event_position (position, transaction_id, sequence, business_id, mode, number, event_id)
     select s.last_position + row_number() over (order by v.xid, v.transaction_id, v.sequence), v.transaction_id, v.sequence, v.business_id,
       v.mode, coalesce(h.last_number, 0)
         + row_number() over (partition by v.business_id order by v.xid, v.transaction_id, v.sequence), v.id
     from transaction_event v cross join sequencer s left join feed_head h on h.business_id = v.business_id and h.mode = v.mode
     where v.transaction_id between proof_id(0, :from) and proof_id(4095, :to)`,
  `insert into feed_head (business_id, mode, last_number)
     select business_id, mode, max(number) from event_position
     where transaction_id between proof_id(0, :from) and proof_id(4095, :to) group by 1, 2
     on conflict (business_id, mode) do update set last_number = excluded.last_number`,
  `update sequencer set last_position = (select max(position) from event_position),
     last_xid = greatest(last_xid, (select max(xid) from transaction_event))`,
  `update balance b set amount_minor = b.amount_minor::numeric + s.minor from (
       select owner, kind, asset, mode, sum(in_minor - out_minor) as minor from posting_sides(:base, :base + 8 * ((:to - :from) / 10 + 1))
       where kind in ('float', 'payout_bank') group by 1, 2, 3, 4) s
     where b.owner = s.owner and b.kind = s.kind and b.asset = s.asset and b.mode = s.mode`,
  `update lane set next_lock = (select coalesce(max(lock) + 1, 0) from transfer)`,
  `insert into exposure_day as e (business_id, mode, day, amount_minor, aged_from)
     select a.business_id, a.mode, lagos_day(a.at), sum(a.amount_minor::numeric), now() from allocation a
     where a.ground = 'within_cap' and a.xid > :base and a.xid <= :base + 8 * ((:to - :from) / 10 + 1) group by 1, 2, 3
     on conflict (business_id, mode, day) do update set amount_minor = e.amount_minor::numeric + excluded.amount_minor::numeric`,
]
