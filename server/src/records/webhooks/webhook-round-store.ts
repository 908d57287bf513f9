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

/**
 * Creates deliveries for new events of the feed and returns those that are due, for each endpoint in the order of the ids. Undefined if an
 * endpoint no longer exists.
 */
export async function takeRounds(
  sql: Sql,
  endpointIds: readonly string[],
  at: Date,
  most: Readonly<{ events: number; deliveries: number }>,
): Promise<Array<WebhookRound | undefined>> {
  const { rows } = await sql.query<{ endpoint_id: string; round: RoundJson }>({
    name: 'work_webhooks',
    text: 'select endpoint_id, round from work_webhooks($1, $2, $3, $4)',
    values: [endpointIds, at, most.events, most.deliveries],
  })
  const rounds = new Map(rows.map((row) => [row.endpoint_id, toRound(row.round)]))
  return endpointIds.map((id) => rounds.get(id))
}

function toRound(round: RoundJson): WebhookRound {
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

/** The outcome of the round of one endpoint. With `end`, the check ends too. */
export type RoundRecord = Readonly<{
  endpointId: string
  results: readonly WebhookResult[]
  failures: number
  /** Nothing is sent to the endpoint before this time. */
  restsUntil: Date | undefined
  end: LookEnd | undefined
}>

/**
 * Records all attempts of the rounds of different endpoints in one commit. Disables an endpoint that has been failing since before
 * `failingBefore`. Returns for each round when the next check is due, which is sooner if events arrived meanwhile.
 */
export async function recordRounds(
  sql: Sql,
  rounds: readonly RoundRecord[],
  { failingBefore, at }: Readonly<{ failingBefore: Date; at: Date }>,
): Promise<Array<Date | undefined>> {
  const { rows } = await sql.query<{ endpoint_id: string; due_at: Date }>({
    name: 'record_webhook_rounds',
    text: 'select endpoint_id, due_at from record_webhook_rounds($1, $2, $3, $4)',
    values: [
      JSON.stringify(rounds.map(toRoundRow)),
      JSON.stringify(
        rounds.flatMap(({ endpointId, results }) => results.map((one) => toRow(endpointId, one))),
      ),
      failingBefore,
      at,
    ],
  })
  const dueAt = new Map(rows.map((row) => [row.endpoint_id, row.due_at]))
  return rounds.map(({ endpointId }) => dueAt.get(endpointId))
}

function toRoundRow({ endpointId, results, failures, restsUntil, end }: RoundRecord) {
  return {
    endpoint_id: endpointId,
    failures,
    rests_until: restsUntil,
    has_success: results.some(({ isDelivered }) => isDelivered),
    seen: end?.seen,
    due_at: end?.dueAt,
  }
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

function toRow(endpointId: string, result: WebhookResult) {
  return {
    endpoint_id: endpointId,
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
