import fc from 'fast-check'
import { fromRlp, toRlp } from 'viem'
import { expect, test } from 'vitest'
import { Malformed } from '../byte-reader.ts'
import { decodeRlp, encodeRlp, numberBytes, type RlpItem } from './rlp.ts'

const { item } = fc.letrec<{ item: RlpItem }>((tie) => ({
  item: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(
      fc.uint8Array({ maxLength: 3 }),
      fc.uint8Array({ minLength: 50, maxLength: 70 }),
      fc.uint8Array({ minLength: 250, maxLength: 300 }),
    ),
    fc.array(tie('item'), { maxLength: 6 }),
  ),
}))

test('our code and another library read each other’s encodings as the same value', () => {
  fc.assert(
    fc.property(item, (value) => {
      const bytes = encodeRlp(value)
      expect(plain(fromRlp(bytes, 'bytes'))).toEqual(plain(value))
      expect(Buffer.from(bytes)).toEqual(Buffer.from(toRlp(mutable(value), 'bytes')))
      expect(plain(decodeRlp(bytes))).toEqual(plain(value))
    }),
  )
})

test('only the canonical spelling is read: other spellings of the same value are refused', () => {
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 80 }), damaged()), (bytes) => {
      const again = attempt(() => encodeRlp(decodeRlp(bytes))) ?? bytes
      expect(Buffer.from(again)).toEqual(Buffer.from(bytes))
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['nothing', ''],
  ['a single byte encoded with a length', '8105'],
  ['a short length in the long form', 'b801ff'],
  ['a length with a leading zero', 'b90038' + 'aa'.repeat(56)],
  ['a length beyond the end', '83aabb'],
  ['a list with an item that is longer than the list', 'c283aabb'],
  ['bytes after the end', 'c000'],
  ['a length of five bytes', 'bc0100000000'],
])('%s is refused', (_what, hex) => {
  expect(() => decodeRlp(Buffer.from(hex, 'hex'))).toThrow(Malformed)
})

test('lists are read up to a depth that no transaction reaches, so that bytes cannot exhaust the stack', () => {
  const nested = (depth: number) =>
    Buffer.from(Array.from({ length: depth }, (_, place) => 0xbf + depth - place))
  expect(plain(decodeRlp(nested(9)))).toEqual([[[[[[[[[]]]]]]]]])
  expect(() => decodeRlp(nested(10))).toThrow(new Malformed('the transaction is nested too deeply'))
})

test('a number below zero has no bytes', () => {
  expect(() => numberBytes(-1n)).toThrow(RangeError)
})

test('numbers take the fewest bytes that hold them', () => {
  expect([0n, 1n, 255n, 256n].map((value) => Buffer.from(numberBytes(value)).toString('hex'))).toEqual([
    '',
    '01',
    'ff',
    '0100',
  ])
})

function damaged() {
  return fc.tuple(item, fc.nat(), fc.nat(255)).map(([value, place, byte]) => {
    const bytes = new Uint8Array(encodeRlp(value))
    bytes[place % Math.max(bytes.length, 1)] = byte
    return bytes
  })
}

function plain(value: RlpItem): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value.map(plain)
}

type Mutable = Uint8Array | Mutable[]

function mutable(value: RlpItem): Mutable {
  return value instanceof Uint8Array ? value : value.map(mutable)
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
