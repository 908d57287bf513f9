import { randomBytes } from 'node:crypto'
import { runStatement } from './run-statement.ts'

export type TestDatabase = Readonly<{
  /** For a login role that the migrations make, such as `afara_api`; the superuser when none is named. */
  url(role?: string): string
  /** Connections that are still open are cut. */
  drop(): Promise<void>
}>

/** A migrated, empty database of its own for one test file. */
export async function createTestDatabase(): Promise<TestDatabase> {
  // Only inside a test: proofs that use a world of the tests bring a database of their own.
  const { inject } = await import('vitest')
  const { port } = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  const url = (role: string, database: string) => `postgres://${role}@127.0.0.1:${port}/${database}`
  const administrator = url('postgres', 'postgres')
  await runStatement(administrator, `create database ${name} template afara_template`)
  return {
    url: (role = 'postgres') => url(role, name),
    drop: async () => {
      await runStatement(administrator, `drop database ${name} with (force)`)
    },
  }
}
