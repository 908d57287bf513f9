import type { Sql } from '../../kernel/postgres/pool.ts'

/**
 * Takes back what a bank has taken while it was in flight, as far as it has landed since. Returns how many credits that
 * were. Safe to repeat.
 */
export async function takeBackWaiting(sql: Sql, accountId: string, at: Date): Promise<number> {
  const { rows } = await sql.query<{ taken: number }>('select take_back_waiting($1, $2) as taken', [
    accountId,
    at,
  ])
  return rows[0]?.taken ?? 0
}
