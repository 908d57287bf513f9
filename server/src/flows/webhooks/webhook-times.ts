const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** Intervals and limits of webhooks. */
export type WebhookTimes = Readonly<{
  /** Timeout of one attempt: name resolution, connection, request and response. */
  deadlineMs: number
  /** Waits after the first, second, … failed attempt. There is no retry after the last one. */
  retryMs: readonly number[]
  /** An endpoint is disabled after every delivery failed for this long. */
  disableAfterMs: number
  /** An endpoint that does not answer is paused for this long, doubled with each failure. */
  restMs: number
  /** Maximum pause of an endpoint that does not answer. */
  longestRestMs: number
  /** A call starts no new deliveries after this time. */
  callMs: number
  /** Longest time between two calls for an endpoint. */
  idleMs: number
  /** Maximum number of concurrent requests to one endpoint while they succeed. */
  width: number
  /** Number of events that become deliveries in one commit. */
  events: number
  /** Number of deliveries in one round. */
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

/** Returns the wait after this many failed attempts, varied by a tenth either way; undefined after the last one. `chance` is in [0, 1). */
export function retryWaitMs(
  { retryMs }: Pick<WebhookTimes, 'retryMs'>,
  tries: number,
  chance: number,
): number | undefined {
  const wait = retryMs[tries - 1]
  return wait === undefined ? undefined : Math.round(wait * (0.9 + chance * 0.2))
}

/** Returns how long an endpoint that does not answer is paused. */
export function restAfterMs(
  { restMs, longestRestMs }: Pick<WebhookTimes, 'restMs' | 'longestRestMs'>,
  failures: number,
): number {
  return Math.min(restMs * 2 ** Math.min(Math.max(failures - 1, 0), 20), longestRestMs)
}
