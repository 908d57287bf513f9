import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backOffMs, pause } from './back-off.ts'

test('pauses are random up to a bound that doubles, and at most eight seconds', () => {
  expect([1, 2, 3, 4].map((attempt) => backOffMs(attempt, undefined, () => 1))).toEqual([
    250, 500, 1_000, 2_000,
  ])
  const anyAttempt = fc.integer({ min: 1, max: 1_000 })
  fc.assert(fc.property(anyAttempt, (attempt) => backOffMs(attempt, undefined) <= 8_000))
})

test('a pause that the service requests is waited in full', () => {
  fc.assert(fc.property(fc.nat(), (ms) => backOffMs(1, ms) >= ms))
})

test('a pause ends when the caller aborts', async () => {
  const controller = new AbortController()
  const waiting = pause(60_000, controller.signal)
  const reason = new Error('enough')
  controller.abort(reason)
  await expect(waiting).rejects.toBe(reason)
  await expect(pause(1, controller.signal)).rejects.toBe(reason)
})
