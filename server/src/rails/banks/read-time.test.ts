import { expect, test } from 'vitest'
import { OddAnswer } from '../odd-answer.ts'
import { lagosDay, readLagosSlashes, readLagosStamp, readUtc } from './read-time.ts'

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
])('%# a time that is not in the form documented is not guessed at: %s', (read, text) => {
  expect(() => read(text, 'time')).toThrow(OddAnswer)
})

test('the day turns an hour before midnight in UTC', () => {
  expect(lagosDay(new Date('2026-11-15T22:59:59.999Z'))).toBe('2026-11-15')
  expect(lagosDay(new Date('2026-11-15T23:00:00.000Z'))).toBe('2026-11-16')
})
