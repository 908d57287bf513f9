import { createPublicKey } from 'node:crypto'
import type { Curve } from '../key.ts'

const NAMES: Readonly<Record<Curve, string>> = { secp256k1: 'secp256k1', ed25519: 'Ed25519' }

/** The public key of a SubjectPublicKeyInfo: uncompressed, or the 32 bytes of the other curve. */
export function readSpki(der: Uint8Array, curve: Curve): Uint8Array {
  const {
    crv,
    x = '',
    y = '',
  } = createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' }).export({
    format: 'jwk',
  })
  if (crv !== NAMES[curve]) throw new Error(`a public key of ${crv} is none of ${curve}`)
  const bytes = (text: string): Buffer => Buffer.from(text, 'base64url')
  return new Uint8Array(
    curve === 'ed25519' ? bytes(x) : Buffer.concat([Buffer.from([0x04]), bytes(x), bytes(y)]),
  )
}
