import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

// Without 0, O, I and l, which people confuse.
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const SECRET_LENGTH = 44 // 58^44 > 2^256
const CHECKSUM_LENGTH = 6 // 58^6 > 2^32

/** 256 random bits as 44 letters and digits. */
export function randomSecret(): string {
  return encode(BigInt(`0x${randomBytes(32).toString('hex')}`), SECRET_LENGTH)
}

/** Six characters that tell a mistyped text from another one. No secret: it proves nothing. */
export function checksum(body: string): string {
  return encode(BigInt(crc32(body)), CHECKSUM_LENGTH)
}

function encode(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 58n) {
    text = `${ALPHABET[Number(rest % 58n)]}${text}`
  }
  return text
}
