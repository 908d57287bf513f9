import type { Sql } from '../../kernel/postgres/pool.ts'
import type { Walk } from '../../records/ledger/check-store.ts'

/** Progress of a check in one of its walks. */
export type CheckCursor = Readonly<{
  name: string
  walk: Walk
  position: bigint
  pass: string | undefined
  begunAt: Date
  lookedAt: Date
  endedAt: Date | undefined
  /** The day in Lagos on which the check last completed a pass. */
  endedOn: string | undefined
  /** The error of the check, or its finding at the end of the walk. */
  failure: string | undefined
}>

export async function readCheckCursors(sql: Sql): Promise<readonly CheckCursor[]> {
  const { rows } = await sql.query<{
    name: string
    walk: Walk
    position: string
    pass: string | null
    begun_at: Date
    looked_at: Date
    ended_at: Date | null
    ended_on: string | null
    failure: string | null
  }>(
    `select name, walk, position::text, pass, begun_at, looked_at, ended_at, lagos_day(ended_at)::text as ended_on, failure
     from check_cursor`,
  )
  return rows.map((row) => ({
    name: row.name,
    walk: row.walk,
    position: BigInt(row.position),
    pass: row.pass ?? undefined,
    begunAt: row.begun_at,
    lookedAt: row.looked_at,
    endedAt: row.ended_at ?? undefined,
    endedOn: row.ended_on ?? undefined,
    failure: row.failure ?? undefined,
  }))
}

export async function noteCheck(
  sql: Sql,
  cursor: Readonly<{
    name: string
    walk: Walk
    position: bigint
    pass: string | undefined
    isEnd: boolean
    failure: string | undefined
  }>,
  at: Date,
): Promise<void> {
  await sql.query('select note_check($1, $2, $3, $4, $5, $6, $7)', [
    cursor.name,
    cursor.walk,
    cursor.position.toString(),
    cursor.pass ?? null,
    cursor.isEnd,
    cursor.failure ?? null,
    at,
  ])
}

/** A slice in which the last run of a check found something. */
export type OpenSlice = Readonly<{ name: string; walk: Walk; after: bigint; through: bigint }>

export async function readOpenSlices(sql: Sql): Promise<readonly OpenSlice[]> {
  const { rows } = await sql.query<{ name: string; walk: Walk; after: string; through: string }>(
    `select name, walk, after_position::text as after, through_position::text as through from check_open_slice
     order by looked_at, name, after_position limit 1000`,
  )
  return rows.map(({ after, through, ...slice }) => ({
    ...slice,
    after: BigInt(after),
    through: BigInt(through),
  }))
}

export async function noteSlice(sql: Sql, slice: OpenSlice, isWrong: boolean, at: Date): Promise<void> {
  await sql.query('select note_slice($1, $2, $3, $4, $5, $6)', [
    slice.name,
    slice.walk,
    slice.after.toString(),
    slice.through.toString(),
    isWrong,
    at,
  ])
}
