import { advanceWebhook } from '../../flows/webhooks/advance-webhook.ts'
import { webhookTimes } from '../../flows/webhooks/webhook-times.ts'
import { createBoundedMap } from '../../kernel/bounded-map.ts'
import { renderWebhook } from '../http/webhooks/webhook-body.ts'
import { createDurableObject } from './durable-object.ts'
import type { WorkerDeps } from './worker-deps.ts'

// Of one to two kilobytes each.
const MOST_BODIES = 4_000

/** One durable object per webhook endpoint: one that hangs holds up only itself. */
export function createWebhookObject({ pool, clock, addresses, webhooks, logger }: WorkerDeps) {
  const { sender, secretsKey, pace } = webhooks
  const carrying = {
    pool,
    clock,
    sender,
    secretsKey,
    times: { ...webhookTimes, ...pace },
    render: renderWebhook(addresses),
    bodies: createBoundedMap<string>(MOST_BODIES),
    onFailure: (endpointId: string, error: unknown) =>
      logger.error({ endpointId, err: error }, 'a look at a webhook endpoint failed and will be tried again'),
  }
  return createDurableObject('webhook', async (id) => advanceWebhook(carrying, id), clock)
}
