import type { Sql } from '../../kernel/postgres/pool.ts'

type MovedClock = Readonly<{
  aheadSeconds: number
  /** Transactions that became due, at most a few hundred. The sweeper finds the rest. */
  due: readonly string[]
}>

/** Returns by how many seconds this tenant's clock is ahead. Like all functions here, it runs for one tenant in test mode. */
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

/** Makes one transaction older and leaves the sandbox clock unchanged. */
export async function ageTransaction(sql: Sql, id: string, seconds: number): Promise<boolean> {
  const { rows } = await sql.query<{ is_aged: boolean }>(
    'select age_sandbox_transaction($1, $2) as is_aged',
    [id, seconds],
  )
  return rows[0]?.is_aged === true
}

export type ResetCounts = Readonly<{
  cancelled: number
  /** Number of open transactions by type and status, such as `buy.on_hold`. */
  stillOpen: Readonly<Record<string, number>>
  aheadSeconds: number
}>

/** Cancels the transactions that a business may cancel itself. Runs for one tenant in test mode. */
export async function resetSandbox(sql: Sql, at: Date): Promise<ResetCounts> {
  const { rows } = await sql.query<{ cancelled: number; still_open: Record<string, number>; ahead: number }>(
    'select cancelled, still_open, ahead_seconds::float8 as ahead from reset_sandbox($1)',
    [at],
  )
  const [row] = rows
  return { cancelled: row?.cancelled ?? 0, stillOpen: row?.still_open ?? {}, aheadSeconds: row?.ahead ?? 0 }
}
