import { verify } from 'node:crypto'
import { normalizeZ } from '@noble/curves/abstract/curve.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { toHex } from '../../shared/bytes.ts'
import { type Ed25519Key, type Key, publicEd25519, type RawSignature, type Secp256k1Key } from './key.ts'

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

const { Point } = secp256k1
const order = Point.Fn
// Precomputes more multiples than the library does by default. A signature then takes a third less time, for half a megabyte of memory and
// half a second at the start.
const WINDOW_BITS = 8
Point.BASE.precompute(WINDOW_BITS, false)

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
  const point = Point.fromBytes(key.publicKey)
  // Multiples of the key's own point are computed once, so that a verification costs less than the signature.
  point.precompute(WINDOW_BITS, false)
  const address = toHex(keccak_256(key.publicKey.subarray(1)).subarray(12))
  return {
    curve: 'secp256k1',
    address,
    signAll: async (digests) => {
      const raw = await signTogether(key, digests)
      const signatures = fitForNetwork(digests, raw, point)
      if (signatures === undefined) throw new Error(`the signature does not match the key of ${address}`)
      return signatures
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

/**
 * Verifies ECDSA signatures. The verification finds the point of each signature and with it the recovery bit. Each signature is verified
 * separately; a batch shares only the divisions, which are a third of the work.
 */
function fitForNetwork(
  digests: readonly Uint8Array[],
  raw: readonly RawSignature[],
  point: typeof Point.BASE,
): Signature[] | undefined {
  if (!raw.every(({ r, s }) => order.isValidNot0(r) && order.isValidNot0(s))) return undefined
  const low = raw.map(({ s }) => (s > order.ORDER / 2n ? order.neg(s) : s))
  const inverses = order.invertBatch(low)
  const found = raw.map(({ r }, place) => {
    const inverse = inverses[place] ?? 0n
    const hash = order.create(BigInt(toHex(digests[place] ?? new Uint8Array())))
    return Point.BASE.multiplyUnsafe(order.mul(hash, inverse)).add(
      point.multiplyUnsafe(order.mul(r, inverse)),
    )
  })
  if (found.some((each) => each.is0())) return undefined
  const signatures: Signature[] = []
  for (const [place, each] of normalizeZ(Point, found).entries()) {
    const [r, s] = [raw[place]?.r, low[place]]
    if (r === undefined || s === undefined || each.x !== r) return undefined
    signatures.push({ r, s, recovery: each.y % 2n === 0n ? 0 : 1 })
  }
  return signatures
}
