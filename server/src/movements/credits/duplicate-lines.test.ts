import { expect, test } from 'vitest'
import { findDuplicateLines } from './duplicate-lines.ts'

const at = (day: number) => new Date(`2026-11-${day}T09:00:00Z`)
const printed = {
  lineId: 'printed',
  direction: 'credit',
  grossMinor: 50_000_00n,
  settledMinor: 50_000_00n,
  bookedAt: at(10),
} as const
const fed = { ...printed, lineId: 'fed', sources: ['monnify'] }

test.each([
  ['is of the same amount', {}, true],
  ['is of as much paid, of which less settled', { settledMinor: 49_955_00n }, true],
  ['is of another amount', { grossMinor: 49_955_00n, settledMinor: 49_955_00n }, false],
  ['is of another week', { bookedAt: at(18) }, false],
  ['left the account', { direction: 'debit' }, false],
] as const)('a line that the statement lacks and that %s', (_, other, isTwice) => {
  const twice = [{ lineId: 'printed', otherLineId: 'fed' }]
  expect(findDuplicateLines([printed], [{ ...fed, ...other }])).toEqual(isTwice ? twice : [])
})

test('a missing line is a duplicate of only one new line', () => {
  const news = [printed, { ...printed, lineId: 'second' }]
  expect(findDuplicateLines(news, [fed])).toEqual([{ lineId: 'printed', otherLineId: 'fed' }])
})
