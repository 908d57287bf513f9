import type { Mode } from '../../../kernel/mode.ts'
import type { Pool, Sql, Tenant } from '../../../kernel/postgres/pool.ts'
import type { Batch, RowOutcome } from '../../batches/batch.ts'
import {
  type TransactionView,
  type TransactionViewRow,
  toTransactionView,
} from '../lists/transaction-view.ts'
import type { BatchEventName } from './event-types.ts'

/** What a business is told. Read from rows that never change, so an event is always the same. */
export type FeedEvent = TransactionFeedEvent | BatchFeedEvent

type Told = Readonly<{
  id: string
  /** Position in the feed of the business in this mode: 1, 2, 3 … without a gap. */
  number: number
  /** For example `buy.completed`. */
  type: string
  mode: Mode
  at: Date
}>

/** One change of a transaction, or a case about one. */
type TransactionFeedEvent = Told &
  Readonly<{
    /** The version of the transaction after this change: 1, 2, 3 … without a gap. Null for an event that reports a case: it does not change the transaction. */
    sequence: number | null
    /** Null for the first event. */
    previousStatus: string | null
    linkTag: string
    /** Set if the event reports a case that waits for a decision of the business. */
    aboutCase?: AboutCase
    /** The transaction after the event, and before the next one. */
    transaction: TransactionView
    batch?: undefined
  }>

/** A batch of payouts as it was then. */
type BatchFeedEvent = Told &
  Readonly<{
    sequence: null
    batch: Batch
    /** How many rows had each outcome, once the batch was completed. */
    outcomes: Readonly<Partial<Record<RowOutcome, number>>> | undefined
    transaction?: undefined
    aboutCase?: undefined
  }>

export type AboutCase = Readonly<{ id: string; code: string; dueAt: Date; choice: string | null }>

type EventRow = PlacedRow & (({ batch: null } & TransactionEventRow) | { batch: BatchAt })

type PlacedRow = { number: string; event_id: string; happened_at: Date }

/** A batch when its event happened. Times are text, as JSON has them. */
type BatchAt = {
  event: BatchEventName
  id: string
  row_count: number
  payable_rows: number
  total_minor: string
  fee_minor: string
  created_at: string
  ready_at: string
  confirmed_at: string | null
  outcomes: Partial<Record<RowOutcome, number>> | null
}

type TransactionEventRow = TransactionViewRow & {
  sequence: number | null
  from_status: string
  link_tag: string
  case_id: string | null
  case_code: string | null
  case_due_at: Date | null
  case_choice: string | null
}

export type EventPage = Readonly<{
  after: number
  limit: number
  /** Only events of this transaction. */
  transactionId?: string | undefined
}>

// Same columns as TransactionViewRow, but with the status after the event, not the current one.
const SELECT = `select p.number, p.event_id, p.sequence, e.from_status, coalesce(q.at, k.at, e.happened_at) as happened_at, n.link_tag,
    q.batch, k.id as case_id, k.code as case_code, k.due_at as case_due_at, k.choice as case_choice,
    p.transaction_id as id, e.type, e.to_status as status, t.reference, t.amount_minor, t.created_at, t.metadata, p.wallet_stop,
    e.data ->> 'owed_minor' as owed_minor,
    coalesce((select (x.data ->> 'fee_minor')::numeric from transaction_event x
      where x.transaction_id = p.transaction_id and x.sequence > 1 and x.sequence <= e.sequence and x.data ? 'paid_minor'
      order by x.sequence desc limit 1), b.fee_minor, s.fee_minor) as fee_minor,
    case when e.to_status = 'recalled' then 0 else (
      select coalesce(sum((x.data ->> 'amount_minor')::numeric), 0) from transaction_event x
      where x.transaction_id = p.transaction_id and x.sequence <= e.sequence
        and x.event in ('paid_in_full', 'paid_in_part', 'topped_up', 'late_credit')) end as paid_minor,
    coalesce(f.former_network, b.network, s.network, w.network) as network,
    coalesce(f.former_address, b.wallet_address, s.wallet_address, w.wallet_address) as wallet_address, a.address as deposit_address,
    coalesce(b.payer_bank_code, s.bank_code) as bank_code, coalesce(b.payer_bank_name, s.bank_name) as bank_name,
    coalesce(b.payer_account_number, s.account_number) as account_number,
    coalesce(b.payer_account_name, s.account_name) as account_name, b.needs, b.vendor_account_id, v.name as vendor_name,
    v.account_number as vendor_number, v.bank_name as vendor_bank
  from event_position p
    left join lateral (
      select c.id, c.sequence, c.code, c.due_at, c.opened_at as at, null as choice from business_case c
        where p.sequence is null and p.transaction_id is not null and c.event_id = p.event_id
      union all
      select c.id, d.sequence, c.code, c.due_at, d.at, d.choice from business_case_end d join business_case c on c.id = d.case_id
        where p.sequence is null and p.transaction_id is not null and d.event_id = p.event_id) k on true
    left join lateral (
      select x.at, json_build_object('event', x.event, 'id', x.batch_id, 'row_count', g.row_count, 'payable_rows', d.payable_rows,
          'total_minor', d.total_minor::text, 'fee_minor', d.fee_minor::text, 'created_at', g.created_at, 'ready_at', d.at,
          'confirmed_at', case x.event when 'completed' then o.at end, 'outcomes', x.outcomes) as batch
      from batch_event x join payout_batch g on g.id = x.batch_id join batch_ready d on d.batch_id = x.batch_id
      left join batch_outcome o on o.batch_id = x.batch_id
      where p.transaction_id is null and x.event_id = p.event_id) q on true
    left join transaction_event e on e.transaction_id = p.transaction_id and e.sequence = coalesce(p.sequence, k.sequence)
    -- Before the business named another wallet, the buy had this one.
    left join lateral (
      select d.former_network, d.former_address from business_case_end d
      where d.transaction_id = p.transaction_id and d.choice = 'wallet' and d.sequence > e.sequence order by d.sequence limit 1) f on true
    left join transaction t on t.id = p.transaction_id
    join business n on n.id = p.business_id
    left join buy b on b.transaction_id = p.transaction_id
    left join vendor_account v on v.id = b.vendor_account_id
    left join sell s on s.transaction_id = p.transaction_id
    left join deposit_address a on a.transaction_id = p.transaction_id
    left join withdrawal w on w.transaction_id = p.transaction_id
  where p.business_id = $1 and p.mode = $2`

/** Returns the next events of the feed, oldest first. */
export async function readEvents(sql: Sql, tenant: Tenant, page: EventPage): Promise<FeedEvent[]> {
  const ofOne = page.transactionId !== undefined
  const { rows } = await sql.query<EventRow>({
    name: ofOne ? 'read_events_of_one' : 'read_events',
    text: `${SELECT} and p.number > $3${ofOne ? ' and p.transaction_id = $5' : ''} order by p.number limit $4`,
    values: [tenant.businessId, tenant.mode, page.after, page.limit, ...(ofOne ? [page.transactionId] : [])],
  })
  return rows.map((row) => toEvent(row, tenant))
}

/** Returns the events with these numbers, in any order. */
export async function readNumberedEvents(
  sql: Sql,
  tenant: Tenant,
  numbers: readonly number[],
): Promise<FeedEvent[]> {
  const { rows } = await sql.query<EventRow>({
    name: 'read_numbered_events',
    text: `${SELECT} and p.number = any ($3)`,
    values: [tenant.businessId, tenant.mode, numbers],
  })
  return rows.map((row) => toEvent(row, tenant))
}

function toEvent(row: EventRow, tenant: Tenant): FeedEvent {
  const told = { id: row.event_id, number: Number(row.number), mode: tenant.mode, at: row.happened_at }
  if (row.batch !== null) return { ...told, ...toBatchEvent(row.batch, row.happened_at) }
  return {
    ...told,
    sequence: row.sequence,
    type:
      row.case_id === null
        ? `${row.type}.${row.status}`
        : `case.${row.case_choice === null ? 'opened' : 'decided'}`,
    previousStatus: previousOf(row),
    linkTag: row.link_tag,
    ...aboutCaseOf(row),
    transaction: toTransactionView(row, tenant),
  }
}

function toBatchEvent(row: BatchAt, at: Date) {
  return {
    type: `batch.${row.event}`,
    sequence: null,
    batch: {
      id: row.id,
      state: row.event,
      rowCount: row.row_count,
      checkedRows: row.row_count,
      preview: {
        payableRows: row.payable_rows,
        totalMinor: BigInt(row.total_minor),
        feeMinor: BigInt(row.fee_minor),
      },
      createdAt: new Date(row.created_at),
      readyAt: new Date(row.ready_at),
      confirmedAt: row.confirmed_at === null ? null : new Date(row.confirmed_at),
      cancelledAt: null,
      completedAt: row.event === 'completed' ? at : null,
    },
    outcomes: row.outcomes ?? undefined,
  }
}

/** A case that opens changes no status. */
function previousOf({
  case_id: caseId,
  case_choice: choice,
  from_status: from,
  status,
}: TransactionEventRow): string | null {
  if (caseId !== null && choice === null) return status
  return from === '' ? null : from
}

function aboutCaseOf({
  case_id: id,
  case_code: code,
  case_due_at: dueAt,
  case_choice: choice,
}: TransactionEventRow) {
  return id === null || code === null || dueAt === null ? {} : { aboutCase: { id, code, dueAt, choice } }
}

/** Returns the last event number of each feed, by `feedName`. Feeds without an event are left out. */
export async function readFeedHeads(
  sql: Sql,
  tenants: readonly Tenant[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql.query<{ business_id: string; mode: Mode; last_number: string }>({
    name: 'read_feed_heads',
    text: 'select business_id, mode, last_number from read_feed_heads($1, $2)',
    values: [tenants.map(({ businessId }) => businessId), tenants.map(({ mode }) => mode)],
  })
  return new Map(rows.map((row) => [feedName(row.business_id, row.mode), Number(row.last_number)]))
}

export function feedName(businessId: string, mode: Mode): string {
  return `${businessId} ${mode}`
}

/**
 * Gives the next events their positions in the feed and returns how many it placed. Only one caller works at a time; the others return 0.
 */
export async function sequenceEvents(pool: Pool, most = 1_000): Promise<number> {
  const { rows } = await pool.query<{ placed: number }>({
    name: 'sequence_events',
    text: 'select sequence_events($1) as placed',
    values: [most],
  })
  return rows[0]?.placed ?? 0
}

/** Counts what ended since the last call, and what of it was in time. Returns how many events it read. One caller works at a time. */
export async function countServiceLevels(pool: Pool, at: Date, most: number): Promise<number> {
  const { rows } = await pool.query<{ read: number }>('select count_service_levels($1, $2) as read', [
    at,
    most,
  ])
  return rows[0]?.read ?? 0
}
