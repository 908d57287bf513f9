import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { assert } from '../../kernel/refusal.ts'

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

const FORMAT = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16
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

/** Encrypts a secret with AES-256-GCM, bound to the id of its row. If the bytes are moved to another row, they cannot be decrypted. */
export function sealSecret(key: Buffer, secretId: string, secret: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(secretId))
  const body = Buffer.concat([cipher.update(signingKey(secret)), cipher.final()])
  return Buffer.concat([Buffer.of(FORMAT), nonce, body, cipher.getAuthTag()])
}

/** Decrypts a secret. Throws if the bytes were changed, belong to another row, or were encrypted with another key. */
export function unsealSecret(key: Buffer, secretId: string, sealed: Buffer): Buffer {
  assert(sealed[0] === FORMAT, 'a sealed secret must have a known format')
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce)
  decipher.setAAD(Buffer.from(secretId))
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE_BYTES, -TAG_BYTES)), decipher.final()])
}
