import type { BoundedMap } from '../../kernel/bounded-map.ts'
import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import type { WebhookSender } from '../../movements/webhooks/webhook-sender.ts'
import type { FeedEvent } from '../../records/transactions/event-store.ts'
import type { WebhookTimes } from './webhook-times.ts'

/** What carrying webhooks takes. */
export type WebhookDeps = Readonly<{
  pool: Pool
  clock: Clock
  sender: WebhookSender
  /** Under which the endpoints' secrets are sealed. */
  secretsKey: Buffer
  /** An event as it goes over the wire: the same event is always the same text. */
  render: (event: FeedEvent) => string
  /** What was rendered lately: endpoints of one business are sent the same. */
  bodies: BoundedMap<string>
  times: WebhookTimes
  /** Told of a look that failed as a whole. */
  onFailure: (endpointId: string, error: unknown) => void
}>
