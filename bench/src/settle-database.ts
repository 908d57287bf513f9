import { runStatement } from '@afara/stack/postgres/run-statement.ts'

/** Every round starts with a clean slate: nothing left to flush, and the WAL segments of the last round recycled. */
export async function settleDatabase(url: string): Promise<void> {
  await runStatement(url, 'select pg_switch_wal()')
  await runStatement(url, 'checkpoint')
}
