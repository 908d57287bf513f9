import type { Sql } from '../../kernel/postgres/pool.ts'

export type ResetCounts = Readonly<{
  cancelled: number
  /** How many are in which status still, by `buy.on_hold` and so on. */
  stillOpen: Readonly<Record<string, number>>
  aheadSeconds: number
}>

/** Ends what a business may end by itself. Runs for one tenant in test mode. */
export async function resetSandbox(sql: Sql, at: Date): Promise<ResetCounts> {
  const { rows } = await sql.query<{ cancelled: number; still_open: Record<string, number>; ahead: number }>(
    'select cancelled, still_open, ahead_seconds::float8 as ahead from reset_sandbox($1)',
    [at],
  )
  const [row] = rows
  return { cancelled: row?.cancelled ?? 0, stillOpen: row?.still_open ?? {}, aheadSeconds: row?.ahead ?? 0 }
}
