import type { BoundedMap } from '../../kernel/bounded-map.ts'
import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import type { WebhookSender } from '../../movements/webhooks/webhook-sender.ts'
import type { FeedEvent } from '../../records/transactions/feed/feed-store.ts'

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

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** How webhooks take their time. */
export type WebhookTimes = Readonly<{
  /** The whole of one try: name, connection, request and answer. */
  deadlineMs: number
  /** The waits after the first, second, … failed try; after the last there is none. */
  retryMs: readonly number[]
  /** An endpoint that nothing got through to for so long is disabled. */
  disableAfterMs: number
  /** An endpoint that does not answer at all is paused for this, doubling with each failure, */
  restMs: number
  /** and never for longer than this. */
  longestRestMs: number
  /** One call of the engine begins nothing new after this. */
  callMs: number
  /** The longest that an endpoint is left alone. */
  idleMs: number
  /** How many requests one endpoint has to bear at once, while it takes them. */
  width: number
  /** Events that become deliveries in one commit, */
  events: number
  /** and deliveries that are taken together. */
  deliveries: number
}>

export const webhookTimes: WebhookTimes = {
  deadlineMs: 10 * SECOND_MS,
  retryMs: [
    5 * SECOND_MS,
    5 * MINUTE_MS,
    30 * MINUTE_MS,
    2 * HOUR_MS,
    5 * HOUR_MS,
    10 * HOUR_MS,
    10 * HOUR_MS,
    20 * HOUR_MS,
    24 * HOUR_MS,
  ],
  disableAfterMs: 72 * HOUR_MS,
  restMs: SECOND_MS,
  longestRestMs: MINUTE_MS,
  callMs: 4 * SECOND_MS,
  idleMs: HOUR_MS,
  width: 8,
  events: 500,
  deliveries: 32,
}

/** The wait after so many failed tries, spread by a tenth both ways; undefined when it was the last. `chance` is in [0, 1). */
export function retryWaitMs(
  { retryMs }: Pick<WebhookTimes, 'retryMs'>,
  tries: number,
  chance: number,
): number | undefined {
  const wait = retryMs[tries - 1]
  return wait === undefined ? undefined : Math.round(wait * (0.9 + chance * 0.2))
}

/** How long an endpoint that does not answer is left alone. */
export function restAfterMs(
  { restMs, longestRestMs }: Pick<WebhookTimes, 'restMs' | 'longestRestMs'>,
  failures: number,
): number {
  return Math.min(restMs * 2 ** Math.min(Math.max(failures - 1, 0), 20), longestRestMs)
}
