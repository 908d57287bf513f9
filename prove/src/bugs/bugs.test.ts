import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isStale, type MoneyBug, plant } from './money-bug.ts'
import { moneyBugs } from './money-bugs.ts'
import { catcherOf } from './run-watchers.ts'

const bug: MoneyBug = { name: 'x', file: 'x.ts', find: 'a < b', replace: 'a <= b', watcher: 'x.test.ts' }

test('a bug can be introduced if the file contains its line exactly once, and is stale otherwise', () => {
  expect(plant('if (a < b) c()', bug)).toBe('if (a <= b) c()')
  expect(plant('if (a > b) c()', bug)).toBeUndefined()
  expect(plant('a < b || a < b', bug)).toBeUndefined()
})

const sound = { passed: new Set(['one']), failed: new Map<string, string>(), unread: [] }
const failing = (name: string, message: string) => ({ ...sound, failed: new Map([[name, message]]) })

test.each([
  ['one', 'AssertionError: expected 1 to be 2', 'one'],
  ['one', 'ReferenceError: x is not defined', undefined],
  ['one', 'error: column "x" does not exist', undefined],
  ['a test that also fails without the bug', 'AssertionError: expected 1 to be 2', undefined],
])('%s with "%s" is caught by %s', (name, message, catcher) => {
  expect(catcherOf(failing(name, message), sound)).toBe(catcher)
})

test('a bug that only prevents its test file from loading does not count as caught', () => {
  expect(catcherOf({ ...sound, unread: ['one.test.ts: cannot find module'] }, sound)).toBeUndefined()
})

test('there are at least sixty bugs, all with different names', () => {
  expect(moneyBugs.length).toBeGreaterThanOrEqual(60)
  expect(new Set(moneyBugs.map(({ name }) => name)).size).toBe(moneyBugs.length)
})

test('every bug can still be introduced: if its line changes, change the bug too', () => {
  const stale = moneyBugs.filter((one) => isStale(join(import.meta.dirname, '../../..'), one))
  expect(stale.map(({ name, file }) => `${name}: ${file}`)).toEqual([])
})
