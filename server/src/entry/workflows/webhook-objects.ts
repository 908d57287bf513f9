import { advanceWebhook } from '../../flows/webhooks/advance-webhook.ts'
import { createEventBodies } from '../../flows/webhooks/event-bodies.ts'
import { groupRounds } from '../../flows/webhooks/group-rounds.ts'
import { webhookTimes } from '../../flows/webhooks/webhook-times.ts'
import { renderWebhook } from '../http/events/event-wire.ts'
import { type Advance, createDurableObject, createEndpointGroup } from './durable-objects.ts'
import type { WorkerDeps } from './worker-deps.ts'

// Limits the memory of the cache to some megabytes: a body has one to two kilobytes.
const MAX_CACHED_BODIES = 4_000

/**
 * Creates one durable object per webhook endpoint, so that an endpoint that hangs delays only itself, and the one that advances endpoints
 * together which got events together.
 */
export function createWebhookObjects({ pool, clock, addresses, webhooks, nudge, logger }: WorkerDeps) {
  const { sender, secretsKey, pace } = webhooks
  const times = { ...webhookTimes, ...pace }
  const onFailure = (endpointId: string, error: unknown): void =>
    logger.error({ endpointId, err: error }, 'webhook endpoint check failed; retrying')
  const carrying = {
    pool,
    clock,
    sender,
    secretsKey,
    times,
    bodies: createEventBodies({ pool, render: renderWebhook(addresses), most: MAX_CACHED_BODIES }),
    rounds: groupRounds({ pool, clock, times }),
    onFailure,
  }
  const alone = oneCallEach()
  const advance = alone(async (id) => advanceWebhook(carrying, id))
  // A shared call schedules nothing for later: the sweeper nudges the endpoint when it is due.
  const advanceMember = alone(async (id) => advanceWebhook(carrying, id, { engineTimerMs: 0 }))
  return [
    createDurableObject('webhook', advance, clock),
    createEndpointGroup(advanceMember, async (next) => nudge(next), onFailure),
  ]
}

/**
 * Ends a call for an endpoint at once while this process has another one for it. What made the endpoint due again is in its row, and the
 * other call ends by nudging it.
 */
function oneCallEach(): (advance: Advance) => Advance {
  const underWay = new Set<string>()
  return (advance) => async (id) => {
    if (underWay.has(id)) return undefined
    underWay.add(id)
    try {
      return await advance(id)
    } finally {
      underWay.delete(id)
    }
  }
}
