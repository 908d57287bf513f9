import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

// What stands before the 32 bytes of a key in the only form in which Node takes them.
const SECRET_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

export function secretEd25519(secret: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([SECRET_PREFIX, secret]), format: 'der', type: 'pkcs8' })
}

export function publicEd25519(publicKey: Uint8Array): KeyObject {
  return createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, publicKey]), format: 'der', type: 'spki' })
}

/** The 32 bytes of the public key that belongs to either. */
export function bytesOfEd25519(key: KeyObject): Uint8Array {
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return new Uint8Array(spki.subarray(PUBLIC_PREFIX.length))
}
