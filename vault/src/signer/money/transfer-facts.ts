import type { Pool } from 'pg'
import {
  FROZEN,
  type LiftedFreeze,
  type LiftedFreezes,
  noneProven,
  readWithFreezes,
} from '../../shared/decisions/lifted-freezes.ts'
import { EPOCH, type Epochs, noEpochs, requireNewestEpoch } from '../../shared/epochs/epoch-book.ts'
import {
  ACCEPTED_BY_BUSINESS,
  type AllocationFacts,
  allocationFacts,
  DECIDED_EVENTS,
  type EntryFacts,
  entryFacts,
  type TransactionFacts,
} from '../../shared/money/facts.ts'

/** Database facts about a transfer that is to be signed, read by the signer itself. Amounts are in kobo, as text. */
export type TransferFacts = Readonly<{
  transfer_id: string
  state: string
  mode: string
  network: string
  lock: string
  lane: Readonly<{
    mode: string
    network: string
    number: number
    address: string
    state: string
    /** The lane's locks start at `first_lock` and end before `next_lock`. */
    first_lock: string
    next_lock: string
  }> | null
  right: Readonly<{
    id: string
    mode: string
    transaction_id: string
    purpose: string
    leg: number
    business_id: string
    reference: string
    network: string
    address: string
    tokens_minor: string
  }> | null
  transaction: TransactionFacts | null
  buy: Readonly<{
    mode: string
    vendor_account_id: string
    network: string | null
    wallet_address: string | null
    fee_minor: string
    /** What its last event says about a paid amount that is not the requested one, with the fee of that amount. */
    paid: Readonly<{ paid_minor: string; fee_minor: string }> | null
    /** The wallet that its business named last in place of the first one, and whether a key named it. */
    named: Readonly<{ network: string; address: string; is_by_key: boolean }> | null
  }> | null
  /** `asked_by`: `business`, or the case in which operators decided it. */
  withdrawal: Readonly<{ mode: string; network: string; wallet_address: string; asked_by: string }> | null
  /** The order of members that the withdrawal makes; null if it came from the API. */
  order_id: string | null
  /** The debit of a withdrawal from the balance. */
  taken: EntryFacts | null
  opening: EntryFacts | null
  /** Allocations to the transaction that are in force. */
  allocations: readonly AllocationFacts[]
  /** Whether a return of naira of the transaction was decided. */
  has_return: boolean
  /** Descriptions of the freezes in force that cover the transfer. */
  freezes: readonly string[]
  /** The highest lock of its lane for which the database has a signed transaction; null if there is none. */
  highest_signed: string | null
}>

const TAKEN = `(
  select e.id from entry e where e.transaction_id = t.id and e.step = 'taken_from_balance' order by e.id limit 1)`

// One statement reads a whole batch, so that all facts are from one snapshot. Every lookup is by a key, and existence is tested with count,
// so that no plan scans a table: the cost of a batch does not depend on the length of the history. Database functions are not used, because
// a manipulated one could lie.
const FACTS = `
with asked as materialized (
  select x.id, x.state, x.mode, x.network, x.lock, x.lane_id, x.right_id, x.entry_id from transfer x where x.id = any ($1)
), signed as materialized (
  select q.lane_id, s.lock from (select distinct lane_id from asked) q
  left join lateral (
    select x.lock from transfer x where x.lane_id = q.lane_id and x.state <> 'reserved' order by x.lock desc limit 1) s on true
), frozen as materialized (
  ${FROZEN}
)
select x.id as transfer_id, x.state, x.mode, x.network, x.lock::text as lock,
  json_build_object('mode', n.mode, 'network', n.network, 'number', n.number, 'address', n.address, 'state', n.state,
    'first_lock', n.first_lock::text, 'next_lock', n.next_lock::text) as lane,
  case when r.id is not null then json_build_object('id', r.id, 'mode', r.mode, 'transaction_id', r.transaction_id, 'purpose', r.purpose,
    'leg', r.leg, 'business_id', r.business_id, 'reference', r.reference, 'network', r.network, 'address', r.address,
    'tokens_minor', r.tokens_minor::text) end as right,
  case when t.id is not null then json_build_object('business_id', t.business_id, 'mode', t.mode, 'type', t.type, 'status', t.status,
    'amount_minor', t.amount_minor::text, 'reference', t.reference, 'is_short', v.is_short, 'releases', v.releases,
    'accepted_minor', ${ACCEPTED_BY_BUSINESS}) end as transaction,
  case when b.transaction_id is not null then json_build_object('mode', b.mode, 'vendor_account_id', b.vendor_account_id,
    'network', b.network, 'wallet_address', b.wallet_address, 'fee_minor', b.fee_minor::text, 'paid', (
      select json_build_object('paid_minor', e.data ->> 'paid_minor', 'fee_minor', e.data ->> 'fee_minor')
      from transaction_event e where e.transaction_id = t.id and e.sequence > 1 and e.data ->> 'paid_minor' is not null
      order by e.sequence desc limit 1), 'named', (
      select json_build_object('network', d.network, 'address', d.address, 'is_by_key', d.decided_by like 'key:%')
      from business_case_end d where d.transaction_id = t.id and d.mode = t.mode and d.choice = 'wallet'
      order by d.sequence desc limit 1)) end as buy,
  case when w.transaction_id is not null then json_build_object('mode', w.mode, 'network', w.network, 'wallet_address', w.wallet_address,
    'asked_by', w.asked_by) end as withdrawal,
  (select y.order_id from ordered_withdrawal y where y.transaction_id = t.id) as order_id,
  case when w.transaction_id is not null then ${entryFacts(TAKEN)} end as taken,
  ${entryFacts('x.entry_id')} as opening,
  ${allocationFacts('t.id')} as allocations,
  (select count(*) > 0 from credit_return c where c.transaction_id = t.id) as has_return,
  (select coalesce(json_agg(f.scope || ': ' || f.reason), '[]') from frozen f
    where f.scope = 'all' or f.scope = 'business' and f.subject = t.business_id::text
      or f.scope = 'network' and f.subject = x.mode || ':' || x.network) as freezes,
  (select s.lock::text from signed s where s.lane_id = x.lane_id) as highest_signed,
  (select coalesce(json_agg(f.lifted), '[]') from frozen f where f.lifted is not null) as unproven, pg_is_in_recovery() as is_copy,
  ${EPOCH} as epoch
from asked x
left join lane n on n.id = x.lane_id
left join transfer_right r on r.id = x.right_id
left join transaction t on t.id = r.transaction_id
left join ${DECIDED_EVENTS} v on true
left join buy b on b.transaction_id = t.id
left join withdrawal w on w.transaction_id = t.id and r.purpose = 'withdrawal'`

type Read = Readonly<{ is_copy: boolean; epoch: number; unproven: readonly LiftedFreeze[] }>

/** Reads the current facts about each transfer from the primary, by transfer id. */
export async function readFacts(
  pool: Pool,
  ids: readonly string[],
  freezes: LiftedFreezes = noneProven,
  epochs: Epochs = noEpochs,
): Promise<ReadonlyMap<string, TransferFacts>> {
  const rows = await readWithFreezes(pool, freezes, async (proven) => {
    const read = await pool.query<TransferFacts & Read>({
      name: 'facts',
      text: FACTS,
      values: [ids, proven],
    })
    return read.rows
  })
  requireNewestEpoch(rows, epochs)
  return new Map(rows.map((row) => [row.transfer_id, row]))
}

/** Returns the states of earlier transfers, by id. A transfer that is not in the database is left out. */
export async function readStates(pool: Pool, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<{ id: string; state: string }>({
    name: 'states',
    text: 'select id, state from transfer where id = any ($1)',
    values: [ids],
  })
  return new Map(rows.map(({ id, state }) => [id, state]))
}
