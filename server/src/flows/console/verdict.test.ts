import { expect, test } from 'vitest'
import { type RailFigures, stateOfRail } from './rail.ts'
import { judge, type Told } from './verdict.ts'

const quiet: Told = {
  isAllFrozen: false,
  frozen: [],
  changedRows: 0,
  stuck: 0,
  differCount: 0,
  paidTwice: 0,
  isBacked: true,
  overdueCases: 0,
  rails: [
    { name: 'Polygon', state: 'working' },
    { name: 'Kuda', state: 'no_data' },
  ],
  lowFloats: [],
}
const now = new Date('2026-11-18T09:00:00Z')

test('a quiet house needs nobody', () => {
  expect(judge(quiet)).toEqual({ tone: 'good', sentence: 'Money is moving.' })
})

test('the sentence names what needs somebody, in the time of Lagos', () => {
  const told = {
    ...quiet,
    rails: [{ name: 'Access Bank', state: 'slow' as const }],
    lowFloats: [{ name: 'Polygon', emptyAt: new Date('2026-11-18T10:40:00Z') }],
  }
  expect(judge(told)).toEqual({
    tone: 'warn',
    sentence: 'Money is moving. Access Bank is slow, and Polygon needs a top-up by 11:40.',
  })
})

test('the worst comes first, and a long list is counted', () => {
  const told = { ...quiet, paidTwice: 1, stuck: 2, overdueCases: 3, frozen: ['Solana'] }
  expect(judge(told)).toEqual({
    tone: 'bad',
    sentence:
      'Money is moving. 1 payout was paid twice, 2 transactions are stuck, and 2 more things need you.',
  })
  expect(judge({ ...quiet, isAllFrozen: true })).toEqual({
    tone: 'bad',
    sentence: 'Nothing is sent: everything is frozen.',
  })
  expect(judge({ ...quiet, isBacked: false }).sentence).toBe('Money is moving. We hold less than we owe.')
})

const rail: RailFigures = {
  kind: 'payout',
  name: 'paystack',
  bankCode: '058',
  isStopped: false,
  isDown: false,
  shortOf: null,
  ended: 20,
  succeeded: 20,
  p50Seconds: 14,
  p95Seconds: 52,
  inFlightMinor: 0n,
  inFlight: 0,
  lastAt: now,
  points: [],
}

test.each([
  [{}, 'working'],
  [{ succeeded: 18 }, 'slow'],
  // Four payouts prove nothing.
  [{ ended: 4, succeeded: 2 }, 'working'],
  [{ p50Seconds: 61 }, 'slow'],
  [{ lastAt: new Date(now.getTime() - 3_600_001) }, 'no_data'],
  [{ lastAt: null }, 'no_data'],
  [{ shortOf: 'gas' }, 'float_low'],
  [{ isDown: true, shortOf: 'gas' }, 'down'],
  [{ isStopped: true, isDown: true }, 'frozen'],
] as const)('a rail with %o is %s', (change, state) => {
  expect(stateOfRail({ ...rail, ...change }, now)).toBe(state)
})

test('a row that is not what was sealed comes before everything else', () => {
  expect(judge({ ...quiet, changedRows: 1, paidTwice: 1 })).toEqual({
    tone: 'bad',
    sentence: 'Money is moving. Tampering was found, and 1 payout was paid twice.',
  })
})
