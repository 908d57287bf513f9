import type { Sql } from './pool.ts'

/**
 * Refuses to start on a database whose transaction counter is behind rows that were already sealed or put in order,
 * as after a restore from a dump: what is written then would count as old, and be neither sealed nor delivered.
 */
export async function requireForwardCounter(sql: Sql): Promise<void> {
  const { rows } = await sql.query<{ behind: string }>('select afara.counter_behind_by() as behind')
  const behind = BigInt(rows[0]?.behind ?? '0')
  if (behind > 0n) {
    throw new Error(
      `the database's transaction counter is ${behind} behind its own records; see docs/runbooks/restore.md`,
    )
  }
}
