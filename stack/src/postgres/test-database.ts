import { randomBytes } from 'node:crypto'
import { runStatement } from './run-statement.ts'

export type TestDatabase = Readonly<{
  /** Returns a URL for a login role from the migrations, such as `afara_api`; by default the superuser. */
  url(role?: string): string
  /** Drops the database and closes its open connections. */
  drop(): Promise<void>
}>

/** Creates a migrated, empty database for one test file. */
export async function createTestDatabase(): Promise<TestDatabase> {
  // Imported only in a test: proofs share this file, but have their own database and run without vitest.
  const { inject } = await import('vitest')
  const { port } = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  const url = (role: string, database: string) => `postgres://${role}@127.0.0.1:${port}/${database}`
  const administrator = url('postgres', 'postgres')
  // Copying files takes half the time of the default, which writes every page to the log.
  await runStatement(administrator, `create database ${name} template afara_template strategy file_copy`)
  return {
    url: (role = 'postgres') => url(role, name),
    drop: async () => {
      await runStatement(administrator, `drop database ${name} with (force)`)
    },
  }
}
