import { migrate } from '@afara/server/kernel/postgres/migrate.ts'
import { runStatement } from '@afara/stack/postgres/run-statement.ts'
import type { TestBed } from './test-bed.ts'

/** A migrated database with nothing in it. */
export async function createLedgerDatabase({ postgres }: TestBed, name: string): Promise<void> {
  await runStatement(postgres.url('postgres', 'postgres'), `create database ${name}`)
  await migrate(postgres.url('postgres', name))
}
