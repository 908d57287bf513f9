import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { toCamel } from '../../kernel/postgres/rows.ts'
import type { Wake } from '../transactions/wake-store.ts'
import type { DeliveryAttempt } from './webhook-delivery-store.ts'

/** What is to be sent to one endpoint now, with all that sending takes. */
export type WebhookRound = Readonly<{
  businessId: string
  mode: Mode
  url: string
  /** Tries that failed since the last one that did not. */
  failures: number
  /** Sealed; the newest first. */
  secrets: ReadonlyArray<Readonly<{ id: string; sealed: Buffer }>>
  due: readonly DueDelivery[]
  /** When it was to be looked at; undefined when nothing calls for it. */
  wake: Wake | undefined
  /** The feed has more than one round takes. */
  hasMoreEvents: boolean
  /** When the next of the others is due. */
  nextDueAt: Date | undefined
}>

export type DueDelivery = Readonly<{
  id: string
  kind: 'event' | 'ping' | 'notice'
  eventId: string
  number: number | null
  /** Of what is not in the feed. */
  body: string | null
  /** Since it was last asked for. */
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

/** The feed's news become rows, and what is due of them is returned. Undefined when there is no such endpoint any more. */
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
  /** As they were when it was taken: a row that has moved on since keeps its place. */
  tries: number
  isDelivered: boolean
  /** Undefined when it was the last. */
  nextAt: Date | undefined
}> &
  Omit<DeliveryAttempt, 'attempt'>

/** A look that began when `seen` was due is over, and the next is due then. */
export type LookEnd = Readonly<{ seen: Date; dueAt: Date }>

/**
 * All of a round's tries in one commit. Disables the endpoint when it has been failing since before `failingBefore`. With an end
 * the look is over as well; returns when the next is due then, which is sooner when there was news.
 */
export async function recordRound(
  sql: Sql,
  endpointId: string,
  round: Readonly<{
    results: readonly WebhookResult[]
    failures: number
    /** Nothing is sent before this. */
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

/** The end of a look in which nothing was sent. Returns when the next is due, which is sooner when there was news. */
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

/** Forgets what is older than that, and than thirty days in any case; so many rows at a time. Returns how many went. */
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
    // PostgreSQL has no room for this letter in a text.
    said: result.said.replaceAll('\0', ''),
    duration_ms: Math.round(result.durationMs),
    is_delivered: result.isDelivered,
    next_at: result.nextAt,
  }
}
