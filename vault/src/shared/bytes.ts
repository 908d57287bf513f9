const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const VALUES = new Map(Array.from(ALPHABET, (letter, value) => [letter, BigInt(value)]))

/** `0x…` in lower case. */
export function toHex(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`
}

/** Returns undefined unless all of the text is hex: a parser that stops at the first wrong character would sign half of the bytes. */
export function fromHex(text: string): Uint8Array | undefined {
  if (!/^0x(?:[0-9a-f][0-9a-f])*$/i.test(text)) return undefined
  return new Uint8Array(Buffer.from(text.slice(2), 'hex'))
}

/** Writes a leading zero byte as a leading 1, so that every byte string has exactly one spelling. */
export function toBase58(bytes: Uint8Array): string {
  let zeros = 0
  while (bytes[zeros] === 0) zeros += 1
  let rest = bytes.length === 0 ? 0n : BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  for (; rest > 0n; rest /= 58n) text = ALPHABET.charAt(Number(rest % 58n)) + text
  return '1'.repeat(zeros) + text
}

/** Returns undefined unless the text spells exactly `size` bytes. */
export function fromBase58(text: string, size: number): Uint8Array | undefined {
  // The text is longer than any spelling of `size` bytes, so it is not decoded at all.
  if (text.length > size * 2) return undefined
  let number = 0n
  for (const letter of text) {
    const value = VALUES.get(letter)
    if (value === undefined) return undefined
    number = number * 58n + value
  }
  let zeros = 0
  while (text.charAt(zeros) === '1') zeros += 1
  const digits = number === 0n ? '' : number.toString(16)
  const body = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex')
  if (zeros + body.length !== size) return undefined
  return new Uint8Array(Buffer.concat([Buffer.alloc(zeros), body]))
}

/** Writes a whole number in `size` bytes, lowest byte first. */
export function lowBytes(value: bigint, size: number): Uint8Array {
  return highBytes(value, size).toReversed()
}

/** Writes a whole number in `size` bytes, highest byte first. */
export function highBytes(value: bigint, size: number): Uint8Array {
  if (value < 0n || value >= 1n << BigInt(size * 8)) throw new RangeError(`${value} is not ${size} bytes`)
  return new Uint8Array(Buffer.from(value.toString(16).padStart(size * 2, '0'), 'hex'))
}
