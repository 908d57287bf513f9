import { expect, test } from 'vitest'
import { lookGapMs } from './advance-account.ts'
import { hintDelayMs, isGivenUp } from './postpone-hints.ts'

test.each([
  ['something has just happened', 0, 60_000, 5_000],
  ['half a minute of quiet', 30_000, 60_000, 5_000],
  ['four minutes of quiet', 240_000, 60_000, 30_000],
  ['a night of quiet while a buy is unpaid', 8 * 3_600_000, 60_000, 60_000],
  ['an hour of quiet and nobody is to pay', 3_600_000, 900_000, 450_000],
  ['a night of quiet and nobody is to pay', 8 * 3_600_000, 900_000, 900_000],
])('an account is due again: %s', (_, quietMs, longestMs, gapMs) => {
  expect(lookGapMs(5_000, quietMs, longestMs)).toBe(gapMs)
})

test('a bank that does not know a notified payment yet is queried with growing gaps, up to an hour', () => {
  const gaps = [0, 1, 2, 5, 12, 80].map((tries) => hintDelayMs(tries, 0) / 1000)
  expect(gaps).toEqual([1, 2, 4, 32, 3_600, 3_600])
})

test('a hint is given up after three days', () => {
  const received = new Date('2026-11-15T09:00:00Z')
  expect(isGivenUp(received, new Date('2026-11-18T08:59:59Z'))).toBe(false)
  expect(isGivenUp(received, new Date('2026-11-18T09:00:01Z'))).toBe(true)
})
