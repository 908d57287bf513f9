import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, expect, test } from 'vitest'
import { isConnectionLoss, isUndone } from './database-errors.ts'
import { createPool } from './pool.ts'

const database = await createTestDatabase()
const pool = createPool(database.url(), { max: 2, applicationName: 'test' })

afterAll(async () => {
  await pool.end()
  await database.drop()
})

const failureOf = async (statement: string): Promise<unknown> =>
  pool.query(statement).then(
    () => undefined,
    (error: unknown) => error,
  )

test('a statement that PostgreSQL refuses is undone', async () => {
  const error = await failureOf('select 1 / 0')
  expect([isUndone(error), isConnectionLoss(error)]).toEqual([true, false])
})

test.each([
  ['its connection was cut', 'select pg_terminate_backend(pg_backend_pid())'],
  ['it took too long', `set statement_timeout = 20; select pg_sleep(5)`],
])('it is unknown whether a statement was committed when %s', async (_, statement) => {
  const error = await failureOf(statement)
  expect([isUndone(error), isConnectionLoss(error)]).toEqual([false, true])
})

test('after an unexpected failure, it is unknown whether a statement was committed', () => {
  expect(isUndone(new Error('write after end'))).toBe(false)
})
