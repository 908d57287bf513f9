import { crc32, deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { parseLogo } from './logo.ts'

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data])
  const number = (value: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return bytes
  }
  return Buffer.concat([number(data.length), body, number(crc32(body))])
}
const head = (width: number, height: number, depth = 8, colour = 6, interlace = 0): Buffer => {
  const bytes = Buffer.alloc(13)
  bytes.writeUInt32BE(width, 0)
  bytes.writeUInt32BE(height, 4)
  bytes.set([depth, colour, 0, 0, interlace], 8)
  return chunk('IHDR', bytes)
}
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const END = chunk('IEND', Buffer.alloc(0))
const pixels = (bytes: number) => chunk('IDAT', deflateSync(Buffer.alloc(bytes, 3)))
const whole = (64 * 4 + 1) * 64
const png = (...parts: Buffer[]) => Buffer.concat([SIGNATURE, ...parts])

test('a square PNG is written again without anything but its pixels', () => {
  const secret = chunk('tEXt', Buffer.from('Comment\0<script>alert(1)</script>'))
  const written = parseLogo(png(head(64, 64), secret, pixels(whole), secret, END))
  expect(written).toEqual(parseLogo(png(head(64, 64), pixels(whole), END)))
  expect(written.toString('latin1')).not.toContain('script')
  expect(parseLogo(written)).toEqual(written)
})

test('what is no such PNG is refused', () => {
  const good = png(head(64, 64), pixels(whole), END)
  const damaged = Buffer.from(good)
  damaged[50] = (damaged[50] ?? 0) ^ 1
  const wrong: Readonly<Record<string, Buffer>> = {
    empty: Buffer.alloc(0),
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
    'cut off': good.subarray(0, -5),
    'without an end': png(head(64, 64), pixels(whole)),
    damaged,
    'something behind the end': Buffer.concat([good, Buffer.from('<script>')]),
    'not square': png(head(64, 32), pixels((64 * 4 + 1) * 32), END),
    'too small': png(head(16, 16), pixels((16 * 4 + 1) * 16), END),
    'too large': png(head(5_000, 5_000), pixels(100), END),
    'a bomb': png(head(64, 64), pixels(50_000_000), END),
    'too few pixels': png(head(64, 64), pixels(whole - 1), END),
    'a palette': png(head(64, 64, 8, 3), pixels((64 + 1) * 64), END),
    interlaced: png(head(64, 64, 8, 6, 1), pixels(whole), END),
    'not packed': png(head(64, 64), chunk('IDAT', Buffer.alloc(100)), END),
    'no head': png(pixels(whole), END),
  }
  for (const [name, bytes] of Object.entries(wrong))
    expect(() => parseLogo(bytes), name).toThrow(/Choose a square PNG/)
})

test('any byte that changes is refused or changes nothing but pixels', () => {
  const good = png(head(64, 64), pixels(whole), END)
  for (let at = 0; at < good.length; at += 1) {
    const bytes = Buffer.from(good)
    bytes[at] = (bytes[at] ?? 0) ^ 0xff
    expect(() => parseLogo(bytes), `byte ${at}`).toThrow(/Choose a square PNG/)
  }
})
