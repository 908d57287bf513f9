import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import type { TransactionType } from './machines.ts'

export type Transaction = Readonly<{
  id: string
  businessId: string
  mode: Mode
  type: TransactionType
  status: string
  version: number
}>

type Row = {
  id: string
  business_id: string
  mode: Mode
  type: TransactionType
  status: string
  version: number
}

export async function findTransaction(sql: Sql, id: string): Promise<Transaction | undefined> {
  const { rows } = await sql.query<Row>(
    'select id, business_id, mode, type, status, version from transaction where id = $1',
    [id],
  )
  const row = rows[0]
  return (
    row && {
      id: row.id,
      businessId: row.business_id,
      mode: row.mode,
      type: row.type,
      status: row.status,
      version: row.version,
    }
  )
}

export type Move = Readonly<{
  event: string
  at: Date
  /** When to look at it next; undefined when it is finished, or waits for something that will wake it. */
  dueAt?: Date | undefined
  data?: Readonly<Record<string, unknown>>
}>

/**
 * Moves a transaction along one edge, with its event and its next wake-up, in the caller's transaction. Only what a driver does by
 * itself: all that means money moves in the function that moves the money.
 * False when somebody moved it first, or the machine has no such edge from here: re-read and decide, never force.
 */
export async function moveTransaction(sql: Sql, seen: Transaction, move: Move): Promise<boolean> {
  const { rowCount } = await sql.query('select from drive_transaction($1, $2, $3, $4, $5, $6)', [
    seen.id,
    seen.version,
    move.event,
    move.data ?? {},
    move.at,
    move.dueAt,
  ])
  return rowCount === 1
}
