import { createHmac, timingSafeEqual } from 'node:crypto'
import { allSecrets, type Secrets } from './secret-in-use.ts'

export type HookHeaders = Readonly<Record<string, string | string[] | undefined>>

/** Whether a header carries the HMAC-SHA512, in hex, of these very bytes under one of our secrets. */
export function isSigned(body: Buffer, header: string | string[] | undefined, secrets: Secrets): boolean {
  return allSecrets(secrets)
    .map((secret) => isSameHex(header, createHmac('sha512', secret).update(body).digest()))
    .includes(true)
}

/** Takes the same time wherever the two differ. */
export function isSameHex(header: string | string[] | undefined, expected: Buffer): boolean {
  if (typeof header !== 'string' || !/^[0-9a-fA-F]+$/.test(header)) return false
  const given = Buffer.from(header, 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
