import { verify } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { toHex } from '../../shared/bytes.ts'
import { type Ed25519Key, type Key, publicEd25519, type RawSignature, type Secp256k1Key } from './key.ts'
import { nativeSecp256k1 } from './native-secp256k1.ts'

export type Signature = Readonly<{
  r: bigint /** In the lower half of the curve's order. */
  s: bigint
  recovery: 0 | 1
}>

export type VerifiedSecp256k1Key = Readonly<{
  curve: 'secp256k1'
  /** The account, `0x…` in lower case. */
  address: string
  /** Returns the signatures in order. Throws unless all of them are by this key. */
  signAll(digests: readonly Uint8Array[]): Promise<Signature[]>
}>

export type VerifiedEd25519Key = Readonly<{
  curve: 'ed25519'
  /** 32 bytes. Each network has its own spelling for them. */
  publicKey: Uint8Array
  /** Returns the signatures in order, 64 bytes each. Throws unless all of them are by this key. */
  signAll(messages: readonly Uint8Array[]): Promise<Uint8Array[]>
}>

export type VerifiedKey = VerifiedSecp256k1Key | VerifiedEd25519Key

const order = secp256k1.Point.Fn

/**
 * Wraps a key for use on a network: s is in the lower half, the recovery bit is found, and every signature is verified. Without this, a
 * faulty module could produce a transaction of an unknown sender, on a lock that is then never consumed.
 */
export function verifiedKey(key: Secp256k1Key): VerifiedSecp256k1Key
export function verifiedKey(key: Ed25519Key): VerifiedEd25519Key
export function verifiedKey(key: Key): VerifiedKey
export function verifiedKey(key: Key): VerifiedKey {
  return key.curve === 'secp256k1' ? verifiedSecp256k1(key) : verifiedEd25519(key)
}

function verifiedEd25519(key: Ed25519Key): VerifiedEd25519Key {
  const known = publicEd25519(key.publicKey)
  return {
    curve: 'ed25519',
    publicKey: key.publicKey,
    signAll: async (messages) => {
      const signatures = await signTogether(key, messages)
      for (const [place, message] of messages.entries()) {
        const signature = signatures[place]
        if (signature?.length !== 64 || !verify(null, message, known, signature)) {
          throw new Error(`the signature does not match the key ${toHex(key.publicKey)}`)
        }
      }
      return signatures
    },
  }
}

function verifiedSecp256k1(key: Secp256k1Key): VerifiedSecp256k1Key {
  const known = nativeSecp256k1.publicKeyConvert(key.publicKey, false)
  const address = toHex(keccak_256(known.subarray(1)).subarray(12))
  return {
    curve: 'secp256k1',
    address,
    signAll: async (digests) => {
      const raw = await signTogether(key, digests)
      return digests.map((digest, place) => {
        const signature = fitForNetwork(digest, raw[place], known)
        if (signature === undefined) throw new Error(`the signature does not match the key of ${address}`)
        return signature
      })
    },
  }
}

/**
 * Requests all signatures at once: a service handles many in parallel, and a key that can only make one at a time queues the requests
 * itself.
 */
async function signTogether<T>(
  key: Readonly<{ sign(bytes: Uint8Array): Promise<T> }>,
  all: readonly Uint8Array[],
): Promise<T[]> {
  return Promise.all(all.map(async (bytes) => key.sign(bytes)))
}

/** Verifies an ECDSA signature by recovering the key that made it, which also finds the recovery bit. Returns undefined if it is not `known`. */
function fitForNetwork(
  digest: Uint8Array,
  raw: RawSignature | undefined,
  known: Uint8Array,
): Signature | undefined {
  if (raw === undefined || !order.isValidNot0(raw.r) || !order.isValidNot0(raw.s)) return undefined
  const { r } = raw
  const s = raw.s > order.ORDER / 2n ? order.neg(raw.s) : raw.s
  const bytes = Buffer.concat([order.toBytes(r), order.toBytes(s)])
  for (const recovery of [0, 1] as const) {
    if (isMadeBy(known, bytes, recovery, digest)) return { r, s, recovery }
  }
  return undefined
}

function isMadeBy(known: Uint8Array, signature: Uint8Array, recovery: 0 | 1, digest: Uint8Array): boolean {
  try {
    return Buffer.compare(nativeSecp256k1.ecdsaRecover(signature, recovery, digest, false), known) === 0
  } catch {
    // No point of the curve has this r, so no key made the signature.
    return false
  }
}
