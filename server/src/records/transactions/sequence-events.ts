import type { Pool } from '../../kernel/postgres/pool.ts'

/** Gives the next events their positions in the feed and returns how many it placed. One caller at a time does the work. */
export async function sequenceEvents(pool: Pool, most = 1_000): Promise<number> {
  const { rows } = await pool.query<{ placed: number }>('select sequence_events($1) as placed', [most])
  return rows[0]?.placed ?? 0
}
