import { expect, test } from 'vitest'
import type { BankLine } from './bank-line.ts'
import { type Days, type Statement, settleDays } from './statement.ts'

const TODAY = '2026-11-15'
const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' }

function settle(days: readonly string[], asked?: Days, more: Partial<Statement> = {}): Days {
  const line = (valueDate: string): BankLine => ({
    externalId: valueDate,
    accountNumber: '0000000002',
    direction: 'credit',
    kind: 'payment',
    grossMinor: 1n,
    settledMinor: 1n,
    bookedAt: new Date(valueDate),
    valueDate,
    payer: {},
    narration: '',
    raw: null,
  })
  const statement: Statement = {
    accountNumber: '0000000002',
    openingMinor: 0n,
    closingMinor: BigInt(days.length),
    from: days[0],
    to: days.at(-1),
    lines: days.map(line),
    unreadable: [],
    doubtfulDays: [],
    ...more,
  }
  return settleDays(statement, asked, TODAY)
}

test('unambiguous days need no requested period', () => {
  expect(settle(['2026-11-13', '2026-11-14'])).toEqual({ from: '2026-11-13', to: '2026-11-14' })
})

test('an ambiguous day is resolved by the requested period', () => {
  const doubtful = { doubtfulDays: ['2026-11-03'] }
  expect(settle(['2026-11-03'], NOVEMBER, doubtful)).toEqual({ from: '2026-11-03', to: '2026-11-03' })
  expect(() => settle(['2026-11-03'], undefined, doubtful)).toThrow(/2026-11-03 could also be 2026-03-11/)
})

test('a requested period that contains both readings resolves nothing', () => {
  const year = { from: '2026-01-01', to: '2026-12-31' }
  expect(() => settle(['2026-11-03'], year, { doubtfulDays: ['2026-11-03'] })).toThrow(/one month at a time/)
})

test.each([
  ['a row on another day', ['2026-03-11'], NOVEMBER, /Day and month may be swapped/],
  ['a row in the future', ['2026-11-16'], undefined, /after today \(2026-11-15\)/],
  ['a file without rows or period', [], undefined, /Pass the period/],
  [
    'a period that is not in days',
    ['2026-11-13'],
    { from: 'yesterday', to: '2026-11-13' },
    /Write the period as/,
  ],
  [
    'a period that ends before it starts',
    ['2026-11-13'],
    { from: '2026-11-14', to: '2026-11-13' },
    /the earlier date first/,
  ],
])('%s is refused', (_what, days, asked, why) => {
  expect(() => settle(days, asked)).toThrow(why)
})

test('an empty file covers the requested period', () => {
  expect(settle([], NOVEMBER)).toEqual(NOVEMBER)
})
