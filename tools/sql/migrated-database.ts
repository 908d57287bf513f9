import { join } from 'node:path'
import { migrate } from '@afara/server/kernel/postgres/migrate.ts'
import { startPostgres } from '@afara/stack/postgres/postgres-server.ts'
import { runStatement } from '@afara/stack/postgres/run-statement.ts'
import { createTemporaryRun } from '@afara/stack/processes/temporary-run.ts'

/** Calls `use` with the URL of an empty, migrated database in its own PostgreSQL, which is removed afterwards. */
export async function withMigratedDatabase<T>(use: (url: string) => Promise<T>): Promise<T> {
  const run = await createTemporaryRun()
  const postgres = await startPostgres({
    directory: join(run.directory, 'postgres'),
    durable: false,
    onSpawn: run.onSpawn,
  })
  try {
    await runStatement(postgres.url('postgres', 'postgres'), 'create database migrated')
    const url = postgres.url('postgres', 'migrated')
    await migrate(url)
    return await use(url)
  } finally {
    await postgres.stop()
    run.remove()
  }
}
