import { createMigratedDatabase, startMigratedPostgres } from '../postgres/migrated-cluster.ts'
import { backUpPostgres, restorePostgres } from '../postgres/postgres-backup.ts'
import { type PostgresPair, startPostgresPair } from '../postgres/postgres-pair.ts'
import { type PostgresServer, startPostgres } from '../postgres/postgres-server.ts'
import { requireTwoPeople } from '../postgres/two-people.ts'
import type { OnSpawn } from '../processes/child-process.ts'

/** The database of a stack, with all its processes. */
type StackDatabase = Readonly<{
  url(role: string): string
  processId(): number
  /** Kills PostgreSQL and all its sessions with SIGKILL, then restarts it on the same disk, where it recovers by itself. */
  crash(): Promise<void>
  /** Copies the data while PostgreSQL runs, encrypted. Returns the file. */
  backUp(): Promise<string>
  /** Kills PostgreSQL and starts it again on the data of the last backup. */
  restore(): Promise<void>
  /** Absent if there is one PostgreSQL only. */
  pair: PostgresPair | undefined
  stop(): Promise<void>
}>

type Options = Readonly<{
  directory: string
  settings?: Readonly<Record<string, string>> | undefined
  onSpawn: OnSpawn
}>

/** Starts one durable PostgreSQL with a migrated database. */
export async function startDatabase(options: Options): Promise<StackDatabase> {
  const { directory, settings, onSpawn } = options
  const at = { directory, durable: true, ...(settings && { settings }), onSpawn }
  let postgres = await startMigratedPostgres(at)
  await prepare(postgres)
  return {
    url: (role) => postgres.url(role, 'afara'),
    processId: () => postgres.processId,
    crash: async () => {
      await postgres.kill()
      postgres = await startPostgres({ ...at, port: postgres.port })
    },
    backUp: async () => backUpPostgres(postgres.url('postgres', 'postgres'), directory),
    restore: async () => {
      await postgres.kill()
      await restorePostgres(directory)
      postgres = await startPostgres({ ...at, port: postgres.port })
    },
    pair: undefined,
    stop: async () => postgres.stop(),
  }
}

/** Starts a primary and its standby behind HAProxy. */
export async function startPairedDatabase(options: Options, isSynchronous: boolean): Promise<StackDatabase> {
  const { settings, ...at } = options
  const pair = await startPostgresPair({ ...at, ...(settings && { settings }), isSynchronous, prepare })
  const refuse = async (): Promise<never> => {
    throw new Error('the proof has a standby: use its own faults')
  }
  return {
    url: (role) => pair.url(role, 'afara'),
    processId: pair.primaryId,
    crash: refuse,
    backUp: refuse,
    restore: refuse,
    pair,
    stop: pair.stop,
  }
}

async function prepare(postgres: PostgresServer): Promise<void> {
  await createMigratedDatabase(postgres, 'afara')
  await requireTwoPeople(postgres.url('postgres', 'afara'))
}
