import { expect, test } from 'vitest'
import { OddAnswer } from '../odd-answer.ts'
import { parseJsonText } from '../vendor-json.ts'
import { readKobo, readNaira, requireSettled } from './read-kobo.ts'

test.each([
  ['50000.37', 5_000_037n],
  ['"50000.37"', 5_000_037n],
  ['955.0', 95_500n],
  ['"15000.0000"', 1_500_000n],
  ['0.1', 10n],
  ['"0"', 0n],
  ['9007199254740.93', 900_719_925_474_093n],
])('%s naira', (json, kobo) => {
  expect(readNaira(parseJsonText(json), 'amount')).toBe(kobo)
})

test('what is larger than any payment is none', () => {
  expect(() => readNaira(parseJsonText('10000000000000.01'), 'amount')).toThrow('larger than any payment')
})

test.each([
  '1.005',
  '-1',
  '"-1"',
  '1e4',
  '"1,000.00"',
  '"N50"',
  '""',
  '" 5"',
  'null',
  'true',
  '{}',
  '"٥"',
  '05',
  '"1."',
])('%s is no amount of naira', (json) => {
  expect(() => readNaira(parseJsonText(json), 'amount')).toThrow(OddAnswer)
})

test.each(['1.0', '-1', '1e4', '"1,000"', 'null', '99999999999999999999999999'])(
  '%s is no whole number of kobo',
  (json) => {
    expect(() => readKobo(parseJsonText(json), 'amount')).toThrow(OddAnswer)
  },
)

test('kobo may come as a text', () => {
  expect(readKobo(parseJsonText('"30000"'), 'amount')).toBe(30_000n)
})

test('more cannot settle than was paid, and something must', () => {
  expect(() => requireSettled(100n, 101n)).toThrow(OddAnswer)
  expect(() => requireSettled(100n, 0n)).toThrow(OddAnswer)
  expect(() => requireSettled(0n, 0n)).toThrow(OddAnswer)
  expect(() => requireSettled(100n, 100n)).not.toThrow()
})
