import { createHmac } from 'node:crypto'

/** The headers of Standard Webhooks: one signature for each key that is live, so that a receiver may know either. */
export function signWebhook(
  message: Readonly<{ id: string; body: string; at: Date }>,
  keys: readonly Buffer[],
): Readonly<Record<string, string>> {
  const timestamp = Math.floor(message.at.getTime() / 1000).toString()
  const signed = `${message.id}.${timestamp}.${message.body}`
  const signatures = keys.map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  return {
    'content-type': 'application/json',
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
