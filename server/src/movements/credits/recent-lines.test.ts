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

const answered = (over: Partial<BankLine> = {}) => ({ ...line('a', { of: 'an answer' }), ...over })

test('a line that the bank answered is left out of its list, which shows it with another raw row', () => {
  const heard = createRecentLines()
  heard.keepAnswers(list, [answered({ payer: { name: 'ADA EZE' } })], at)
  const listed = { ...line('a'), payer: { name: 'ADA EZE' } }
  expect(heard.leaveOut(list, [listed], later(5))).toEqual([])
  expect(heard.leaveOut(list, [listed], later(10))).toEqual([])
  expect(heard.leaveOut(list, [{ ...listed, raw: 'changed' }], later(15))).toHaveLength(1)
  expect(heard.leaveOut(list, [listed], later(60))).toEqual([listed])
})

test.each([
  ['another payer', { payer: { accountNumber: '0123456789' } }],
  ['another amount', { grossMinor: 101n }],
  ['another fee', { settledMinor: 99n }],
  ['another kind', { kind: 'reversal' as const }],
  ['another time', { bookedAt: later(1) }],
  ['another session', { sessionId: '000013' }],
])('a line is recorded if the bank answered %s', (_, over) => {
  const heard = createRecentLines()
  heard.keepAnswers(list, [answered(over)], at)
  expect(heard.leaveOut(list, [line('a')], later(5))).toEqual([line('a')])
})

test.each([
  ['a number of its own', { paidTo: '0123456789' }],
  ['a request for a number', { paidFor: '0'.repeat(32) }],
])('a payment to %s is recorded again, because its next reading may find the number', (_, over) => {
  const heard = createRecentLines()
  heard.keepAnswers(list, [answered(over)], at)
  expect(heard.leaveOut(list, [answered(over)], later(5))).toHaveLength(1)
})

test.each([
  ['that agree are left out', '******6789', 0],
  ['of another account are recorded', '******6780', 1],
])('digits of the payer %s', (_, accountMask, recorded) => {
  const heard = createRecentLines()
  heard.keepAnswers(list, [answered({ payer: { accountNumber: '0123456789', name: 'ADA EZE' } })], at)
  const listed = { ...line('a'), payer: { accountMask, name: 'ADA EZE' } }
  expect(heard.leaveOut(list, [listed], later(5))).toHaveLength(recorded)
})

test('after a minute a line is recorded again, because the database may have been restored', () => {
  const heard = createRecentLines()
  heard.keep(list, [line('a')], at)
  expect(heard.leaveOut(list, [line('a')], later(59))).toEqual([])
  expect(heard.leaveOut(list, [line('a')], later(60))).toEqual([line('a')])
})
