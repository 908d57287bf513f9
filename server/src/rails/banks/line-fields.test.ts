import { expect, test } from 'vitest'
import { OddAnswer, parseJsonText } from '../vendor-json.ts'
import {
  lagosDay,
  readKobo,
  readLagosSlashes,
  readLagosStamp,
  readNaira,
  readUtc,
  requireSettled,
  toStorableJson,
} from './line-fields.ts'

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

test('an amount above the maximum payment is refused', () => {
  expect(() => readNaira(parseJsonText('10000000000000.01'), 'amount')).toThrow('exceeds the maximum payment')
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
])('%s is not an amount of naira', (json) => {
  expect(() => readNaira(parseJsonText(json), 'amount')).toThrow(OddAnswer)
})

test.each(['1.0', '-1', '1e4', '"1,000"', 'null', '99999999999999999999999999'])(
  '%s is not a whole number of kobo',
  (json) => {
    expect(() => readKobo(parseJsonText(json), 'amount')).toThrow(OddAnswer)
  },
)

test('kobo may be a string', () => {
  expect(readKobo(parseJsonText('"30000"'), 'amount')).toBe(30_000n)
})

test('the settled amount is above zero and does not exceed the amount paid', () => {
  expect(() => requireSettled(100n, 101n)).toThrow(OddAnswer)
  expect(() => requireSettled(100n, 0n)).toThrow(OddAnswer)
  expect(() => requireSettled(0n, 0n)).toThrow(OddAnswer)
  expect(() => requireSettled(100n, 100n)).not.toThrow()
})

test.each([
  ['2026-11-15 13:05:11', '2026-11-15T12:05:11.000Z'],
  ['2026-11-15 00:30:00.0', '2026-11-14T23:30:00.000Z'],
  ['2026-11-15 13:05:11.123', '2026-11-15T12:05:11.123Z'],
  ['2028-02-29 13:05:11.1234567', '2028-02-29T12:05:11.123Z'],
])('%s in Lagos', (text, utc) => {
  expect(readLagosStamp(text, 'time').toISOString()).toBe(utc)
})

test.each([
  ['15/11/2026 01:05:11 PM', '2026-11-15T12:05:11.000Z'],
  ['05/11/2026 12:05:11 AM', '2026-11-04T23:05:11.000Z'],
  ['05/11/2026 12:05:11 PM', '2026-11-05T11:05:11.000Z'],
])('%s has the day before the month', (text, utc) => {
  expect(readLagosSlashes(text, 'time').toISOString()).toBe(utc)
})

test.each(['2026-11-15T12:05:11.000Z', '2026-11-15T12:05:11+0000', '2026-11-15T12:05:11.000+00:00'])(
  '%s is UTC',
  (text) => {
    expect(readUtc(text, 'time').toISOString()).toBe('2026-11-15T12:05:11.000Z')
  },
)

test.each([
  [readLagosStamp, '2026-02-31 10:00:00'],
  [readLagosStamp, '2026-11-15 25:00:00'],
  [readLagosStamp, '2026-11-15T12:05:11Z'],
  [readLagosStamp, '1970-01-01 00:00:00'],
  [readLagosStamp, ''],
  [readLagosSlashes, '11/15/2026 01:05:11 PM'],
  [readLagosSlashes, '15/11/2026 13:05:11 PM'],
  [readLagosSlashes, '15/11/2026 00:05:11 AM'],
  [readUtc, '2026-11-15 12:05:11'],
  [readUtc, '2026-11-15T12:05:11+0100'],
])('%# a time that is not in the documented format is refused: %s', (read, text) => {
  expect(() => read(text, 'time')).toThrow(OddAnswer)
})

test('the day in Lagos changes an hour before midnight UTC', () => {
  expect(lagosDay(new Date('2026-11-15T22:59:59.999Z'))).toBe('2026-11-15')
  expect(lagosDay(new Date('2026-11-15T23:00:00.000Z'))).toBe('2026-11-16')
})

test('numbers keep the digits that the vendor wrote', () => {
  const text = '{"a":50000.37,"b":955.0,"c":12345678901234567890,"d":1e400000,"e":-0.1,"f":[0,null,true,"x"]}'
  expect(JSON.stringify(toStorableJson(parseJsonText(text)))).toBe(
    '{"a":50000.37,"b":"955.0","c":"12345678901234567890","d":"1e400000","e":-0.1,"f":[0,null,true,"x"]}',
  )
})

test('characters that PostgreSQL cannot store are replaced, also in field names', () => {
  const kept = toStorableJson(parseJsonText('{"a\\u0000":"b\\u0000c \\ud800"}'))
  expect(kept).toEqual({ 'a\uFFFD': 'b\uFFFDc \uFFFD' })
})
