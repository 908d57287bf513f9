import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { toCamel } from '../../kernel/postgres/rows.ts'
import type { Wake } from '../transactions/wake-store.ts'
import type { DeliveryAttempt } from './webhook-delivery-store.ts'

/** Deliveries that are due for one endpoint, with all data needed to send them. */
export type WebhookRound = Readonly<{
  businessId: string
  mode: Mode
  url: string
  /** Number of failed attempts since the last success. */
  failures: number
  /** Encrypted, newest first. */
  secrets: ReadonlyArray<Readonly<{ id: string; sealed: Buffer }>>
  due: readonly DueDelivery[]
  /** The check that was scheduled. Undefined: none. */
  wake: Wake | undefined
  /** True if the feed has more events than one round reads. */
  hasMoreEvents: boolean
  /** Time at which the next delivery that is not in `due` becomes due. */
  nextDueAt: Date | undefined
}>

export type DueDelivery = Readonly<{
  id: string
  kind: 'event' | 'ping' | 'notice'
  eventId: string
  number: number | null
  /** Body of a ping or notice, which are not in the feed. */
  body: string | null
  /** Number of attempts since the delivery was last requested. */
  tries: number
}>

type RoundJson = {
  business_id: string
  mode: Mode
  url: string
  failures: number
  wake: { due_at: string; failure_count: number } | null
  has_more_events: boolean
  next_due_at: string | null
  secrets: Array<{ id: string; sealed: string }> | null
  due: Array<Pick<DueDelivery, 'id' | 'kind' | 'number' | 'body' | 'tries'> & { event_id: string }>
}

/** Creates deliveries for new events of the feed and returns those that are due. Undefined if the endpoint no longer exists. */
export async function takeRound(
  sql: Sql,
  endpointId: string,
  at: Date,
  most: Readonly<{ events: number; deliveries: number }>,
): Promise<WebhookRound | undefined> {
  const { rows } = await sql.query<{ round: RoundJson | null }>({
    name: 'work_webhook',
    text: 'select work_webhook($1, $2, $3, $4) as round',
    values: [endpointId, at, most.events, most.deliveries],
  })
  const round = rows[0]?.round ?? undefined
  if (round === undefined) return undefined
  const { wake, nextDueAt, secrets, due, ...rest } = toCamel(round)
  return {
    ...rest,
    wake: wake === null ? undefined : toWake(wake),
    nextDueAt: nextDueAt === null ? undefined : new Date(nextDueAt),
    secrets: (secrets ?? []).map(({ id, sealed }) => ({ id, sealed: Buffer.from(sealed, 'base64') })),
    due: due.map(({ event_id, ...delivery }) => ({ ...delivery, eventId: event_id })),
  }
}

export type WebhookResult = Readonly<{
  deliveryId: string
  /** Number of attempts when the delivery was read. If the row has changed since then, the schedule in the row is kept. */
  tries: number
  isDelivered: boolean
  /** Undefined after the last attempt. */
  nextAt: Date | undefined
}> &
  Omit<DeliveryAttempt, 'attempt'>

/** Ends the check that was due at `seen`, and schedules the next one at `dueAt`. */
export type LookEnd = Readonly<{ seen: Date; dueAt: Date }>

/**
 * Records all attempts of a round in one commit. Disables the endpoint if it has been failing since before `failingBefore`. With `end`, the
 * check ends too. Returns when the next check is due, which is sooner if events arrived meanwhile.
 */
export async function recordRound(
  sql: Sql,
  endpointId: string,
  round: Readonly<{
    results: readonly WebhookResult[]
    failures: number
    /** Nothing is sent to the endpoint before this time. */
    restsUntil: Date | undefined
    failingBefore: Date
    at: Date
  }>,
  end: LookEnd | undefined,
): Promise<Date | undefined> {
  const { rows } = await sql.query<{ due_at: Date | null }>({
    name: 'record_webhooks',
    text: 'select record_webhooks($1, $2, $3, $4, $5, $6, $7, $8) as due_at',
    values: [
      endpointId,
      JSON.stringify(round.results.map(toRow)),
      round.failures,
      round.restsUntil,
      round.failingBefore,
      round.at,
      end?.seen,
      end?.dueAt,
    ],
  })
  return rows[0]?.due_at ?? undefined
}

/** Ends a check in which nothing was sent. Returns when the next check is due, which is sooner if events arrived meanwhile. */
export async function endLook(sql: Sql, endpointId: string, end: LookEnd): Promise<Date | undefined> {
  const { rows } = await sql.query<{ due_at: Date | null }>({
    name: 'settle_webhook',
    text: 'select settle_webhook($1, $2, $3) as due_at',
    values: [endpointId, end.seen, end.dueAt],
  })
  return rows[0]?.due_at ?? undefined
}

function toWake({ due_at, failure_count }: NonNullable<RoundJson['wake']>): Wake {
  return { dueAt: new Date(due_at), failureCount: failure_count }
}

/**
 * Deletes up to `most` rows each of attempts and finished deliveries that are older than `before` and older than thirty days. Returns how
 * many.
 */
export async function forgetOldWebhooks(sql: Sql, before: Date, most: number): Promise<number> {
  const { rows } = await sql.query<{ gone: number }>('select forget_webhooks($1, $2) as gone', [before, most])
  return rows[0]?.gone ?? 0
}

function toRow(result: WebhookResult) {
  return {
    delivery_id: result.deliveryId,
    tries: result.tries,
    at: result.at,
    outcome: result.outcome,
    status: result.status,
    // PostgreSQL cannot store this character in text.
    said: result.said.replaceAll('\0', ''),
    duration_ms: Math.round(result.durationMs),
    is_delivered: result.isDelivered,
    next_at: result.nextAt,
  }
}
