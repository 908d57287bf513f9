import { expect, test } from 'vitest'
import { quantile } from './quantile.ts'

test('half of the values lie below the middle, and the last is the greatest', () => {
  expect(quantile([3, 1, 2], 0.5)).toBe(2)
  expect(quantile([5, 9], 1)).toBe(9)
  expect(quantile([], 0.5)).toBeNaN()
})
