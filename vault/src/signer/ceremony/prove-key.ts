import { hash, randomBytes } from 'node:crypto'
import type { VerifiedKey } from '../keys/verified-key.ts'

/** Has the key sign words that no network takes for anything, and throws unless the signature is by it. */
export async function proveKey(key: VerifiedKey): Promise<void> {
  const words = `Afara asks this key to show that it signs: ${randomBytes(16).toString('hex')}`
  if (key.curve === 'ed25519') await key.signAll([Buffer.from(words)])
  else await key.signAll([hash('sha256', words, 'buffer')])
}
