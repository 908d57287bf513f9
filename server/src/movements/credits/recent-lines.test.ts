import { expect, test } from 'vitest'
import type { BankLine } from '../feeds/bank-line.ts'
import { createRecentLines } from './recent-lines.ts'

const list = { accountId: 'an account', source: 'monnify' }
const at = new Date('2026-11-15T09:00:00Z')
const later = (seconds: number) => new Date(at.getTime() + seconds * 1_000)
const line = (externalId: string, raw: unknown = { externalId }): BankLine => ({
  externalId,
  accountNumber: '0000000001',
  direction: 'credit',
  kind: 'payment',
  grossMinor: 100n,
  settledMinor: 100n,
  bookedAt: at,
  valueDate: '2026-11-15',
  payer: {},
  narration: '',
  raw,
})

test('recorded lines are left out and others are not', () => {
  const heard = createRecentLines()
  heard.keep(list, [line('a')], at)
  expect(heard.leaveOut(list, [line('a'), line('b')], later(5))).toEqual([line('b')])
})

test.each([
  ['by another source', { ...list, source: 'paystack' }, line('a')],
  ['of another account', { ...list, accountId: 'another' }, line('a')],
  ['with other words', list, line('a', { externalId: 'a', status: 'REVERSED' })],
  ['as another kind', list, { ...line('a'), kind: 'reversal' as const }],
  ['in the other direction', list, { ...line('a'), direction: 'debit' as const }],
])('the same id %s is new', (_, of, told) => {
  const heard = createRecentLines()
  heard.keep(list, [line('a')], at)
  expect(heard.leaveOut(of, [told], later(5))).toEqual([told])
})

test('after a minute a line is recorded again, because the database may have been restored', () => {
  const heard = createRecentLines()
  heard.keep(list, [line('a')], at)
  expect(heard.leaveOut(list, [line('a')], later(59))).toEqual([])
  expect(heard.leaveOut(list, [line('a')], later(60))).toEqual([line('a')])
})
