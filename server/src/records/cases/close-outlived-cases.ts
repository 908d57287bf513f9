import type { Sql } from '../../kernel/postgres/pool.ts'

const MOST = 500

/** Ends questions about buys, sells, nodes and transfers that were set aside that what happened since has answered. Returns how many; safe to repeat. */
export async function closeOutlivedCases(sql: Sql, at: Date): Promise<number> {
  const { rows } = await sql.query<{ closed: number }>(
    'select close_outlived_cases($1, $2) + close_outlived_doubts($1) + close_outlived_asides($1) as closed',
    [at, MOST],
  )
  return rows[0]?.closed ?? 0
}
