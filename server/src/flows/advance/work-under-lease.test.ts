import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { keepLease } from './work-under-lease.ts'

test('a lease is renewed while the work runs, also after a failed renewal, and never after its release', async () => {
  const renew = vi.fn(async () => {})
  renew.mockRejectedValueOnce(new Error('the database is away'))
  const stop = keepLease(renew, 5)
  await vi.waitUntil(() => renew.mock.calls.length >= 3, 60_000)
  await stop()
  const before = renew.mock.calls.length
  await sleep(30)
  expect(renew).toHaveBeenCalledTimes(before)
})

test('releasing a lease waits for a renewal in progress', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const renew = vi.fn(async () => promise)
  const stop = keepLease(renew, 1)
  await vi.waitUntil(() => renew.mock.calls.length > 0, 60_000)
  const stopping = stop()
  const first = Promise.race([stopping.then(() => 'given back'), sleep(20, 'under way')])
  expect(await first).toBe('under way')
  resolve()
  await stopping
})
