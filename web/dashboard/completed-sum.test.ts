import type { TransactionTotalsReply } from '@afara/sdk'
import { expect, test } from 'vitest'
import { sumOfCompleted } from './completed-sum.ts'

const reply: TransactionTotalsReply = {
  status: 'success',
  message: 'Every matching transaction is counted.',
  totals: [
    { type: 'Buy', status: 'completed', count: 2, amount: '50000.37', paid_amount: '49999.5' },
    { type: 'Buy', status: 'pending_payment', count: 1, amount: '700', paid_amount: '0' },
    { type: 'Sell', status: 'completed', count: 1, amount: '1200.25' },
  ],
  is_complete: true,
}

test('what came in today is what payers paid, and not what they were asked for', () => {
  expect(sumOfCompleted(reply, 'Buy')).toBe(49_999_50n)
})

test('what went out today is the amount of completed sells', () => {
  expect(sumOfCompleted(reply, 'Sell')).toBe(1_200_25n)
})
