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
  ['a bank is good if all payments succeed', {}, 'good'],
  ['a bank is good if one payment in ten fails', { succeeded: 90, failed: 10 }, 'good'],
  ['a bank is degraded if more than one in ten fails', { succeeded: 89, failed: 11 }, 'degraded'],
  ['a bank is degraded if half of the payments are overdue', { succeeded: 50, overdue: 50 }, 'degraded'],
  ['a bank is degraded if one of two vendors does not reach it', { isImpaired: true }, 'degraded'],
  ['a bank is down if most payments fail', { succeeded: 2, failed: 8 }, 'down'],
  ['a bank is down if no vendor reaches it, whatever the earlier results', { isUnreached: true }, 'down'],
  ['a bank is slow if half of the payments take more than a minute', { medianSeconds: 60.1 }, 'slow'],
  ['a bank is unknown after only four attempts', { succeeded: 0, failed: 4, medianSeconds: null }, 'unknown'],
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
