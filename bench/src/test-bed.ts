import { statfsSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { startMigratedPostgres } from '@afara/stack/postgres/migrated-cluster.ts'
import type { PostgresServer } from '@afara/stack/postgres/postgres-server.ts'
import { runStatement } from '@afara/stack/postgres/run-statement.ts'
import type { OnSpawn } from '@afara/stack/processes/child-process.ts'
import { createTemporaryRun } from '@afara/stack/processes/temporary-run.ts'
import { findPgbench } from './pgbench.ts'

/** The environment of every bench. */
export type TestBed = Readonly<{
  /** Whether the run only shows that the bench works. */
  isShort: boolean
  postgres: PostgresServer
  pgbench: string
  /** For scripts and logs. Removed when the bed is closed. */
  directory: string
  say(line: string): void
  /** Passed to every other process, so that the next run ends it if the bench is killed. */
  onSpawn: OnSpawn
  close(): Promise<void>
}>

// The same for both sides of every comparison. Memory and WAL are large enough that no round waits for a checkpoint that another round
// caused. All settings about durability and autovacuum are PostgreSQL's defaults.
export const BENCH_SETTINGS = {
  shared_buffers: '1GB',
  min_wal_size: '2GB',
  max_wal_size: '8GB',
  checkpoint_timeout: '30min',
  max_connections: '300',
  shared_preload_libraries: 'pg_stat_statements',
}

const TMPFS = 0x0102_1994

/** Starts an empty, durable PostgreSQL in its own folder. */
export async function openTestBed(say: (line: string) => void, isShort: boolean): Promise<TestBed> {
  const pgbench = findPgbench()
  const run = await createTemporaryRun()
  const { directory } = run
  // On tmpfs an fsync costs nothing, so the figures would be wrong.
  if (statfsSync(directory).type === TMPFS) {
    run.remove()
    throw new Error(
      `${directory} is on tmpfs, where an fsync costs nothing: set TMPDIR to a folder on a disk`,
    )
  }
  const postgres = await startMigratedPostgres({
    directory: join(directory, 'postgres'),
    durable: true,
    settings: BENCH_SETTINGS,
    onSpawn: run.onSpawn,
  })
  // Nothing is counted until a bench asks for it, because that costs CPU. An option of the command line could not be changed then.
  await runStatement(
    postgres.url('postgres', 'postgres'),
    `alter system set pg_stat_statements.track = 'none'`,
  )
  await runStatement(postgres.url('postgres', 'postgres'), 'select pg_reload_conf()')
  say(
    `  PostgreSQL with fsync in ${directory}; ${pgbench}; load ${loadavg()[0]?.toFixed(2)} before the start`,
  )
  const close = async () => {
    await postgres.stop()
    run.remove()
  }
  return { isShort, postgres, pgbench, directory, say, onSpawn: run.onSpawn, close }
}
