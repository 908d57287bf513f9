const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const NO_VALUE = 255
const values = Uint8Array.from({ length: 128 }, (_, code) => {
  const value = ALPHABET.indexOf(String.fromCharCode(code))
  return value < 0 ? NO_VALUE : value
})

/** Whether a text is the base58 of exactly `byteCount` bytes. A leading 1 is a leading zero byte, so all bytes have one spelling. */
export function isBase58Of(text: string, byteCount: number): boolean {
  return readBase58(text, byteCount) !== undefined
}

/** Decodes base58 text. Throws unless it encodes exactly `byteCount` bytes. */
export function decodeBase58(text: string, byteCount: number): Uint8Array {
  const bytes = readBase58(text, byteCount)
  if (bytes === undefined) throw new Error(`the text is not base58 of ${byteCount} bytes`)
  return bytes
}

export function encodeBase58(bytes: Uint8Array): string {
  let zeros = 0
  while (bytes[zeros] === 0) zeros += 1
  // The base58 digits so far, lowest first.
  const digits: number[] = []
  for (const byte of bytes.subarray(zeros)) {
    let carry = byte
    for (let index = 0; index < digits.length; index += 1) {
      carry += (digits[index] ?? 0) * 256
      digits[index] = carry % 58
      carry = Math.floor(carry / 58)
    }
    for (; carry > 0; carry = Math.floor(carry / 58)) digits.push(carry % 58)
  }
  const written = digits.toReversed().map((digit) => ALPHABET.charAt(digit))
  return '1'.repeat(zeros) + written.join('')
}

function readBase58(text: string, byteCount: number): Uint8Array | undefined {
  let zeros = 0
  while (text.charAt(zeros) === '1') zeros += 1
  // The number so far, lowest byte first. The loop updates only the bytes in use, so decoding takes a few microseconds.
  const bytes = new Uint8Array(byteCount)
  let length = 0
  for (let place = zeros; place < text.length; place += 1) {
    let carry = values[text.charCodeAt(place)] ?? NO_VALUE
    if (carry === NO_VALUE) return undefined
    for (let index = 0; index < length; index += 1) {
      carry += (bytes[index] ?? 0) * 58
      bytes[index] = carry
      carry >>= 8
    }
    if (carry > 0) {
      if (length === byteCount) return undefined
      bytes[length] = carry
      length += 1
    }
  }
  return zeros + length === byteCount ? bytes.toReversed() : undefined
}
