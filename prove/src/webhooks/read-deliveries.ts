import type { Pool } from '@afara/server/kernel/postgres/pool.ts'

export type DeliveryState = 'pending' | 'delivered' | 'given_up'

/** What our own rows say of each event and endpoint, by the endpoint's path and the event's id. */
export async function readDeliveries(pool: Pool, receiversUrl: string): Promise<Map<string, DeliveryState>> {
  const { rows } = await pool.query<{ place: string; event: string; state: DeliveryState }>(
    `select substr(w.url, length($1) + 1) as place, 'evt_' || replace(d.event_id::text, '-', '') as event, d.state
     from webhook_delivery d join webhook_endpoint w on w.id = d.endpoint_id where d.kind = 'event'`,
    [receiversUrl],
  )
  return new Map(rows.map(({ place, event, state }) => [`${place} ${event}`, state]))
}

/** What still waits: events that are not rows yet anywhere, and rows of endpoints that take everything in the end. */
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
