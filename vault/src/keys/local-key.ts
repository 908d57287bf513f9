import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { Key } from './key.ts'

/** A key in memory, for development and tests. */
export function createLocalKey(secret: Uint8Array): Key {
  return {
    publicKey: secp256k1.getPublicKey(secret, false),
    sign: async (digest) => {
      const bytes = secp256k1.sign(digest, secret, { prehash: false })
      return secp256k1.Signature.fromBytes(bytes)
    },
  }
}
