import { afterEach, expect, test, vi } from 'vitest'
import { createLogStream } from './request-log.ts'

afterEach(() => vi.useRealTimers())

test('lines are buffered and arrive in order, none lost', async () => {
  const written: string[] = []
  const stream = createLogStream({ write: (text) => written.push(text) })
  const lines = Array.from({ length: 1_000 }, (_, at) => `{"line":${at}}\n`)
  for (const line of lines) stream.write(line)
  expect(written.length).toBeLessThan(5)
  stream.flush()
  expect(written.join('')).toBe(lines.join(''))
})

test('a single line is written within a second', () => {
  vi.useFakeTimers()
  const written: string[] = []
  createLogStream({ write: (text) => written.push(text) }).write('{"alone":true}\n')
  expect(written).toEqual([])
  vi.advanceTimersByTime(900)
  expect(written).toEqual(['{"alone":true}\n'])
})
