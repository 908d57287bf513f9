import { signWebhook } from '@afara/sdk'
import type { World } from '../world.ts'

export type Answer =
  | Readonly<{ outcome: 'answered'; status: number; body: string; durationMs: number }>
  | Readonly<{ outcome: 'no_answer'; reason: string; durationMs: number }>

export type Webhook = Readonly<{
  url: string
  id: string
  body: string
  secret: string
  /** Unix time in seconds; now by default. */
  timestamp?: number
  /** Replaces the valid signature. */
  signature?: string
  /** Sent instead of the signed body. */
  sent?: string
  timeoutMs?: number
}>

const ANSWER_WITHIN_MS = 10_000
const SHOWN = 200

/** Posts an event as the service does (Standard Webhooks). Never throws: a missing answer is returned as an outcome. */
export async function postWebhook(world: Pick<World, 'fetch' | 'now'>, webhook: Webhook): Promise<Answer> {
  const { url, id, body, secret, timestamp = Math.floor(world.now().getTime() / 1000) } = webhook
  const signature = webhook.signature ?? (await signWebhook({ id, timestamp, payload: body, secret }))
  const startedAt = performance.now()
  const took = () => Math.round(performance.now() - startedAt)
  try {
    const response = await world.fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'afara-cli',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signature,
      },
      body: webhook.sent ?? body,
      signal: AbortSignal.timeout(webhook.timeoutMs ?? ANSWER_WITHIN_MS),
    })
    const text = (await response.text()).slice(0, SHOWN)
    return { outcome: 'answered', status: response.status, body: text, durationMs: took() }
  } catch (error) {
    return { outcome: 'no_answer', reason: reasonOf(error), durationMs: took() }
  }
}

export function isTaken(answer: Answer): boolean {
  return answer.outcome === 'answered' && answer.status >= 200 && answer.status < 300
}

export function answerText(answer: Answer): string {
  return answer.outcome === 'answered' ? String(answer.status) : answer.reason
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no response'
  if (error.name === 'TimeoutError') return 'timeout'
  const { cause } = error as { cause?: { code?: string; message?: string } }
  if (cause?.code === 'ECONNREFUSED') return 'connection refused'
  return cause?.code ?? cause?.message ?? error.message
}
