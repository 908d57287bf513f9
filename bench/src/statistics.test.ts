import { expect, test } from 'vitest'
import { median, spread } from './statistics.ts'

test('one outlier round does not change the median', () => {
  expect(median([0.7, 0.1, 0.71])).toBe(0.7)
  expect(median([4, 1, 3, 2])).toBe(2.5)
})

test('the spread is the distance between the lowest and highest round, as a share of the median', () => {
  expect(spread([8, 10, 12])).toBeCloseTo(0.4)
  expect(spread([5])).toBe(0)
})
