import { expect, test } from 'vitest'
import { dateCreated } from './transaction-wire.ts'

test.each([
  ['2026-11-14T22:59:59.999Z', 'November 14, 2026'],
  ['2026-11-14T23:00:00.000Z', 'November 15, 2026'],
  ['2026-11-14T22:59:59.999Z', 'November 14, 2026'],
  ['2026-12-31T23:00:00.000Z', 'January 1, 2027'],
  ['2028-02-28T23:30:00.000Z', 'February 29, 2028'],
])('a transaction of %s is of %s in Lagos', (at, day) => {
  expect(dateCreated(new Date(at))).toBe(day)
})
