import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase } from '@afara/stack/test-database.ts'
import { afterAll, expect, test } from 'vitest'
import { createPool, inTransaction } from './pool.ts'

const database = await createTestDatabase()
const pool = createPool(database.url(), { max: 2, applicationName: 'test' })

afterAll(async () => {
  await pool.end()
  await database.drop()
})

test('a connection that is cut while it is in use fails its user, and neither the process nor the next', async () => {
  const cut = inTransaction(pool, async (sql) => {
    const { rows } = await sql.query<{ pid: number }>('select pg_backend_pid() as pid')
    await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    // Between two statements nobody waits for the connection; that it breaks is then nobody's answer.
    await sleep(50)
    await sql.query('select 1')
  })
  await expect(cut).rejects.toThrow(/terminat|not queryable/)
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})
