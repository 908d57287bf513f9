import { expect, test } from 'vitest'
import { createBoundedMap } from './bounded-map.ts'

test('the entry that was set longest ago is removed first, and setting it again keeps it', () => {
  const map = createBoundedMap<number>(3)
  for (const [at, name] of ['a', 'b', 'c'].entries()) map.set(name, at)
  map.set('a', 9)
  map.set('d', 4)
  expect(['a', 'b', 'c', 'd'].map((name) => map.get(name))).toEqual([9, undefined, 2, 4])
  expect(map.size()).toBe(3)
})
