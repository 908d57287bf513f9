import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountText, fromKobo, toKobo } from './amount.ts'

test.each([
  ['25000.5', 2_500_050n],
  ['0', 0n],
  ['0.01', 1n],
  ['-3.10', -310n],
  ['90071992547409931.99', 9_007_199_254_740_993_199n],
])('%s naira are %s kobo', (amount, kobo) => {
  expect(toKobo(amount)).toBe(kobo)
})

test('kobo and amounts of any size convert to each other exactly', () => {
  fc.assert(fc.property(fc.bigInt(), (kobo) => toKobo(fromKobo(kobo)) === kobo))
})

test.each([
  ['25000.50', '25000.50'],
  [2_500_050n, '25000.5'],
  [25_000.5, '25000.5'],
  [15_000, '15000'],
])('%s goes on the wire as %s', (input, text) => {
  expect(amountText(input)).toBe(text)
})

test.each([0.1 + 0.2, 1e21, Number.NaN, Infinity, 90_000_000_000_000.5, '25,000', '1e3', '', '1.005', ' 1'])(
  'an amount of %s would have to be guessed, and is refused',
  (input) => {
    expect(() => amountText(input)).toThrow('is not an amount')
  },
)
