import type { Pool } from '@afara/server/kernel/postgres/pool.ts'

export type DeliveryState = 'pending' | 'delivered' | 'given_up'

/** Returns the state of each delivery in our rows, by the endpoint's path and the event's id. */
export async function readDeliveries(pool: Pool, receiversUrl: string): Promise<Map<string, DeliveryState>> {
  const { rows } = await pool.query<{ place: string; event: string; state: DeliveryState }>(
    `select substr(w.url, length($1) + 1) as place, 'evt_' || replace(d.event_id::text, '-', '') as event, d.state
     from webhook_delivery d join webhook_endpoint w on w.id = d.endpoint_id where d.kind = 'event'`,
    [receiversUrl],
  )
  return new Map(rows.map(({ place, event, state }) => [`${place} ${event}`, state]))
}

/** Counts what is pending: events without a row, and rows of endpoints that accept everything in the end. */
export async function countWaiting(pool: Pool, curable: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ waiting: string }>(
    `select (select count(*) from transaction_event e where not exists (
          select from event_position p where p.transaction_id = e.transaction_id and p.sequence = e.sequence))
       + (select coalesce(sum(h.last_number - w.cursor_number), 0) from webhook_endpoint w
          join feed_head h on h.business_id = w.business_id and h.mode = w.mode)
       + (select count(*) from webhook_delivery d join webhook_endpoint w on w.id = d.endpoint_id
          where d.state = 'pending' and split_part(w.url, '/', 4) = any ($1)) as waiting`,
    [curable],
  )
  return Number(rows[0]?.waiting)
}

/**
 * Describes the delays at healthy endpoints: from the event to its row, and from the row to the first attempt. Shows the median and the
 * 99th percentile.
 */
export async function tellWaits(pool: Pool, before: Date): Promise<string> {
  const { rows } = await pool.query<{ part: string; p50: number; p99: number }>(
    `with gone as (
       select extract(epoch from d.created_at - e.happened_at) * 1000 as to_row, extract(epoch from a.at - d.created_at) * 1000 as to_try
       from webhook_delivery d join webhook_endpoint w on w.id = d.endpoint_id
         join transaction_event e on e.id = d.event_id
         join webhook_attempt a on a.delivery_id = d.id and a.attempt = 1
       where split_part(w.url, '/', 4) = 'healthy' and e.happened_at < $1)
     select part, percentile_cont(0.5) within group (order by ms)::int as p50, percentile_cont(0.99) within group (order by ms)::int as p99
     from gone, lateral (values ('to its row', to_row), ('to its try', to_try)) as v (part, ms) group by part order by part`,
    [before],
  )
  return rows.map(({ part, p50, p99 }) => `${part} ${p50}/${p99} ms`).join(', ')
}
