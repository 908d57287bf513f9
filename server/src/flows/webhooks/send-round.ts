import { formatId } from '../../kernel/ids/ids.ts'
import { assert } from '../../kernel/refusal.ts'
import { unsealBytes } from '../../kernel/seal-bytes.ts'
import type { SendResult } from '../../movements/webhooks/webhook-sender.ts'
import type { DueDelivery, WebhookResult, WebhookRound } from '../../records/webhooks/webhook-round-store.ts'
import { signWebhook } from '../../records/webhooks/webhook-signing.ts'
import { type WebhookDeps } from './webhook-deps.ts'
import { retryWaitMs } from './webhook-times.ts'

export type SentRound = Readonly<{
  /** Results of the attempted deliveries. */
  results: readonly WebhookResult[]
  /** Number of failed attempts since the last success. */
  failures: number
  /** The endpoint did not answer the last attempt, so the rest of the round was postponed. */
  isDeaf: boolean
}>

/**
 * Sends the deliveries of a round, oldest first, several at a time while all succeed. After a failure, sends one at a time. Stops after an
 * attempt without an answer, so that an endpoint that hangs costs only one request per round. Starts no delivery after `callMs`, so that the
 * call ends while its nudge counts as outstanding.
 */
export async function sendRound(
  deps: WebhookDeps,
  round: WebhookRound,
  bodies: ReadonlyMap<string, string>,
): Promise<SentRound> {
  const keys = round.secrets.map(({ id, sealed }) => unsealBytes(deps.secretsKey, id, sealed))
  const waiting = round.due.values()
  const results: WebhookResult[] = []
  let failures = round.failures
  let isDeaf = false
  const began = performance.now()

  const sendNext = async (isFirst: boolean): Promise<void> => {
    for (const delivery of waiting) {
      const body = bodies.get(delivery.id)
      assert(body !== undefined, `delivery ${delivery.id} must have a body`)
      const result = await sendOne(deps, round, keys, delivery, body)
      results.push(result)
      failures = result.isDelivered ? 0 : failures + 1
      if (result.outcome !== 'answered') isDeaf = true
      else if (result.isDelivered) isDeaf = false
      if (isDeaf || (failures > 0 && !isFirst) || performance.now() - began >= deps.times.callMs) return
    }
  }
  const width = round.failures === 0 ? Math.min(deps.times.width, round.due.length) : 1
  await Promise.all(Array.from({ length: width }, async (_, place) => sendNext(place === 0)))
  return { results, failures, isDeaf }
}

async function sendOne(
  { clock, sender, times }: WebhookDeps,
  { url, mode }: WebhookRound,
  keys: readonly Buffer[],
  delivery: DueDelivery,
  body: string,
): Promise<WebhookResult> {
  const at = clock.now()
  const headers = signWebhook({ id: formatId('event', delivery.eventId), body, at }, keys)
  const sent = await sender.send({ url, headers, body, mode, deadlineMs: times.deadlineMs })
  const isDelivered = sent.outcome === 'answered' && sent.status >= 200 && sent.status < 300
  const waitMs =
    // A ping is not retried: the caller sees the outcome and can send another ping.
    isDelivered || delivery.kind === 'ping'
      ? undefined
      : retryWaitMs(times, delivery.tries + 1, Math.random())
  return {
    deliveryId: delivery.id,
    tries: delivery.tries,
    at,
    ...toldOf(sent),
    durationMs: sent.durationMs,
    isDelivered,
    nextAt: waitMs === undefined ? undefined : new Date(clock.now().getTime() + waitMs),
  }
}

function toldOf(sent: SendResult): Pick<WebhookResult, 'outcome' | 'status' | 'said'> {
  return sent.outcome === 'answered'
    ? { outcome: sent.outcome, status: sent.status, said: sent.body }
    : { outcome: sent.outcome, status: null, said: sent.reason }
}

/** Returns the body of each delivery of a round by delivery id. */
export async function bodiesOf(
  { bodies }: Pick<WebhookDeps, 'bodies'>,
  { businessId, mode, due }: WebhookRound,
): Promise<ReadonlyMap<string, string>> {
  const fed = due.flatMap(({ eventId, number }) => (number === null ? [] : [{ eventId, number }]))
  const rendered = await bodies({ businessId, mode }, fed)
  return new Map(
    due.flatMap(({ id, eventId, body }) => {
      const text = body ?? rendered.get(eventId)
      return text === undefined ? [] : [[id, text] as const]
    }),
  )
}
