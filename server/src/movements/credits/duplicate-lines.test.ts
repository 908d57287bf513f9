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
  ['of the same amount is', {}, true],
  ['of the same paid amount, but with less settled, is', { settledMinor: 49_955_00n }, true],
  ['of another amount is not', { grossMinor: 49_955_00n, settledMinor: 49_955_00n }, false],
  ['of another week is not', { bookedAt: at(18) }, false],
  ['that left the account is not', { direction: 'debit' }, false],
] as const)('a line that the statement lacks %s a duplicate of a new line', (_, other, isTwice) => {
  const twice = [{ lineId: 'printed', otherLineId: 'fed' }]
  expect(findDuplicateLines([printed], [{ ...fed, ...other }])).toEqual(isTwice ? twice : [])
})

test('a missing line is a duplicate of only one new line', () => {
  const news = [printed, { ...printed, lineId: 'second' }]
  expect(findDuplicateLines(news, [fed])).toEqual([{ lineId: 'printed', otherLineId: 'fed' }])
})
