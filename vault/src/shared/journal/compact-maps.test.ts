import { expect, test } from 'vitest'
import { createFingerprints, createNumberColumn } from './compact-maps.ts'

test('fingerprints keep the newest number of each of many names', () => {
  const numbers = createFingerprints()
  const names = Array.from({ length: 5_000 }, (_, place) => `test/business-${place % 97}/reference-${place}`)
  for (const [place, name] of names.entries()) expect(numbers.set(name, place + 1)).toBe(0)
  expect(names.map((name) => numbers.get(name))).toEqual(names.map((_, place) => place + 1))
  expect(numbers.get('test/business-0/reference-1')).toBe(0)
  expect(numbers.set(names[4_711] ?? '', 9)).toBe(4_712)
  expect(numbers.get(names[4_711] ?? '')).toBe(9)
  expect(numbers.get(names[4_710] ?? '')).toBe(4_711)
})

test('a column of numbers keeps each number, however far apart they are', () => {
  const column = createNumberColumn()
  for (const n of [0, 1_023, 1_024, 9_999]) column.set(n, n + 0.5)
  expect([0, 1_023, 1_024, 9_999].map((n) => column.get(n))).toEqual([0.5, 1_023.5, 1_024.5, 9_999.5])
  expect([1, 5_000, 1_000_000].map((n) => column.get(n))).toEqual([0, 0, 0])
})
