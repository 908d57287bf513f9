import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { migrate } from '@afara/server/kernel/postgres/migrate.ts'
import { readSqlFiles, SQL_FOLDER } from '@afara/server/kernel/postgres/sql-tree.ts'
import { REPOSITORY_ROOT } from '../processes/node-process.ts'
import { createTemporaryRun } from '../processes/temporary-run.ts'
import { findPostgresHome } from './postgres-files.ts'
import { type PostgresOptions, type PostgresServer, startPostgres } from './postgres-server.ts'
import { runStatement } from './run-statement.ts'

const TEMPLATE = 'afara_migrated'

/**
 * Starts PostgreSQL as `startPostgres` does. A new cluster is a copy of one that was migrated before, because `initdb` and the migrations
 * cost four seconds of CPU and their result is the same until the SQL changes. The copies share PostgreSQL's system identifier.
 */
export async function startMigratedPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const data = join(findPostgresHome(options.directory), 'data')
  if (!existsSync(data)) {
    const draft = `${data}-copying`
    rmSync(draft, { recursive: true, force: true })
    await copyFolder(await findMigratedCluster(), draft)
    // Renamed when complete, so that an interrupted copy does not look like a cluster.
    renameSync(draft, data)
  }
  return startPostgres(options)
}

/** Creates a migrated, empty database, and returns the names of the applied SQL files. */
export async function createMigratedDatabase(
  postgres: Pick<PostgresServer, 'url'>,
  name: string,
): Promise<string[]> {
  const administrator = postgres.url('postgres', 'postgres')
  const templates = await runStatement(administrator, `select from pg_database where datname = '${TEMPLATE}'`)
  const copied = templates.length > 0 ? ` template ${TEMPLATE} strategy file_copy` : ''
  await runStatement(administrator, `create database ${name}${copied}`)
  // Finds nothing to do, unless the cluster is older than the SQL.
  await migrate(postgres.url('postgres', name))
  const applied = await runStatement(postgres.url('postgres', name), 'select name from migration.applied')
  return applied.map((row) => String(row.name))
}

/** Returns the data folder of the migrated cluster for today's SQL. Creates it on the first call. */
async function findMigratedCluster(): Promise<string> {
  const clusters = findPostgresHome(join(REPOSITORY_ROOT, '.stack/clusters'))
  const cluster = join(clusters, hashInputs())
  if (existsSync(cluster)) return cluster
  const run = await createTemporaryRun()
  try {
    const directory = join(run.directory, 'postgres')
    const postgres = await startPostgres({ directory, durable: false, onSpawn: run.onSpawn })
    try {
      await runStatement(postgres.url('postgres', 'postgres'), `create database ${TEMPLATE}`)
      await migrate(postgres.url('postgres', TEMPLATE))
    } finally {
      await postgres.stop()
    }
    await keep(join(findPostgresHome(directory), 'data'), cluster)
  } finally {
    run.remove()
  }
  return cluster
}

/** Everything that decides what a migrated cluster contains. */
function hashInputs(): string {
  // The lock file states the version of PostgreSQL.
  const hash = createHash('sha256').update(readFileSync(join(REPOSITORY_ROOT, 'package-lock.json')))
  hash.update(readFileSync(join(SQL_FOLDER, '../src/kernel/postgres/migrate.ts')))
  for (const { name, checksum } of readSqlFiles('.')) hash.update(`${name} ${checksum}\n`)
  return hash.digest('hex').slice(0, 16)
}

/** Keeps a cluster for later starts, and deletes those of older SQL. */
async function keep(data: string, cluster: string): Promise<void> {
  const draft = `${cluster}-${process.pid}`
  await copyFolder(data, draft)
  try {
    renameSync(draft, cluster)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another process finished the same cluster first.
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error
  }
  for (const name of readdirSync(dirname(cluster)))
    if (!name.startsWith(basename(cluster)))
      rmSync(join(dirname(cluster), name), { recursive: true, force: true })
}

/** Keeps the owner of each file, because PostgreSQL runs as `nobody` if root starts it. */
async function copyFolder(from: string, to: string): Promise<void> {
  mkdirSync(dirname(to), { recursive: true })
  await promisify(execFile)('cp', ['-a', from, to])
}
