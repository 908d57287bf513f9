import { sign } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import {
  bytesOfEd25519,
  type Curve,
  type Ed25519Key,
  type Key,
  type Secp256k1Key,
  secretEd25519,
} from './key.ts'
import { nativeSecp256k1 } from './native-secp256k1.ts'

/** A key in memory, for development and tests. */
export function createLocalKey(secret: Uint8Array): Secp256k1Key
export function createLocalKey(secret: Uint8Array, curve: 'ed25519'): Ed25519Key
export function createLocalKey(secret: Uint8Array, curve: Curve): Key
export function createLocalKey(secret: Uint8Array, curve: Curve = 'secp256k1'): Key {
  return curve === 'secp256k1' ? secp256k1Key(secret) : ed25519Key(secret)
}

function secp256k1Key(secret: Uint8Array): Secp256k1Key {
  return {
    curve: 'secp256k1',
    publicKey: nativeSecp256k1.publicKeyCreate(secret, false),
    sign: async (digest) =>
      secp256k1.Signature.fromBytes(nativeSecp256k1.ecdsaSign(digest, secret).signature),
  }
}

function ed25519Key(secret: Uint8Array): Ed25519Key {
  const key = secretEd25519(secret)
  return {
    curve: 'ed25519',
    publicKey: bytesOfEd25519(key),
    sign: async (message) => new Uint8Array(sign(null, message, key)),
  }
}
