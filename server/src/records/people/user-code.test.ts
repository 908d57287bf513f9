import { expect, test } from 'vitest'
import { newUserCode, readUserCode } from './user-code.ts'

test('a code has two groups of four consonants', () => {
  for (let round = 0; round < 200; round += 1) {
    expect(newUserCode()).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
  }
})

test.each([
  ['BCDF-GHJK', 'BCDF-GHJK'],
  [' bcdf ghjk ', 'BCDF-GHJK'],
  ['bcdfghjk', 'BCDF-GHJK'],
  ['BCDF-GHJ', undefined],
  ['BCDF-GHJA', undefined],
  ['BCDF-GHJKL', undefined],
  ["BCDF-GHJ'", undefined],
  ['', undefined],
])('a person who types "%s" means %s', (typed, code) => {
  expect(readUserCode(typed)).toBe(code)
})
