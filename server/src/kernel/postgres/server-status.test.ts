import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, expect, test } from 'vitest'
import { createPool } from './pool.ts'
import { isReachable } from './server-status.ts'

const database = await createTestDatabase()
const pool = createPool(database.url('afara_api'), { max: 10, applicationName: 'test' })
const nowhere = createPool('postgres://afara_api@127.0.0.1:1/none', { max: 1, applicationName: 'test' })

afterAll(async () => {
  await Promise.all([pool.end(), nowhere.end()])
  await database.drop()
})

test('many concurrent calls use one connection, and each gets the answer', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, async () => isReachable(pool)))
  expect(answers).toEqual(Array.from({ length: 100 }, () => true))
  expect(pool.totalCount).toBe(1)
})

test('the next call gets the current state', async () => {
  expect(await isReachable(nowhere)).toBe(false)
  expect(await isReachable(pool)).toBe(true)
  expect(await isReachable(nowhere)).toBe(false)
})
