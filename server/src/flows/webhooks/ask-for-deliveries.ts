import type { Clock } from '../../kernel/clock/clock.ts'
import { formatId, newId } from '../../kernel/ids/ids.ts'
import { asTenant, type Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { AuthenticatedKey } from '../../records/keys/known-key.ts'
import {
  askForPing,
  askForResend,
  type DeliveryState,
  listDeliveries,
  type WebhookDelivery,
} from '../../records/webhooks/webhook-delivery-store.ts'
import { findEndpoint } from '../../records/webhooks/webhook-endpoint-store.ts'
import { unknownEndpoint } from './manage-endpoints.ts'

type AskDeps = Readonly<{
  pool: Pool
  clock: Clock
  /** Nudges Restate. The nudge may be lost. */
  wake: (id: string) => void
}>

const LONGEST_RANGE = 10_000

/** Sends a test message to one endpoint, once, even while the endpoint is paused. */
export async function pingWebhook(
  { pool, clock, wake }: AskDeps,
  { tenant }: AuthenticatedKey,
  endpointId: string,
): Promise<Readonly<{ deliveryId: string; eventId: string }>> {
  const [deliveryId, eventId, at] = [newId(), newId(), clock.now()]
  const body = JSON.stringify({
    id: formatId('event', eventId),
    type: 'webhook.ping',
    number: null,
    sequence: null,
    mode: tenant.mode,
    created_at: at.toISOString(),
    data: { endpoint_id: formatId('webhookEndpoint', endpointId) },
  })
  const isAsked = await asTenant(pool, tenant, async (sql) =>
    askForPing(sql, endpointId, { deliveryId, eventId, body, at }),
  )
  if (!isAsked) throw unknownEndpoint(formatId('webhookEndpoint', endpointId))
  wake(endpointId)
  return { deliveryId, eventId }
}

/**
 * Resends one event, whether or not the endpoint subscribes to it, or the subscribed events of a range of numbers. Returns the number of
 * deliveries.
 */
export async function resendWebhooks(
  { pool, clock, wake }: AskDeps,
  { tenant }: AuthenticatedKey,
  endpointId: string,
  what: Readonly<{ eventId: string } | { from: number; to: number }>,
): Promise<number> {
  if ('from' in what && (what.to < what.from || what.to - what.from >= LONGEST_RANGE)) {
    throw new Refusal(
      'resend_range_invalid',
      `A range must be ascending and have at most ${LONGEST_RANGE} numbers. Split a longer range.`,
    )
  }
  const asked = await asTenant(pool, tenant, async (sql) => askForResend(sql, endpointId, what, clock.now()))
  if (asked === undefined) throw unknownEndpoint(formatId('webhookEndpoint', endpointId))
  if (asked === 0 && 'eventId' in what)
    throw new Refusal('event_unknown', `No event has the id ${formatId('event', what.eventId)}.`)
  if (asked > 0) wake(endpointId)
  return asked
}

/** Returns the deliveries of an endpoint with its responses, newest first. */
export async function readDeliveries(
  { pool, clock }: Pick<AskDeps, 'pool' | 'clock'>,
  { tenant }: AuthenticatedKey,
  endpointId: string,
  page: Readonly<{ before: string | undefined; limit: number; state: DeliveryState | undefined }>,
): Promise<Readonly<{ deliveries: readonly WebhookDelivery[]; hasMore: boolean }>> {
  return asTenant(pool, tenant, async (sql) => {
    if ((await findEndpoint(sql, endpointId, clock.now())) === undefined)
      throw unknownEndpoint(formatId('webhookEndpoint', endpointId))
    const found = await listDeliveries(sql, endpointId, { ...page, limit: page.limit + 1 })
    return { deliveries: found.slice(0, page.limit), hasMore: found.length > page.limit }
  })
}
