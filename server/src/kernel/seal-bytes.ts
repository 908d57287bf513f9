import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { assert } from './refusal.ts'

const FORMAT = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts bytes with AES-256-GCM, bound to the id of their row. If they are moved to another row, they cannot be decrypted. */
export function sealBytes(key: Buffer, rowId: string, bytes: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(rowId))
  const body = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([Buffer.of(FORMAT), nonce, body, cipher.getAuthTag()])
}

/** Decrypts bytes. Throws if they were changed, belong to another row, or were encrypted with another key. */
export function unsealBytes(key: Buffer, rowId: string, sealed: Buffer): Buffer {
  assert(sealed[0] === FORMAT, 'a sealed secret must have a known format')
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce)
  decipher.setAAD(Buffer.from(rowId))
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE_BYTES, -TAG_BYTES)), decipher.final()])
}
