import { createHmac, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Mode } from '../../kernel/mode.ts'

/**
 * `svc_<mode>_<cell>_<secret>_<checksum>`: which rails, which cell, 256 random bits, and a checksum of all before it.
 * The edge routes by the cell without a look-up, a secret scanner can find leaked keys, and a mistyped key is told
 * from an unknown one offline. The checksum is no secret and proves nothing: only the look-up does.
 */
type KeyText = Readonly<{ mode: Mode; cell: string }>

type KeyReading =
  | Readonly<{ outcome: 'well_formed'; key: KeyText }>
  /** `mistyped` has the shape of a key, but its checksum is wrong. */
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
  // No constant time here: the caller compares its own text with a sum of that text, and learns nothing of ours.
  if (checksum(body) !== sum) return { outcome: 'mistyped' }
  return { outcome: 'well_formed', key: { mode: mode === 'live' ? 'live' : 'test', cell } }
}

// `ops_<cell>_<secret>_<checksum>`: as the keys of businesses are made, and never mistaken for one.
const OPERATOR_SHAPE = /^(ops_([a-z0-9]{1,8})_[1-9A-HJ-NP-Za-km-z]{44})_([1-9A-HJ-NP-Za-km-z]{6})$/

export function generateOperatorKey(cell: string): string {
  const body = `ops_${cell}_${randomSecret()}`
  return `${body}_${checksum(body)}`
}

/** The cell it is for, or undefined when it is not a key as it was shown: cut short, mistyped, something else. */
export function readOperatorKey(text: string): { cell: string } | undefined {
  const [, body, cell, sum] = OPERATOR_SHAPE.exec(text) ?? []
  if (body === undefined || cell === undefined || checksum(body) !== sum) return undefined
  return { cell }
}

/** Secrets that only the processes hold, by version. The highest signs; all are tried, so that a change overlaps. */
export type Peppers = ReadonlyMap<number, Buffer>

export type KeyHmac = Readonly<{ hmac: Buffer; pepperVersion: number }>

/** What is stored of a new key. */
export function newestHmac(key: string, peppers: Peppers): KeyHmac {
  const pepperVersion = Math.max(...peppers.keys())
  const pepper = peppers.get(pepperVersion)
  if (pepper === undefined) throw new Error('no pepper is configured')
  return { hmac: keyedHash(key, pepper), pepperVersion }
}

/**
 * What a key may be stored as. The look-up goes by index on these and needs no constant time: without the pepper
 * nobody can choose a key by the beginning of its hash.
 */
export function possibleHmacs(key: string, peppers: Peppers): Buffer[] {
  return [...peppers.values()].map((pepper) => keyedHash(key, pepper))
}

function keyedHash(key: string, pepper: Buffer): Buffer {
  return createHmac('sha256', pepper).update(key).digest()
}

// Without 0, O, I and l, which people confuse.
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const SECRET_LENGTH = 44 // 58^44 > 2^256
const CHECKSUM_LENGTH = 6 // 58^6 > 2^32

/** 256 random bits as 44 letters and digits. */
function randomSecret(): string {
  return encode(BigInt(`0x${randomBytes(32).toString('hex')}`), SECRET_LENGTH)
}

/** Six characters that tell a mistyped text from another one. No secret: it proves nothing. */
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
