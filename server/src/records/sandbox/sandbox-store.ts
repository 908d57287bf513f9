import type { Sql } from '../../kernel/postgres/pool.ts'

type MovedClock = Readonly<{
  aheadSeconds: number
  /** Transactions that are due because of it, some hundred at most: the sweeper finds the rest. */
  due: readonly string[]
}>

/** How far this tenant has moved ahead. Runs for one tenant in test mode, as everything here. */
export async function readClock(sql: Sql): Promise<number> {
  const { rows } = await sql.query<{ ahead: number }>(
    'select ahead_seconds::float8 as ahead from sandbox_clock where business_id = tenant_business()',
  )
  return rows[0]?.ahead ?? 0
}

export async function moveClock(sql: Sql, seconds: number, at: Date): Promise<MovedClock> {
  const { rows } = await sql.query<{ ahead: number; due: string[] }>(
    'select ahead_seconds::float8 as ahead, due from move_sandbox_clock($1, $2)',
    [seconds, at],
  )
  return { aheadSeconds: rows[0]?.ahead ?? 0, due: rows[0]?.due ?? [] }
}

/** Makes one transaction older than it is, and nothing else. */
export async function ageTransaction(sql: Sql, id: string, seconds: number): Promise<boolean> {
  const { rows } = await sql.query<{ is_aged: boolean }>(
    'select age_sandbox_transaction($1, $2) as is_aged',
    [id, seconds],
  )
  return rows[0]?.is_aged === true
}

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
