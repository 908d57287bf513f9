import { runStatement } from '@afara/stack/postgres/run-statement.ts'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, expect, test } from 'vitest'
import { createPool } from './pool.ts'
import { requireDurable } from './require-durable.ts'

const database = await createTestDatabase()
const pool = createPool(database.url('afara_api'), { max: 1, applicationName: 'test' })
afterAll(async () => {
  await pool.end()
  await database.drop()
})

test('in live mode, a process does not start on a database that may lose what it acknowledged', async () => {
  // The cluster of the tests is not durable.
  await expect(requireDurable(pool, { isSingleNode: true })).rejects.toThrow(
    /fsync is off: .*\n.*full_page_writes is off: .*\n.*synchronous_commit is off: /,
  )
  await expect(requireDurable(pool, { isSingleNode: false })).rejects.toThrow(
    'there is no synchronous standby',
  )
  await requireDurable(pool, undefined)
})

test.each(['on', 'remote_apply', 'local', 'remote_write'])('synchronous_commit = %s', async (setting) => {
  await runStatement(
    database.url(),
    `alter role afara_api in database ${new URL(database.url()).pathname.slice(1)} set synchronous_commit = ${setting}`,
  )
  const fresh = createPool(database.url('afara_api'), { max: 1, applicationName: 'test' })
  const why = await requireDurable(fresh, { isSingleNode: true }).catch((error: Error) => error.message)
  await fresh.end()
  expect(String(why).includes('synchronous_commit')).toBe(setting === 'local' || setting === 'remote_write')
})

test('a server that was promoted may be alone, until it restarts', async () => {
  const owner = createPool(database.url('afara_owner'), { max: 1, applicationName: 'test' })
  const saidOfStandby = async () =>
    /synchronous standby/.test(
      String(await requireDurable(pool, { isSingleNode: false }).catch((error: Error) => error.message)),
    )
  await owner.query('select begin_epoch(now())')
  const promoted = await saidOfStandby()
  await owner.query(
    `insert into database_epoch select max(epoch) + 1, now(), 'yesterday' from database_epoch`,
  )
  const restarted = await saidOfStandby()
  await owner.end()
  expect({ promoted, restarted }).toEqual({ promoted: false, restarted: true })
})
