import { expect, test } from 'vitest'
import { readAmount, writeAmount } from './horizon-values.ts'

test.each([
  ['0.0000000', 0n],
  ['0.0000001', 1n],
  ['12.3400000', 123_400_000n],
  ['922337203685.4775807', 2n ** 63n - 1n],
])('%s is exact in both directions', (text, units) => {
  expect(readAmount(text, 'amount')).toBe(units)
  expect(writeAmount(units)).toBe(text)
})

test.each([
  ['1'],
  ['1.0'],
  ['1.00000000'],
  ['-1.0000000'],
  ['1e7'],
  [' 1.0000000'],
  ['.0000000'],
  [1],
  [undefined],
])('%s is not an amount', (value) => {
  expect(() => readAmount(value, 'amount')).toThrow('amount is not')
})
