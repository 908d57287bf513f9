import { createPublicKey, type JsonWebKey } from 'node:crypto'

type Item = number | Buffer | ReadonlyMap<Item, Item>

// Labels and values of RFC 9053 (ES256, EdDSA) and RFC 8230 (RS256).
const [KTY, CURVE, X, Y] = [1, -1, -2, -3]
const [OKP, EC2, RSA] = [1, 2, 3]

/** Converts a public key as an authenticator returns it (COSE) to DER (SubjectPublicKeyInfo), the form of the operators file. */
export function coseToSpki(cose: Uint8Array): Buffer {
  const [map, end] = readItem(Buffer.from(cose), 0)
  if (!(map instanceof Map) || end !== cose.length) throw new Error('the public key is not COSE')
  return createPublicKey({ format: 'jwk', key: toJwk(map) }).export({ format: 'der', type: 'spki' })
}

function toJwk(map: ReadonlyMap<Item, Item>): JsonWebKey {
  const text = (label: number): string => {
    const value = map.get(label)
    if (!Buffer.isBuffer(value)) throw new Error('the public key is incomplete')
    return value.toString('base64url')
  }
  const kind = map.get(KTY)
  if (kind === EC2 && map.get(CURVE) === 1) return { kty: 'EC', crv: 'P-256', x: text(X), y: text(Y) }
  if (kind === OKP && map.get(CURVE) === 6) return { kty: 'OKP', crv: 'Ed25519', x: text(X) }
  if (kind === RSA) return { kty: 'RSA', n: text(-1), e: text(-2) }
  throw new Error('the public key is of no algorithm that decisions are signed with')
}

/** Reads whole numbers, byte strings and maps of CBOR, which is all that a key contains. Returns the item and where it ends. */
function readItem(bytes: Buffer, at: number): [Item, number] {
  const first = bytes.readUInt8(at)
  const [size, from] = readSize(bytes, at, first & 0x1f)
  switch (first >> 5) {
    case 0:
      return [size, from]
    case 1:
      return [-1 - size, from]
    case 2:
      if (from + size > bytes.length) throw new Error('the public key is cut off')
      return [bytes.subarray(from, from + size), from + size]
    case 5:
      return readMap(bytes, from, size)
    default:
      throw new Error('the public key is not COSE')
  }
}

function readSize(bytes: Buffer, at: number, low: number): [number, number] {
  if (low < 24) return [low, at + 1]
  if (low === 24) return [bytes.readUInt8(at + 1), at + 2]
  if (low === 25) return [bytes.readUInt16BE(at + 1), at + 3]
  throw new Error('the public key is not COSE')
}

function readMap(bytes: Buffer, from: number, size: number): [Item, number] {
  const map = new Map<Item, Item>()
  let at = from
  for (let left = size; left > 0; left -= 1) {
    const [key, afterKey] = readItem(bytes, at)
    const [value, afterValue] = readItem(bytes, afterKey)
    map.set(key, value)
    at = afterValue
  }
  return [map, at]
}
