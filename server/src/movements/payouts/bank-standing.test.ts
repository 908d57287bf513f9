import { expect, test } from 'vitest'
import { judgeBank } from './bank-standing.ts'
import { type BankAttempts } from './bank-standing-store.ts'

const fine: BankAttempts = {
  succeeded: 100,
  failed: 0,
  overdue: 0,
  medianSeconds: 11.2,
  isUnreached: false,
  isImpaired: false,
}

test.each([
  ['a bank where all goes well is good', {}, 'good'],
  ['one payment in ten may fail', { succeeded: 90, failed: 10 }, 'good'],
  ['more of them and it is degraded', { succeeded: 89, failed: 11 }, 'degraded'],
  ['what nobody has heard of for long is no success', { succeeded: 50, overdue: 50 }, 'degraded'],
  ['one vendor of two does not reach it', { isImpaired: true }, 'degraded'],
  ['next to nothing comes through', { succeeded: 2, failed: 8 }, 'down'],
  ['no vendor reaches it, whatever was before', { isUnreached: true }, 'down'],
  ['half of the payments take more than a minute', { medianSeconds: 60.1 }, 'slow'],
  ['four attempts say nothing', { succeeded: 0, failed: 4, medianSeconds: null }, 'unknown'],
] as const)('%s', (_, more, state) => {
  expect(judgeBank({ ...fine, ...more }).state).toBe(state)
})

test('unknown values are not shown as numbers', () => {
  expect(judgeBank({ ...fine, succeeded: 4 })).toEqual({
    state: 'unknown',
    attempts: 4,
    successPercent: null,
    typicalSeconds: null,
  })
  expect(judgeBank(fine)).toEqual({ state: 'good', attempts: 100, successPercent: 100, typicalSeconds: 12 })
})
