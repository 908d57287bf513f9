import { expect, test } from 'vitest'
import { fromBase58, fromHex, highBytes, lowBytes, toBase58, toHex } from './bytes.ts'
import { addressBytes, isOddPoint, isSolanaAddress } from './solana-address.ts'

test('hex is read only if all of it is hex', () => {
  expect(fromHex('0x00ff')).toEqual(Uint8Array.of(0, 255))
  expect(toHex(Uint8Array.of(0, 255))).toBe('0x00ff')
  for (const wrong of ['00ff', '0x0', '0x0g', '0xffzz', '']) expect(fromHex(wrong)).toBeUndefined()
})

test('every byte string has one spelling in base 58', () => {
  for (const bytes of [[], [0], [0, 0, 1], [255, 1], [0, 58, 0]]) {
    const given = Uint8Array.from(bytes)
    expect(fromBase58(toBase58(given), given.length)).toEqual(given)
  }
  expect(fromBase58('1', 2)).toBeUndefined()
  expect(fromBase58('11', 1)).toBeUndefined()
  expect(fromBase58('0', 1)).toBeUndefined()
  expect(fromBase58('111', 1)).toBeUndefined()
})

test('a number that is too large or below zero is refused', () => {
  expect(highBytes(258n, 2)).toEqual(Uint8Array.of(1, 2))
  expect(lowBytes(258n, 2)).toEqual(Uint8Array.of(2, 1))
  for (const wrong of [-1n, 65_536n]) expect(() => highBytes(wrong, 2)).toThrow(RangeError)
})

test('an odd point is an address that no wallet has', () => {
  const point = (first: number, last: number) => {
    const bytes = new Uint8Array(32)
    bytes[0] = first
    bytes[31] = last
    return toBase58(bytes)
  }
  // The neutral element, for which anybody can sign.
  expect(isOddPoint(point(1, 0))).toBe(true)
  // The same point in a spelling that only the network accepts.
  expect(isOddPoint(point(1, 0x80))).toBe(true)
  // No point at all: an account that a program created.
  expect(isOddPoint(point(2, 0))).toBe(false)
  expect(isSolanaAddress('1')).toBe(false)
  expect(() => addressBytes('0x00')).toThrow('not a Solana address')
})
