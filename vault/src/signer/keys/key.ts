import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

export type Curve = 'secp256k1' | 'ed25519'

export type RawSignature = Readonly<{ r: bigint; s: bigint }>

/**
 * Signs digests without knowing their meaning, so that a hardware module or a cloud key service can implement it. The same digest may be
 * signed differently each time, and s may be in either half: see verified-key.ts.
 */
export type Secp256k1Key = Readonly<{
  curve: 'secp256k1'
  /** Uncompressed, 65 bytes. */
  publicKey: Uint8Array
  sign(digest: Uint8Array): Promise<RawSignature>
}>

/** A key of the curve ed25519. It receives the whole message and hashes it itself. */
export type Ed25519Key = Readonly<{
  curve: 'ed25519'
  /** 32 bytes. */
  publicKey: Uint8Array
  /** 64 bytes. */
  sign(message: Uint8Array): Promise<Uint8Array>
}>

export type Key = Secp256k1Key | Ed25519Key

// DER prefixes of the 32 bytes of a key, for the only formats that Node accepts.
const SECRET_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

export function secretEd25519(secret: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([SECRET_PREFIX, secret]), format: 'der', type: 'pkcs8' })
}

export function publicEd25519(publicKey: Uint8Array): KeyObject {
  return createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, publicKey]), format: 'der', type: 'spki' })
}

/** Returns the 32 bytes of the public key, for a private or a public key. */
export function bytesOfEd25519(key: KeyObject): Uint8Array {
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return new Uint8Array(spki.subarray(PUBLIC_PREFIX.length))
}
