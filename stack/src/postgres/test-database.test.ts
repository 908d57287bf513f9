import { afterAll, expect, test } from 'vitest'
import { runStatement } from './run-statement.ts'
import { createTestDatabase } from './test-database.ts'

const databases = await Promise.all([createTestDatabase(), createTestDatabase()])
const [one, other] = databases

afterAll(async () => {
  await Promise.all(databases.map((database) => database.drop()))
})

test('two test files, each with a database of its own, do not see each other', async () => {
  await runStatement(one.url(), 'create table only_here ()')
  const [row] = await runStatement(other.url(), `select to_regclass('only_here') as found`)
  expect(row).toEqual({ found: null })
})

test('a test database is migrated, and each role of the server can log in', async () => {
  for (const role of ['afara_owner', 'afara_api', 'afara_worker', 'afara_sealer']) {
    expect(await runStatement(one.url(role), 'select current_user as role')).toEqual([{ role }])
  }
})
