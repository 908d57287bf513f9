import { expect, test } from 'vitest'
import { readPoint } from './pkcs11-key.ts'

test('a public key is read whether the module wraps it or not', () => {
  for (const length of [65, 32]) {
    const raw = new Uint8Array(length).fill(4)
    expect(readPoint(raw, length)).toEqual(raw)
    expect(readPoint(new Uint8Array([4, length, ...raw]), length)).toEqual(raw)
  }
})

test.each([[[]], [[4, 32]], [[...new Uint8Array(33)]], [[3, 32, ...new Uint8Array(32)]]])(
  'bytes that are no public key of the curve are refused',
  (bytes) => {
    expect(() => readPoint(new Uint8Array(bytes), 32)).toThrow(/is not valid for this curve/)
  },
)
