import fc from 'fast-check'
import { expect, test } from 'vitest'
import { atPar, formatMoney, money, parseMoney, printMoney, subtract } from './money.ts'

const hostile = [
  '',
  ' ',
  '1 ',
  ' 1',
  '+1',
  '-1',
  '1.',
  '.5',
  '01',
  '00',
  '1e3',
  '1E3',
  '0x10',
  '1_000',
  '1,000',
  'NaN',
  'Infinity',
  '١٢٣',
  '１２',
  '1.٢',
  '1\n',
  '1\u0000',
  '1.2.3',
  '--1',
  '1n',
  'null',
  '9'.repeat(37),
  '9'.repeat(400),
]

test('an amount is read from its text to the last kobo', () => {
  expect(parseMoney('15000', 'NGN').minor).toBe(1_500_000n)
  expect(parseMoney('15000.5', 'NGN').minor).toBe(1_500_050n)
  expect(parseMoney('0.01', 'NGN').minor).toBe(1n)
  expect(parseMoney('0', 'NGN').minor).toBe(0n)
  // 0.3 - 0.1, and a number that a double cannot represent.
  expect(subtract(parseMoney('0.3', 'NGN'), parseMoney('0.1', 'NGN'))).toEqual(parseMoney('0.2', 'NGN'))
  expect(parseMoney('90071992547409.93', 'NGN').minor).toBe(9_007_199_254_740_993n)
})

test('trailing zeros do not change an amount', () => {
  expect(parseMoney('15000.00', 'NGN')).toEqual(parseMoney('15000', 'NGN'))
})

test.each(hostile)('%j is not an amount', (text) => {
  expect(() => parseMoney(text, 'NGN')).toThrow(expect.objectContaining({ code: 'amount_malformed' }))
})

test('a fraction of a kobo is refused, not rounded', () => {
  expect(() => parseMoney('1.001', 'NGN')).toThrow(expect.objectContaining({ code: 'amount_too_fine' }))
  expect(() => parseMoney('1.000', 'NGN')).toThrow(expect.objectContaining({ code: 'amount_too_fine' }))
})

test('a formatted amount is read back as the same amount', () => {
  const assets = fc.constantFrom('NGN', 'NGNC', 'POL', 'XLM', 'SOL')
  fc.assert(
    fc.property(assets, fc.bigInt({ min: 0n, max: 10n ** 36n }), (asset, minor) => {
      expect(parseMoney(formatMoney(money(asset, minor)), asset)).toEqual(money(asset, minor))
    }),
  )
})

test('a formatted amount has no trailing zeros and keeps its sign', () => {
  expect(formatMoney(money('NGN', 1_500_000n))).toBe('15000')
  expect(formatMoney(money('NGN', 1_500_050n))).toBe('15000.5')
  expect(formatMoney(money('NGN', -5n))).toBe('-0.05')
})

test('two assets are never calculated together', () => {
  expect(() => subtract(money('NGN', 1n), money('NGNC', 1n))).toThrow(TypeError)
  expect(atPar(money('NGN', 5n), 'NGNC')).toEqual(money('NGNC', 5n))
  expect(() => atPar(money('SOL', 5n), 'NGN')).toThrow(TypeError)
})

test('amounts are subtracted exactly', () => {
  expect(subtract(money('NGN', 5n), money('NGN', 7n))).toEqual(money('NGN', -2n))
})

test('displayed naira have their sign, commas and both kobo digits', () => {
  expect(printMoney(money('NGN', 15_000_00n))).toBe('₦15,000.00')
  expect(printMoney(money('NGN', -5n))).toBe('-₦0.05')
  expect(printMoney(money('NGNC', 1_234_567_80n))).toBe('1,234,567.80 NGNC')
  expect(printMoney(money('POL', 250_000_000_000_000_000n))).toBe('0.25 POL')
})
