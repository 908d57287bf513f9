import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import type { WebhookSender } from '../../movements/webhooks/webhook-sender.ts'
import type { EventBodies } from './event-bodies.ts'
import type { WebhookRounds } from './group-rounds.ts'
import type { WebhookTimes } from './webhook-times.ts'

/** Dependencies of the webhook flow. */
export type WebhookDeps = Readonly<{
  pool: Pool
  clock: Clock
  sender: WebhookSender
  /** Encrypts the endpoints' secrets. */
  secretsKey: Buffer
  /** Endpoints of one business receive the same bodies, so all endpoints share this. */
  bodies: EventBodies
  /** All endpoints share this, so that those that become due together share a commit. */
  rounds: WebhookRounds
  times: WebhookTimes
  /** Called when a whole pass fails. */
  onFailure: (endpointId: string, error: unknown) => void
}>
