import { crc32, inflateSync } from 'node:zlib'
import { Refusal } from '../../kernel/refusal.ts'

/** A logo is shown at 48 points. */
const MOST_PIXELS = 512
const LEAST_PIXELS = 32
export const MOST_LOGO_BYTES = 100_000

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Bytes of a pixel, by the type of colour: true colour without and with transparency. */
const PIXEL_BYTES: Readonly<Record<number, number>> = { 2: 3, 6: 4 }
const HEAD_BYTES = 13

type Chunk = Readonly<{ type: string; data: Buffer }>

/**
 * Reads a logo and writes it again with nothing but its pixels: no texts, no places, no other pictures inside. Only a square PNG is
 * accepted: an SVG can carry scripts, and no other form can be checked here to the last byte.
 */
export function parseLogo(bytes: Buffer): Buffer {
  if (bytes.length > MOST_LOGO_BYTES) refuse('is larger than 100 kB')
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) refuse('is no PNG')
  const [head, ...rest] = readChunks(bytes.subarray(SIGNATURE.length))
  if (head === undefined || head.type !== 'IHDR') return refuse('has no size')
  const rows = readHead(head.data)
  if (rest.at(-1)?.type !== 'IEND') refuse('is cut off')
  const pixels = Buffer.concat(rest.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  requireWhole(pixels, rows)
  return Buffer.concat([
    SIGNATURE,
    writeChunk('IHDR', head.data),
    writeChunk('IDAT', pixels),
    writeChunk('IEND', Buffer.alloc(0)),
  ])
}

function readChunks(bytes: Buffer): readonly Chunk[] {
  const chunks: Chunk[] = []
  let at = 0
  while (at < bytes.length) {
    const length = at + 12 <= bytes.length ? bytes.readUInt32BE(at) : bytes.length
    const end = at + 8 + length
    if (end + 4 > bytes.length) return refuse('is cut off')
    if (crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) return refuse('is damaged')
    chunks.push({ type: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, end) })
    at = end + 4
  }
  return chunks
}

/** Returns the number of bytes that the pixels have. */
function readHead(head: Buffer): number {
  if (head.length !== HEAD_BYTES) return refuse('has no size')
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)]
  const [depth, colour = 0, ...methods] = head.subarray(8)
  if (width !== height) refuse('is not square')
  if (width < LEAST_PIXELS || width > MOST_PIXELS) refuse('must be 32 to 512 pixels wide')
  const pixelBytes = PIXEL_BYTES[colour]
  if (depth !== 8 || pixelBytes === undefined || methods.some((method) => method !== 0))
    return refuse('has an unusual form')
  // Each row begins with a byte that says how it is packed.
  return (1 + width * pixelBytes) * height
}

/** A small file can hold a picture of many gigabytes, so only the expected size is unpacked. */
function requireWhole(pixels: Buffer, wanted: number): void {
  let unpacked: Buffer
  try {
    unpacked = inflateSync(pixels, { maxOutputLength: wanted + 1 })
  } catch {
    return refuse('is damaged')
  }
  if (unpacked.length !== wanted) refuse('is damaged')
}

function writeChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

function refuse(what: string): never {
  throw new Refusal('logo_invalid', `This picture ${what}. Choose a square PNG of 32 to 512 pixels.`)
}
