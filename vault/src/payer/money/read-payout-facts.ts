import type { Pool } from 'pg'
import { entryFacts } from '../../shared/money/facts.ts'
import type { PayoutFacts } from './payout-facts.ts'
import { refundFacts } from './refund-facts.ts'

// One statement for a whole batch, so that all of it is of one moment; every lookup is by a key. Whom a sell pays is what it was accepted
// with, unless two people decided otherwise.
const FACTS = `
with asked as materialized (
  select p.id, p.state, p.mode, p.account_id, p.attempt, p.reference, p.right_id, p.entry_id from payout p where p.id = any ($1)
), frozen as materialized (
  select scope, subject, reason from freeze_order where lifted_at is null
)
select p.id as payout_id, p.state, p.mode, p.account_id, p.attempt, p.reference,
  case when a.id is not null then json_build_object('mode', a.mode, 'vendor', a.vendor, 'state', a.state,
    'is_held', coalesce(a.lease_until > clock_timestamp(), false)) end as account,
  case when r.id is not null then json_build_object('mode', r.mode, 'transaction_id', r.transaction_id, 'purpose', r.purpose, 'leg', r.leg,
    'business_id', r.business_id, 'reference', r.reference, 'bank_code', r.bank_code, 'account_number', r.account_number,
    'account_name', r.account_name, 'amount_minor', r.amount_minor::text) end as right,
  case when t.id is not null then json_build_object('business_id', t.business_id, 'mode', t.mode, 'type', t.type, 'status', t.status,
    'amount_minor', t.amount_minor::text, 'reference', t.reference, 'is_short', (
      select count(*) > 0 from transaction_event v where v.transaction_id = t.id and v.event in ('short_accepted', 'fixed'))) end as transaction,
  case when s.transaction_id is not null then json_build_object('mode', s.mode, 'network', s.network, 'fee_minor', s.fee_minor::text,
    'bank_code', coalesce(y.bank_code, s.bank_code), 'account_number', coalesce(y.account_number, s.account_number)) end as sell,
  ${entryFacts('p.entry_id')} as opening,
  (select coalesce(json_agg(json_build_object('mode', d.mode, 'network', d.network, 'tx_hash', d.tx_hash, 'log_index', d.log_index,
      'address', d.address, 'token', d.token, 'minor', d.minor::text, 'held_minor', d.held_minor::text, 'outcome', d.outcome,
      'address_of', (select w.transaction_id from deposit_address w where w.mode = d.mode and w.network = d.network and w.address = d.address),
      'entry', ${entryFacts('d.entry_id')}) order by d.id), '[]')
    from deposit d where d.transaction_id = t.id and d.held_minor::numeric > 0) as deposits,
  ${entryFacts("(select e.id from entry e where e.transaction_id = t.id and e.step = 'taken_from_balance' order by e.id limit 1)")} as taken,
  case when r.purpose = 'refund' then ${refundFacts('t.id')} end as refund,
  (select coalesce(json_agg(f.scope || ': ' || f.reason), '[]') from frozen f
    where f.scope = 'all' or f.scope = 'business' and f.subject = t.business_id::text
      or f.scope = 'network' and f.subject = p.mode || ':' || s.network) as freezes,
  pg_is_in_recovery() as is_copy
from asked p
left join payout_account a on a.id = p.account_id
left join payout_right r on r.id = p.right_id
left join transaction t on t.id = r.transaction_id
left join sell s on s.transaction_id = t.id
left join lateral (
  select d.bank_code, d.account_number from decided_payee d where d.transaction_id = s.transaction_id order by d.number desc limit 1) y on true`

/** What the primary says in this moment about each of these, by its id. */
export async function readPayoutFacts(
  pool: Pool,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PayoutFacts>> {
  const { rows } = await pool.query<PayoutFacts & { is_copy: boolean }>({
    name: 'payout-facts',
    text: FACTS,
    values: [ids],
  })
  if (rows.some(({ is_copy }) => is_copy)) throw new Error('the database is a copy, and may be behind')
  return new Map(rows.map((row) => [row.payout_id, row]))
}
