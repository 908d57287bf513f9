import { expect, test } from 'vitest'
import { explainDifference } from './explain-difference.ts'

test('a difference is explained by some of the amounts under way or not at all', () => {
  expect(explainDifference(0n, [])).toBe(0n)
  expect(explainDifference(-5n, [-2n, -3n, -7n])).toBe(0n)
  expect(explainDifference(-6n, [-2n, -3n, -7n])).toBe(-6n)
  expect(explainDifference(1n, [-2n])).toBe(1n)
})

test('a fee that a vendor may have charged is allowed for, and not one kobo more', () => {
  const slack = { least: -50n, most: 0n }
  expect(explainDifference(-1_050n, [-1_000n], slack)).toBe(0n)
  expect(explainDifference(-1_051n, [-1_000n], slack)).toBe(-1_051n)
  expect(explainDifference(1n, [-1_000n], slack)).toBe(1n)
})

test('with very many amounts, the smallest and the largest sum are the bounds', () => {
  const many = Array.from({ length: 40 }, (_, place) => -(2n ** BigInt(place)))
  expect(explainDifference(-(2n ** 40n) + 1n, many)).toBe(0n)
  expect(explainDifference(-(2n ** 40n), many)).toBe(-(2n ** 40n))
  expect(explainDifference(1n, many)).toBe(1n)
})
