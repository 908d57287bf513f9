import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Marks } from './changes-store.ts'
import { watchChanges } from './watch-changes.ts'

const none: Marks = { cases: '0:0', freezes: '', money: '1', rails: '' }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function createWatch() {
  let marks = { live: none, test: none }
  let reads = 0
  const changes = watchChanges({
    read: async () => {
      reads += 1
      return marks
    },
    onError: () => {},
  })
  return {
    changes,
    reads: () => reads,
    set: (mode: 'live' | 'test', change: Partial<Marks>) => {
      marks = { ...marks, [mode]: { ...marks[mode], ...change } }
    },
  }
}

test('however many listen, the database is read once a second, and not at all without listeners', async () => {
  const { changes, reads } = createWatch()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(reads()).toBe(0)
  const leave = Array.from({ length: 50 }, () =>
    changes.listen({ mode: 'live', tell: () => {}, end: () => {} }),
  )
  await vi.advanceTimersByTimeAsync(3_000)
  expect(reads()).toBe(3)
  for (const one of leave) one()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(reads()).toBe(3)
})

test('a listener is told about its own mode only, and only what changed', async () => {
  const { changes, set } = createWatch()
  const heard: Marks[] = []
  changes.listen({ mode: 'test', tell: (marks) => heard.push(marks), end: () => {} })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(heard).toHaveLength(1)
  set('live', { cases: '1:1' })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(heard).toHaveLength(1)
  set('test', { cases: '1:1' })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(heard.map(({ cases }) => cases)).toEqual(['0:0', '1:1'])
})

test('stopping ends every listener', () => {
  const { changes } = createWatch()
  const ended: number[] = []
  for (const one of [1, 2]) changes.listen({ mode: 'live', tell: () => {}, end: () => ended.push(one) })
  changes.stop()
  expect(ended).toEqual([1, 2])
})
