import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { toHex } from '../bytes/hex.ts'
import type { Key, RawSignature } from './key.ts'

export type Signature = Readonly<{
  r: bigint /** In the lower half of the curve's order. */
  s: bigint
  recovery: 0 | 1
}>

export type VerifiedKey = Readonly<{
  /** The account, `0x…` in lower case. */
  address: string
  sign(digest: Uint8Array): Promise<Signature>
}>

const { Point } = secp256k1
const order = Point.Fn

/**
 * Any key, made fit for a network: s in its lower half, the recovery bit found, and nothing goes out that is not by this key. A
 * fault in a module would else become a transaction from nowhere, on a lock that then never ends.
 */
export function verifiedKey(key: Key): VerifiedKey {
  const point = Point.fromBytes(key.publicKey)
  // Multiples of the key's own point, computed once: a verification then costs less than the signature.
  point.precompute(8, false)
  const address = toHex(keccak_256(key.publicKey.subarray(1)).subarray(12))
  return {
    address,
    sign: async (digest) => {
      const signature = fitForNetwork(digest, await key.sign(digest), point)
      if (signature === undefined) throw new Error(`the signature is not by ${address}`)
      return signature
    },
  }
}

/** ECDSA's verification, which finds the point of the signature and with it the recovery bit. */
function fitForNetwork(
  digest: Uint8Array,
  { r, s }: RawSignature,
  point: typeof Point.BASE,
): Signature | undefined {
  if (!order.isValidNot0(r) || !order.isValidNot0(s)) return undefined
  const low = s > order.ORDER / 2n ? order.neg(s) : s
  const inverse = order.inv(low)
  const hash = order.create(BigInt(toHex(digest)))
  const found = Point.BASE.multiplyUnsafe(order.mul(hash, inverse)).add(
    point.multiplyUnsafe(order.mul(r, inverse)),
  )
  if (found.is0()) return undefined
  const { x, y } = found.toAffine()
  return x === r ? { r, s: low, recovery: y % 2n === 0n ? 0 : 1 } : undefined
}
