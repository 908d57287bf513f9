const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const NO_VALUE = 255
const values = Uint8Array.from({ length: 128 }, (_, code) => {
  const value = ALPHABET.indexOf(String.fromCharCode(code))
  return value < 0 ? NO_VALUE : value
})

/** Whether a text is base58 and says exactly so many bytes. A leading 1 is a leading zero byte, so each has one spelling. */
export function isBase58Of(text: string, byteCount: number): boolean {
  let zeros = 0
  while (text.charAt(zeros) === '1') zeros += 1
  // The number so far, lowest byte first; only the bytes in use are touched, which keeps this to a few microseconds.
  const bytes = new Uint8Array(byteCount)
  let length = 0
  for (let place = zeros; place < text.length; place += 1) {
    let carry = values[text.charCodeAt(place)] ?? NO_VALUE
    if (carry === NO_VALUE) return false
    for (let index = 0; index < length; index += 1) {
      carry += (bytes[index] ?? 0) * 58
      bytes[index] = carry
      carry >>= 8
    }
    if (carry > 0) {
      if (length === byteCount) return false
      bytes[length] = carry
      length += 1
    }
  }
  return zeros + length === byteCount
}
