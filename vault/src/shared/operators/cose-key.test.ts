import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { coseToSpki } from './cose-key.ts'

type Value = number | Buffer

/** Writes a map of CBOR whose labels and numbers are small. */
function cose(...entries: ReadonlyArray<readonly [label: number, value: Value]>): Buffer {
  return Buffer.concat([
    Buffer.from([0xa0 | entries.length]),
    ...entries.flatMap(([label, value]) => [
      number(label),
      typeof value === 'number' ? number(value) : text(value),
    ]),
  ])
}

function number(value: number): Buffer {
  const [kind, size] = value < 0 ? [0x20, -1 - value] : [0, value]
  return size < 24 ? Buffer.from([kind | size]) : Buffer.from([kind | 25, size >> 8, size & 0xff])
}

function text(bytes: Buffer): Buffer {
  const { length } = bytes
  if (length < 24) return Buffer.concat([Buffer.from([0x40 | length]), bytes])
  if (length < 256) return Buffer.concat([Buffer.from([0x58, length]), bytes])
  return Buffer.concat([Buffer.from([0x59, length >> 8, length & 0xff]), bytes])
}

const jwkOf = (spki: Buffer) =>
  createPublicKey({ key: spki, format: 'der', type: 'spki' }).export({ format: 'jwk' })
const field = (value: string | undefined) => Buffer.from(value ?? '', 'base64url')

test('keys of the three algorithms are read', () => {
  const ec = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).publicKey.export({ format: 'jwk' })
  const p256 = cose([1, 2], [3, -7], [-1, 1], [-2, field(ec.x)], [-3, field(ec.y)])
  expect(jwkOf(coseToSpki(p256))).toEqual(ec)
  const ed = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
  expect(jwkOf(coseToSpki(cose([1, 1], [3, -8], [-1, 6], [-2, field(ed.x)])))).toEqual(ed)
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' })
  expect(jwkOf(coseToSpki(cose([1, 3], [3, -257], [-1, field(rsa.n)], [-2, field(rsa.e)])))).toEqual(rsa)
})

const bytes = randomBytes(32)

test.each<readonly [because: string, what: string, given: Buffer]>([
  ['not COSE', 'a number', Buffer.from([0x01])],
  ['not COSE', 'a text', Buffer.from([0x61, 0x61])],
  ['not COSE', 'a length of four bytes', Buffer.from([0x5a, 0, 0, 0, 1, 0])],
  ['not COSE', 'a byte after the key', Buffer.concat([cose([1, 1], [-1, 6], [-2, bytes]), Buffer.from([0])])],
  ['cut off', 'a key without its last byte', cose([1, 1], [-1, 6], [-2, bytes]).subarray(0, -1)],
  ['incomplete', 'a key without its point', cose([1, 1], [-1, 6])],
  ['incomplete', 'a number as its point', cose([1, 1], [-1, 6], [-2, 7])],
  ['no algorithm', 'another curve', cose([1, 2], [-1, 2], [-2, bytes], [-3, bytes])],
  ['no algorithm', 'another curve of Edwards', cose([1, 1], [-1, 4], [-2, bytes])],
  ['no algorithm', 'another kind of key', cose([1, 4], [-1, bytes])],
])('a public key that is %s is refused: %s', (because, _what, given) => {
  expect(() => coseToSpki(given)).toThrow(because)
})
