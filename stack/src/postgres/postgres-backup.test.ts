import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createTemporaryRun } from '../processes/temporary-run.ts'
import { backUpPostgres, restorePostgres } from './postgres-backup.ts'
import { startPostgres } from './postgres-server.ts'
import { runStatement } from './run-statement.ts'

const run = await createTemporaryRun()
const directory = join(run.directory, 'postgres')
const options = { directory, durable: true, onSpawn: run.onSpawn }

afterAll(() => run.remove())

test('a restored database has everything committed before the backup, and nothing after it', async () => {
  const first = await startPostgres(options)
  const url = first.url('postgres', 'postgres')
  await runStatement(url, 'create table kept as select n from generate_series(1, 1000) as n')
  const busy = runStatement(url, `insert into kept select n from generate_series(1001, 200000) as n`)
  await backUpPostgres(url, directory)
  await busy
  await runStatement(url, 'insert into kept values (-1)')
  await first.kill()
  await restorePostgres(directory)
  const second = await startPostgres({ ...options, port: first.port })
  const [row] = await runStatement(
    url,
    'select count(*) filter (where n between 1 and 1000)::int as before, count(*) filter (where n < 0)::int as after from kept',
  )
  expect(row).toEqual({ before: 1000, after: 0 })
  await second.stop()
})
