import { Malformed } from '../byte-reader.ts'

/** An item of Ethereum's encoding: bytes, or a list of items. */
export type RlpItem = Uint8Array | readonly RlpItem[]

/**
 * Reads one item that fills all the bytes. Accepts only the canonical spelling: if one value had two spellings, two readers could disagree
 * about it.
 */
export function decodeRlp(bytes: Uint8Array): RlpItem {
  const { item, end } = readItem(bytes, 0, bytes.length, 0)
  if (end !== bytes.length) throw new Malformed('the transaction has bytes after its end')
  return item
}

export function encodeRlp(item: RlpItem): Uint8Array {
  if (item instanceof Uint8Array) {
    const first = item[0]
    return item.length === 1 && first !== undefined && first < 0x80
      ? item
      : join(lengthHead(0x80, item.length), item)
  }
  const parts = item.map(encodeRlp)
  const size = parts.reduce((sum, part) => sum + part.length, 0)
  return join(lengthHead(0xc0, size), ...parts)
}

/** Writes a whole number in the fewest bytes; zero takes none. */
export function numberBytes(value: bigint): Uint8Array {
  if (value < 0n) throw new RangeError('a number must not be below zero')
  if (value === 0n) return new Uint8Array()
  const digits = value.toString(16)
  return new Uint8Array(Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex'))
}

// Deeper than any transaction. Without a limit, deeply nested lists could crash the process.
const DEEPEST = 8

function readItem(
  bytes: Uint8Array,
  start: number,
  limit: number,
  depth: number,
): { item: RlpItem; end: number } {
  if (depth > DEEPEST) throw new Malformed('the transaction is nested too deeply')
  const head = bytes[start]
  if (start >= limit || head === undefined) throw new Malformed('the transaction ends too early')
  if (head < 0x80) return { item: bytes.subarray(start, start + 1), end: start + 1 }
  const isList = head >= 0xc0
  const { from, end } = readSpan(bytes, start, limit, head - (isList ? 0xc0 : 0x80))
  if (!isList) {
    const first = bytes[from]
    if (end - from === 1 && first !== undefined && first < 0x80)
      throw new Malformed('a single byte is encoded in two bytes')
    return { item: bytes.subarray(from, end), end }
  }
  const items: RlpItem[] = []
  for (let at = from; at < end; ) {
    const next = readItem(bytes, at, end, depth + 1)
    items.push(next.item)
    at = next.end
  }
  return { item: items, end }
}

function readSpan(
  bytes: Uint8Array,
  start: number,
  limit: number,
  code: number,
): { from: number; end: number } {
  const isShort = code <= 55
  const from = start + 1 + (isShort ? 0 : code - 55)
  const size = isShort ? code : readSize(bytes, start + 1, from, limit)
  const end = from + size
  if (end > limit) throw new Malformed('the transaction ends too early')
  return { from, end }
}

function readSize(bytes: Uint8Array, start: number, from: number, limit: number): number {
  if (from > limit || from - start > 4) throw new Malformed('a length is too large')
  const size = bytes.subarray(start, from).reduce((sum, byte) => sum * 256 + byte, 0)
  if (bytes[start] === 0 || size <= 55) throw new Malformed('a length is encoded in more bytes than it needs')
  return size
}

function lengthHead(base: number, size: number): Uint8Array {
  if (size <= 55) return Uint8Array.of(base + size)
  const digits = numberBytes(BigInt(size))
  return Uint8Array.of(base + 55 + digits.length, ...digits)
}

function join(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts))
}
