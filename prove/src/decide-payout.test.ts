import type { TruePayout } from '@afara/stack/simulators/payout-truth.ts'
import { expect, test } from 'vitest'
import { decidePayout } from './decide-payout.ts'

const payout: TruePayout = {
  account: '7000000001',
  reference: 'af-1',
  status: 'success',
  minor: 100n,
  debitedMinor: 100n,
  returnedMinor: 0n,
  number: '0300000007',
  arrivedMinor: [100n],
  faults: [],
}
const decide = (found: readonly TruePayout[], ageSeconds = 60) =>
  decidePayout({ facts: { reference: 'af-1' }, ageSeconds }, found)?.action

test('operators confirm the outcome that the bank reports, and none while the bank may still pay', () => {
  expect(decide([payout])).toBe('was_paid')
  expect(decide([{ ...payout, status: 'failed', returnedMinor: 100n, arrivedMinor: [] }])).toBe('not_paid')
  expect(decide([])).toBe('not_paid')
  expect(decide([], 1)).toBeUndefined()
  expect(decide([{ ...payout, status: 'pending', arrivedMinor: [] }])).toBeUndefined()
  expect(decide([{ ...payout, status: 'failed', arrivedMinor: [] }])).toBeUndefined()
})
