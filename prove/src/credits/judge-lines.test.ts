import type { TrueLine } from '@afara/stack/simulators/bank-truth.ts'
import { expect, test } from 'vitest'
import { judgeLines } from './judge-lines.ts'
import { createNameTruth } from './name-truth.ts'
import type { RecordedLine } from './read-record.ts'

const real = (id: string, change: Partial<TrueLine> = {}): TrueLine => ({
  id,
  account: '0000000001',
  vendor: 'monnify',
  direction: 'credit',
  mark: 'payment',
  of: null,
  reference: `ref-${id}`,
  shownSessionId: null,
  grossMinor: 500_000n,
  settledMinor: 500_000n,
  balanceAfterMinor: BigInt(id.length) * 500_000n,
  bookedAt: new Date('2026-11-12T09:00:00Z'),
  payerNumber: '0123456789',
  payerName: 'OKAFOR ADA',
  payerBank: '000013',
  remark: '',
  faults: [],
  ...change,
})

const recorded = (
  id: string,
  names: readonly string[],
  change: Partial<RecordedLine> = {},
): RecordedLine => ({
  id,
  account: '0000000001',
  direction: 'credit',
  kind: 'payment',
  grossMinor: 500_000n,
  settledMinor: 500_000n,
  openCases: [],
  sightings: names.map((externalId) => ({
    source: 'monnify',
    externalId,
    kind: change.kind ?? 'payment',
    words: '',
  })),
  ...change,
})

const judge = (truth: readonly TrueLine[], lines: readonly RecordedLine[]) => {
  const { twice, missed, invented, koboDifference, wrong } = judgeLines(truth, lines, createNameTruth(truth))
  return [twice.length, missed.length, invented.length, Number(koboDifference), wrong.length]
}

test('a line that is recorded once and unchanged is right', () => {
  expect(judge([real('a'), real('b')], [recorded('1', ['ref-a']), recorded('2', ['ref-b'])])).toEqual([
    0, 0, 0, 0, 0,
  ])
})

test('one bank line in two rows is recorded twice', () => {
  expect(judge([real('a')], [recorded('1', ['ref-a']), recorded('2', ['ref-a'])])).toEqual([1, 0, 0, 0, 0])
})

test('two bank lines in one row mean that one was missed', () => {
  expect(judge([real('a'), real('b')], [recorded('1', ['ref-a', 'ref-b'])])).toEqual([0, 1, 0, 0, 0])
})

test('equal payments that are recorded in each other’s place are not lost', () => {
  const lines = [recorded('1', ['ref-a', 'ref-b']), recorded('2', ['ref-b', 'ref-a'])]
  expect(judge([real('a'), real('b')], lines)).toEqual([0, 0, 0, 0, 0])
})

test('a recorded line that the bank never had is invented', () => {
  expect(judge([real('a')], [recorded('1', ['ref-a']), recorded('2', ['ref-x'])])).toEqual([0, 0, 1, 0, 0])
})

test('a wrong amount, a wrong direction and a charge recorded as a payment are noticed', () => {
  expect(judge([real('a')], [recorded('1', ['ref-a'], { grossMinor: 500_001n })])[3]).toBe(1)
  expect(judge([real('a')], [recorded('1', ['ref-a'], { direction: 'debit' })])[4]).toBe(1)
  expect(judge([real('a', { mark: 'charge' })], [recorded('1', ['ref-a'])])[4]).toBe(1)
})

test('a line that reverses a credit is reported with the id of the credit', () => {
  const debit = real('c', { direction: 'debit', mark: 'reversal', of: 'a' })
  const line = recorded('2', ['ref-a:reversed'], { direction: 'debit', kind: 'reversal' })
  expect(judge([real('a'), debit], [recorded('1', ['ref-a']), line])).toEqual([0, 0, 0, 0, 0])
})
