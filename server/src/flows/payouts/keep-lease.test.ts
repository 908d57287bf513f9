import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { keepLease } from './keep-lease.ts'

test('a lease is renewed while the work goes on, also after a renewal that failed, and never after it was given back', async () => {
  let renewed = 0
  const stop = keepLease(async () => {
    renewed += 1
    if (renewed === 1) throw new Error('the database is away')
  }, 5)
  while (renewed < 3) await sleep(5)
  await stop()
  const before = renewed
  await sleep(30)
  expect(renewed).toBe(before)
})

test('whoever gives a lease back waits for a renewal that is under way', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let [isRenewing, isStopped] = [false, false]
  const stop = keepLease(async () => {
    isRenewing = true
    await promise
  }, 1)
  while (!isRenewing) await sleep(1)
  const stopping = stop().then(() => {
    isStopped = true
  })
  await sleep(10)
  expect(isStopped).toBe(false)
  resolve()
  await stopping
  expect(isStopped).toBe(true)
})
