import { join } from 'node:path'
import { createMigratedDatabase, startMigratedPostgres } from '@afara/stack/postgres/migrated-cluster.ts'
import { createTemporaryRun } from '@afara/stack/processes/temporary-run.ts'

/** Calls `use` with the URL of an empty, migrated database in its own PostgreSQL, which is removed afterwards. */
export async function withMigratedDatabase<T>(use: (url: string) => Promise<T>): Promise<T> {
  const run = await createTemporaryRun()
  const postgres = await startMigratedPostgres({
    directory: join(run.directory, 'postgres'),
    durable: false,
    onSpawn: run.onSpawn,
  })
  try {
    await createMigratedDatabase(postgres, 'migrated')
    return await use(postgres.url('postgres', 'migrated'))
  } finally {
    await postgres.stop()
    run.remove()
  }
}
