import type { Sql } from '../../kernel/postgres/pool.ts'

export const deliveryStates = ['pending', 'delivered', 'given_up'] as const

export type DeliveryState = (typeof deliveryStates)[number]

/** One event for one endpoint, with every attempt that is still stored. */
export type WebhookDelivery = Readonly<{
  id: string
  eventId: string
  eventType: string
  /** Null for a ping or a notice, which are not in the feed. */
  number: number | null
  transactionId: string | null
  state: DeliveryState
  attempts: number
  dueAt: Date
  createdAt: Date
  finishedAt: Date | null
  log: readonly DeliveryAttempt[]
}>

export type DeliveryAttempt = Readonly<{
  attempt: number
  at: Date
  outcome: 'answered' | 'refused_address' | 'no_answer' | 'too_slow'
  status: number | null
  /** The beginning of the receiver's answer, or the reason why there was none. */
  said: string
  durationMs: number
}>

type Row = Omit<WebhookDelivery, 'number' | 'log'> & {
  number: string | null
  log: Array<Omit<DeliveryAttempt, 'at' | 'durationMs'> & { at: string; duration_ms: number }> | null
}

/** Returns deliveries, newest first. Runs for one tenant, which sees only its own. */
export async function listDeliveries(
  sql: Sql,
  endpointId: string,
  page: Readonly<{ before: string | undefined; limit: number; state: DeliveryState | undefined }>,
): Promise<WebhookDelivery[]> {
  const { rows } = await sql.query<Row>(
    `select d.id, d.event_id as "eventId", d.event_type as "eventType", d.number, d.transaction_id as "transactionId", d.state,
       d.attempts, d.due_at as "dueAt", d.created_at as "createdAt", d.finished_at as "finishedAt",
       (select json_agg(json_build_object('attempt', a.attempt, 'at', a.at, 'outcome', a.outcome, 'status', a.status, 'said', a.said,
          'duration_ms', a.duration_ms) order by a.attempt desc, a.id desc) from (
          select * from webhook_attempt a where a.delivery_id = d.id order by a.id desc limit 20) a) as log
     from webhook_delivery d
     where d.endpoint_id = $1 and ($2::uuid is null or d.id < $2) and ($3::text is null or d.state = $3)
     order by d.id desc limit $4`,
    [endpointId, page.before, page.state, page.limit],
  )
  return rows.map(({ number, log, ...row }) => ({
    ...row,
    number: number === null ? null : Number(number),
    log: (log ?? []).map(({ at, duration_ms, ...attempt }) => ({
      ...attempt,
      at: new Date(at),
      durationMs: duration_ms,
    })),
  }))
}

/** Schedules a ping, which is sent once. Returns false if the endpoint does not exist. */
export async function askForPing(
  sql: Sql,
  endpointId: string,
  ping: Readonly<{ deliveryId: string; eventId: string; body: string; at: Date }>,
): Promise<boolean> {
  const { rows } = await sql.query<{ asked: boolean }>('select ping_webhook($1, $2, $3, $4, $5) as asked', [
    endpointId,
    ping.deliveryId,
    ping.eventId,
    ping.body,
    ping.at,
  ])
  return rows[0]?.asked === true
}

/** Schedules events to be sent again with the same ids. Returns how many. Undefined if the endpoint does not exist. */
export async function askForResend(
  sql: Sql,
  endpointId: string,
  what: Readonly<{ eventId: string } | { from: number; to: number }>,
  at: Date,
): Promise<number | undefined> {
  const [eventId, from, to] = 'eventId' in what ? [what.eventId] : [undefined, what.from, what.to]
  const { rows } = await sql.query<{ asked: number | null }>(
    'select resend_webhooks($1, $2, $3, $4, $5) as asked',
    [endpointId, eventId, from, to, at],
  )
  return rows[0]?.asked ?? undefined
}
