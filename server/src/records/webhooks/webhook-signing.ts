import { createHmac, randomBytes } from 'node:crypto'
import { assert } from '../../kernel/refusal.ts'
import { sealBytes } from '../../kernel/seal-bytes.ts'

/** Returns the headers of Standard Webhooks, with one signature for each valid key. A receiver may know any of them. */
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

const SECRET_BYTES = 32
const SECRET_PREFIX = 'whsec_'

/** Returns a new secret in the format of Standard Webhooks. Shown once, and stored only encrypted. */
export function newWebhookSecret(): string {
  return `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`
}

/** Returns the key bytes of a secret. */
function signingKey(secret: string): Buffer {
  assert(secret.startsWith(SECRET_PREFIX), 'a webhook secret must begin with its prefix')
  return Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
}

/** Encrypts a secret, bound to the id of its row. */
export function sealSecret(key: Buffer, secretId: string, secret: string): Buffer {
  return sealBytes(key, secretId, signingKey(secret))
}
