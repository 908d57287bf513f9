import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createManualClock } from '../../../test/manual-clock.ts'
import { systemClock } from '../../kernel/clock/clock.ts'
import { newId } from '../../kernel/ids/ids.ts'
import { createPool } from '../../kernel/postgres/pool.ts'
import { leaseRequests } from '../../records/keys/api-key-store.ts'
import { createRequestLimiter, type RequestLimiter } from './request-limiter.ts'

const database = await createTestDatabase()
const pool = createPool(database.url('afara_api'), { max: 4, applicationName: 'test' })
const superuser = createPool(database.url(), { max: 1, applicationName: 'test' })

afterAll(async () => {
  await Promise.all([pool.end(), superuser.end()])
  await database.drop()
})

// Waits so that requests of one test are not counted in two windows.
beforeEach(async () => {
  const leftMs = 10_000 - (Date.now() % 10_000)
  if (leftMs < 4_000) await sleep(leftMs + 100)
})

const lease = async (keyId: string, wanted: number, most: number) => leaseRequests(pool, keyId, wanted, most)
/** Creates the limiter of one API process. */
const createProcess = () => createRequestLimiter({ lease, clock: systemClock })

type Key = { id: string; requestsPerWindow: number }

async function take(limiter: RequestLimiter, key: Key, times: number): Promise<number> {
  const taken = Array.from({ length: times }, async () => limiter.take(limiter.windowOf(key)))
  return (await Promise.all(taken)).filter((isTaken) => isTaken).length
}

test.each([1, 3, 10, 57, 1_000, 6_000])(
  'with one process, a limit of %i admits exactly that many',
  async (limit) => {
    const limiter = createProcess()
    const key = { id: newId(), requestsPerWindow: limit }
    expect(await take(limiter, key, limit + 50)).toBe(limit)
    expect(limiter.remaining(limiter.windowOf(key))).toBe(0)
    expect(limiter.counts.refusals).toBe(50)
  },
)

test('three processes share a limit, which is exact to one block per process', async () => {
  const processes = [createProcess(), createProcess(), createProcess()]
  const key = { id: newId(), requestsPerWindow: 500 }
  const taken = await Promise.all(processes.map(async (limiter) => take(limiter, key, 400)))
  const total = taken.reduce((sum, count) => sum + count, 0)
  expect(total).toBeGreaterThanOrEqual(500)
  expect(total).toBeLessThanOrEqual(500 + 3 * 50)
})

test('one process after the other: requests that the first used are not available to the second', async () => {
  const [first, second] = [createProcess(), createProcess()]
  const key = { id: newId(), requestsPerWindow: 100 }
  expect(await take(first, key, 90)).toBe(90)
  expect(await take(second, key, 90)).toBeLessThanOrEqual(20)
})

test('a key with few requests costs the database nothing', async () => {
  const limiter = createProcess()
  const key = { id: newId(), requestsPerWindow: 1_000 }
  expect(await take(limiter, key, 49)).toBe(49)
  expect(limiter.counts.leases).toBe(0)
})

test('a window ends for all keys at once, and the next begins full', async () => {
  const clock = createManualClock(new Date())
  const limiter = createRequestLimiter({
    // PostgreSQL's clock, moved together with ours.
    lease: async (keyId, wanted, most) => {
      const answer = await lease(keyId, wanted, most)
      const atMs = clock.now().getTime()
      return { ...answer, atMs, windowNumber: Math.floor(atMs / 10_000) }
    },
    clock,
  })
  const key = { id: newId(), requestsPerWindow: 10 }
  expect(await take(limiter, key, 20)).toBe(10)
  const leftS = limiter.secondsLeft()
  expect(leftS).toBeGreaterThanOrEqual(1)
  expect(leftS).toBeLessThanOrEqual(10)
  clock.advance(10_000)
  expect(await take(limiter, key, 1)).toBe(1)
  expect(limiter.remaining(limiter.windowOf(key))).toBeGreaterThan(0)
})

test('windows follow PostgreSQL’s clock: a process whose clock is an hour off counts in the same window', async () => {
  const late = createRequestLimiter({ lease, clock: { now: () => new Date(Date.now() - 3_600_000) } })
  const [right] = [createProcess()]
  const key = { id: newId(), requestsPerWindow: 200 }
  expect(await take(late, key, 150)).toBe(150)
  expect(await take(right, key, 150)).toBeLessThanOrEqual(50 + 20 + 20)
  expect(late.windowOf(key).number).toBe(right?.windowOf(key).number)
})

test('without PostgreSQL a key has one block in each window, and further requests wait', async () => {
  const failures: unknown[] = []
  const limiter = createRequestLimiter({
    lease: async () => Promise.reject(new Error('connection refused')),
    clock: systemClock,
    onLeaseFailed: (error) => failures.push(error),
  })
  const key = { id: newId(), requestsPerWindow: 1_000 }
  expect(await take(limiter, key, 500)).toBe(100)
  expect(failures).toHaveLength(1)
})

test('a key is not blocked by a stored window in the future, from before a clock was set back', async () => {
  const key = { id: newId(), requestsPerWindow: 10 }
  await superuser.query(
    `insert into afara.request_window values ($1, extract(epoch from now())::bigint / 10 + 360, 10)`,
    [key.id],
  )
  expect(await take(createProcess(), key, 20)).toBe(10)
})

test('one row for each key, however many windows passed', async () => {
  const keyId = newId()
  for (const number of [1, 2, 3]) {
    await superuser.query(
      `insert into afara.request_window values ($1, $2, 5) on conflict (key_id) do update set number = $2`,
      [keyId, number],
    )
    await lease(keyId, 5, 100)
  }
  const { rows } = await superuser.query(`select taken from afara.request_window where key_id = $1`, [keyId])
  expect(rows).toEqual([{ taken: 5 }])
})
