import { expect, test } from 'vitest'
import { completedRate } from './completed-rate.ts'

test('a rate is measured in the middle: the wait for the first items and the last items do not count', async () => {
  const began = performance.now()
  // Nothing for 300 ms, then 1,000 per second, and the last few only after 1.5 s.
  const done = () => {
    const ms = performance.now() - began
    if (ms > 1_500) return 1_000
    return Math.min(950, Math.max(0, Math.floor(ms - 300)))
  }
  const rate = await completedRate(1_000, async () => done())
  expect(rate).toBeGreaterThan(700)
  expect(rate).toBeLessThan(1_300)
})

test('items that are completed all at once have no rate', async () => {
  await expect(completedRate(10, async () => 10)).rejects.toThrow('too few to measure a rate')
})

test('items that become final in one block are counted from the beginning', async () => {
  const began = performance.now()
  const rate = await completedRate(100, async () => (performance.now() - began > 500 ? 100 : 0))
  expect(rate).toBeGreaterThan(50)
  expect(rate).toBeLessThan(200)
})
