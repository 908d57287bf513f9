import { createHmac, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Mode } from '../../kernel/mode.ts'

/**
 * `svc_<mode>_<cell>_<secret>_<checksum>`: mode, cell, 256 random bits, and a checksum of the text before it. The edge routes by the cell
 * without a query, a secret scanner can find leaked keys, and a mistyped key is detected offline. The checksum is not secret and proves
 * nothing; only the look-up does.
 */
type KeyText = Readonly<{ mode: Mode; cell: string }>

type KeyReading =
  | Readonly<{ outcome: 'well_formed'; key: KeyText }>
  /** `mistyped`: the format is right, but the checksum is wrong. */
  | Readonly<{ outcome: 'malformed' | 'mistyped' }>

const CELL = /^[a-z0-9]{1,8}$/
const KEY_SHAPE = /^(svc_(live|test)_([a-z0-9]{1,8})_[1-9A-HJ-NP-Za-km-z]{44})_([1-9A-HJ-NP-Za-km-z]{6})$/

export function generateKey({ mode, cell }: KeyText): string {
  if (!CELL.test(cell))
    throw new Error(`a cell name must have 1 to 8 lower-case letters and digits, not "${cell}"`)
  const body = `svc_${mode}_${cell}_${randomSecret()}`
  return `${body}_${checksum(body)}`
}

export function readKey(text: string): KeyReading {
  const [, body, mode, cell, sum] = KEY_SHAPE.exec(text) ?? []
  if (body === undefined || cell === undefined) return { outcome: 'malformed' }
  // No constant-time comparison is needed: the checksum depends only on the caller's own text and reveals nothing.
  if (checksum(body) !== sum) return { outcome: 'mistyped' }
  return { outcome: 'well_formed', key: { mode: mode === 'live' ? 'live' : 'test', cell } }
}

/**
 * Secrets that only our processes hold, by version. New keys use the highest version. Look-ups try all versions, so that a change of pepper
 * can overlap.
 */
export type Peppers = ReadonlyMap<number, Buffer>

export type KeyHmac = Readonly<{ hmac: Buffer; pepperVersion: number }>

/** Returns the hash that is stored for a new key. */
export function newestHmac(key: string, peppers: Peppers): KeyHmac {
  const pepperVersion = Math.max(...peppers.keys())
  const pepper = peppers.get(pepperVersion)
  if (pepper === undefined) throw new Error('no pepper is configured')
  return { hmac: keyedHash(key, pepper), pepperVersion }
}

/**
 * Returns the hashes under which a key may be stored. The index look-up needs no constant time: without the pepper, nobody can choose a key
 * by the beginning of its hash.
 */
export function possibleHmacs(key: string, peppers: Peppers): Buffer[] {
  return [...peppers.values()].map((pepper) => keyedHash(key, pepper))
}

function keyedHash(key: string, pepper: Buffer): Buffer {
  return createHmac('sha256', pepper).update(key).digest()
}

// Without 0, O, I and l, which are easily confused.
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const SECRET_LENGTH = 44 // 58^44 > 2^256
const CHECKSUM_LENGTH = 6 // 58^6 > 2^32

/** Returns 256 random bits as 44 letters and digits. */
function randomSecret(): string {
  return encode(BigInt(`0x${randomBytes(32).toString('hex')}`), SECRET_LENGTH)
}

/** Returns six characters that detect a mistyped text. Not secret: they prove nothing. */
function checksum(body: string): string {
  return encode(BigInt(crc32(body)), CHECKSUM_LENGTH)
}

function encode(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 58n) {
    text = `${ALPHABET[Number(rest % 58n)]}${text}`
  }
  return text
}
