import { highBytes } from '../../bytes/byte-reader.ts'

/** An account, and the number of somebody who shares it with others, where the address has one. */
export type StellarAccount = Readonly<{ key: Uint8Array; id: bigint | undefined }>

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
// G and M, as they stand in the first byte.
const ACCOUNT = 6 << 3
const MUXED = 12 << 3
const KEY = 32
const ID = 8

/** `G…` without a number, `M…` with one. */
export function writeAddress({ key, id }: StellarAccount): string {
  return id === undefined
    ? encode(Uint8Array.of(ACCOUNT, ...key))
    : encode(Uint8Array.of(MUXED, ...key, ...highBytes(id, ID)))
}

/** Undefined unless the text is an address in its one spelling. */
export function readAddress(text: string): StellarAccount | undefined {
  const bytes = decode(text)
  if (bytes === undefined) return undefined
  const [version, key, id] = [bytes[0], bytes.slice(1, 1 + KEY), bytes.slice(1 + KEY, -2)]
  const account =
    version === ACCOUNT && id.length === 0
      ? { key, id: undefined }
      : version === MUXED && id.length === ID
        ? { key, id: BigInt(`0x${Buffer.from(id).toString('hex')}`) }
        : undefined
  return account !== undefined && writeAddress(account) === text ? account : undefined
}

function encode(payload: Uint8Array): string {
  const sum = checksum(payload)
  let text = ''
  let [bits, size] = [0, 0]
  for (const byte of [...payload, sum & 0xff, sum >> 8]) {
    bits = ((bits << 8) | byte) & 0xffff
    for (size += 8; size >= 5; size -= 5) text += ALPHABET.charAt((bits >> (size - 5)) & 31)
  }
  return size === 0 ? text : text + ALPHABET.charAt((bits << (5 - size)) & 31)
}

/** With the checksum, which is not looked at: whoever reads writes it again and compares. */
function decode(text: string): Uint8Array | undefined {
  const bytes: number[] = []
  let [bits, size] = [0, 0]
  for (const letter of text) {
    const value = ALPHABET.indexOf(letter)
    if (value === -1 || bytes.length > 3 + KEY + ID) return undefined
    bits = ((bits << 5) | value) & 0xffff
    size += 5
    if (size < 8) continue
    size -= 8
    bytes.push((bits >> size) & 0xff)
  }
  return bytes.length > KEY + 2 ? Uint8Array.from(bytes) : undefined
}

/** CRC-16 as XMODEM has it. */
function checksum(bytes: Uint8Array): number {
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 0x8000 ? ((sum << 1) ^ 0x1021) & 0xffff : sum << 1
  }
  return sum
}
