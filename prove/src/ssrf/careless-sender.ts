import { resolve4 } from 'node:dns/promises'
import type { SendResult, WebhookSender } from '@afara/server/movements/webhooks/webhook-sender.ts'

/** A naive sender: it resolves the name, checks the best-known ranges, then sends by name. It offers no protection. */
export function createCarelessSender(): WebhookSender {
  return {
    send: async ({ url, body }): Promise<SendResult> => {
      try {
        const found = await resolve4(new URL(url).hostname).catch(() => [])
        if (found.some((address) => /^(10|127|192\.168)\./.test(address)))
          return { outcome: 'refused_address', reason: 'private', durationMs: 0 }
        const answer = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(1_000) })
        return { outcome: 'answered', status: answer.status, body: '', durationMs: 0 }
      } catch {
        return { outcome: 'no_answer', reason: 'failed', durationMs: 0 }
      }
    },
  }
}
