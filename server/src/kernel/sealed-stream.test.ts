import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createOpeningStream, createSealingStream } from './sealed-stream.ts'

const pair = generateKeyPairSync('x25519')
const PIECE = 65_536
const HEAD = 40

const through = async (bytes: Buffer, stream: ReturnType<typeof createSealingStream>) =>
  // Odd sizes, as a pipe gives them.
  buffer(
    Readable.from(
      Array.from({ length: Math.ceil(bytes.length / 10_007) }, (_none, place) =>
        bytes.subarray(place * 10_007, (place + 1) * 10_007),
      ),
    ).compose(stream),
  )
const seal = async (bytes: Buffer) => through(bytes, createSealingStream(pair.publicKey))
const open = async (bytes: Buffer) => through(bytes, createOpeningStream(pair.privateKey))

test.each([0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE, 300_001])('%i bytes come back', async (size) => {
  const bytes = randomBytes(size)
  const sealed = await seal(bytes)
  expect(await open(sealed)).toEqual(bytes)
  // The shortest may be in it by chance.
  expect(size > 16 && sealed.includes(bytes.subarray(0, 16))).toBe(false)
})

test('another key, a change, a cut, a joined or a swapped piece is refused', async () => {
  const sealed = await seal(randomBytes(3 * PIECE + 5))
  const other = generateKeyPairSync('x25519').privateKey
  await expect(through(sealed, createOpeningStream(other))).rejects.toThrow('another key')
  const changed = Buffer.from(sealed)
  changed[sealed.length - 1] = (changed.at(-1) ?? 0) ^ 1
  const first = HEAD + PIECE + 16
  const swapped = Buffer.concat([
    sealed.subarray(0, HEAD),
    sealed.subarray(first, first + PIECE + 16),
    sealed.subarray(HEAD, first),
    sealed.subarray(first + PIECE + 16),
  ])
  for (const bad of [changed, swapped, sealed.subarray(0, first), sealed.subarray(0, first + 100)])
    await expect(open(bad)).rejects.toThrow('not whole')
  await expect(open(Buffer.concat([sealed, sealed]))).rejects.toThrow('changed')
  await expect(open(sealed.subarray(0, HEAD))).rejects.toThrow('not whole')
  await expect(open(Buffer.from('a plain dump of some length that is no backup at all'))).rejects.toThrow(
    'not an encrypted backup',
  )
})
