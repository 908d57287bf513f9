import fc from 'fast-check'
import { expect, test } from 'vitest'
import { divideDecimal, formatDecimal, parseDecimal, roundDecimal } from './decimal.ts'

const ONE = 10n ** 18n
const decimal = fc.bigInt({ min: 1n, max: 10n ** 30n })

test.each([
  ['1619.01', '1619.01'],
  ['1619', '1619'],
  ['1619.000', '1619'],
  ['0.00061767', '0.00061767'],
  ['0.012345678901234567', '0.012345678901234567'],
])('%s is read exactly and printed as %s', (text, printed) => {
  const value = parseDecimal(text)
  expect(value === undefined ? undefined : formatDecimal(value)).toBe(printed)
})

test.each([
  '',
  '-1',
  '+1',
  '1e3',
  '1,000',
  '.5',
  '5.',
  '01',
  'NaN',
  ' 1',
  '1'.repeat(21),
  `0.${'1'.repeat(19)}`,
])('"%s" is not a decimal', (text) => {
  expect(parseDecimal(text)).toBeUndefined()
})

test('every printed decimal is read back', () => {
  fc.assert(fc.property(decimal, (value) => parseDecimal(formatDecimal(value)) === value))
})

test('the rounding error is less than one unit of the last digit, in the named direction', () => {
  fc.assert(
    fc.property(decimal, fc.integer({ min: 0, max: 18 }), (value, decimals) => {
      const step = 10n ** BigInt(18 - decimals)
      const [up, down] = [roundDecimal(value, decimals, 'up'), roundDecimal(value, decimals, 'down')]
      expect(up >= value && up - value < step && up % step === 0n).toBe(true)
      expect(down <= value && value - down < step && down % step === 0n).toBe(true)
    }),
  )
})

test('a quotient times the divisor is the dividend, within the rounding', () => {
  fc.assert(
    fc.property(decimal, decimal, (dividend, divisor) => {
      expect(divideDecimal(dividend, divisor, 'up') * divisor).toBeGreaterThanOrEqual(dividend * ONE)
      expect(divideDecimal(dividend, divisor, 'down') * divisor).toBeLessThanOrEqual(dividend * ONE)
    }),
  )
})
