import { expect, test } from 'vitest'
import { createNewcomers, createSpending } from './spending.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const START_MS = 1_000 * DAY_MS

test('a payment counts for the hour and the day in which it was made', () => {
  const spending = createSpending()
  spending.add('lane', START_MS, 100n)
  spending.add('lane', START_MS + 2 * HOUR_MS, 20n)
  spending.add('lane', START_MS + 2 * HOUR_MS, 3n)
  const after = (ms: number) => Object.values(spending.spent('lane', START_MS + ms))
  expect(after(2 * HOUR_MS)).toEqual([23n, 123n])
  expect(after(4 * HOUR_MS)).toEqual([0n, 123n])
  expect(after(DAY_MS + MINUTE_MS)).toEqual([0n, 23n])
  expect(spending.spent('another', START_MS)).toEqual({ hour: 0n, day: 0n })
})

test('minutes of the day before are forgotten, and the others stay', () => {
  const spending = createSpending()
  spending.add('lane', START_MS, 100n)
  spending.add('lane', START_MS + DAY_MS, 20n)
  spending.add('lane', START_MS + DAY_MS + 2 * MINUTE_MS, 3n)
  expect(spending.spent('lane', START_MS + DAY_MS + 2 * MINUTE_MS).day).toBe(23n)
  // The sum of the first day is exact as long as its minutes are kept.
  spending.add('busy', START_MS, 5n)
  spending.add('busy', START_MS + 2 * DAY_MS, 7n)
  expect(spending.spent('busy', START_MS + 2 * DAY_MS)).toEqual({ hour: 7n, day: 7n })
})

test('the first day of a wallet counts all of its payments, and later days none', () => {
  const newcomers = createNewcomers()
  expect(newcomers.paidSoFar('wallet', START_MS)).toBe(0n)
  newcomers.add('wallet', START_MS, 1n)
  newcomers.add('wallet', START_MS + HOUR_MS, 200n)
  expect(newcomers.paidSoFar('wallet', START_MS + 2 * HOUR_MS)).toBe(201n)
  expect(newcomers.paidSoFar('wallet', START_MS + DAY_MS)).toBeUndefined()
  newcomers.add('wallet', START_MS + DAY_MS + HOUR_MS, 5_000n)
  expect(newcomers.paidSoFar('wallet', START_MS + DAY_MS + 2 * HOUR_MS)).toBeUndefined()
})
