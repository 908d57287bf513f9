import { join } from 'node:path'
import { createMigratedDatabase, startMigratedPostgres } from '@afara/stack/postgres/migrated-cluster.ts'
import { runStatement } from '@afara/stack/postgres/run-statement.ts'
import { declareTestPostings } from '@afara/stack/postgres/test-postings.ts'
import { requireTwoPeople } from '@afara/stack/postgres/two-people.ts'
import { createTemporaryRun } from '@afara/stack/processes/temporary-run.ts'

export type ProofDatabase = Readonly<{
  url(role: string): string
  drop(): Promise<void>
}>

export type ProofPostgres = Readonly<{
  /** A folder that is deleted when the proof ends. */
  directory: string
  /** Creates a migrated, empty database. */
  createDatabase(): Promise<ProofDatabase>
  stop(): Promise<void>
}>

/** Starts a PostgreSQL for one proof. It is not durable: no proof of the ledger depends on surviving a crash of the machine. */
export async function startProofPostgres(settings: Record<string, string> = {}): Promise<ProofPostgres> {
  const run = await createTemporaryRun()
  const postgres = await startMigratedPostgres({
    directory: join(run.directory, 'postgres'),
    durable: false,
    settings: { max_connections: '200', shared_buffers: '512MB', max_wal_size: '8GB', ...settings },
    onSpawn: run.onSpawn,
  })
  const administrator = postgres.url('postgres', 'postgres')
  await createMigratedDatabase(postgres, 'template_of_proof')
  await declareTestPostings(postgres.url('postgres', 'template_of_proof'))
  await requireTwoPeople(postgres.url('postgres', 'template_of_proof'))
  let made = 0
  return {
    directory: run.directory,
    async createDatabase() {
      made += 1
      const name = `proof_${made}`
      await runStatement(administrator, `create database ${name} template template_of_proof`)
      return {
        url: (role) => postgres.url(role, name),
        drop: async () => {
          await runStatement(administrator, `drop database ${name} with (force)`)
        },
      }
    },
    async stop() {
      await postgres.stop()
      run.remove()
    },
  }
}
