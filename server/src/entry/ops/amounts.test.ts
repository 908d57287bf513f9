import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatNaira, readNaira } from './amounts.ts'

test.each([
  [0n, '₦0.00'],
  [5n, '₦0.05'],
  [100_00n, '₦100.00'],
  [123_456_789n, '₦1,234,567.89'],
  [-1_000_00n, '-₦1,000.00'],
])('%s kobo is %s', (minor, text) => {
  expect(formatNaira(minor)).toBe(text)
})

test('a printed amount can be typed back', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 20n), (minor) => {
      expect(readNaira(formatNaira(minor)).minor).toBe(minor)
    }),
  )
})

test.each(['1,00', '15.000,00', '1,0000', '', '₦', '1 000', '-5'])('"%s" is not an amount', (text) => {
  expect(() => readNaira(text)).toThrow(/amount/)
})
