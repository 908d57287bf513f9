import type { Sql } from './pool.ts'

/**
 * Throws if the database's transaction counter is behind rows that are already sealed or ordered, as after a restore from a dump. New rows
 * would then count as old, and would not be sealed or delivered.
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
