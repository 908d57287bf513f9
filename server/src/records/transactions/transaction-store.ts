import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import type { TransactionType } from './machines/machines.ts'
import type { Wake } from './wake-store.ts'

export type Transaction = Readonly<{
  id: string
  businessId: string
  mode: Mode
  type: TransactionType
  status: string
  version: number
}>

/** A transaction with its next scheduled check. */
export type Driven = Transaction & Readonly<{ wake: Wake | undefined }>

type TransactionRow = Omit<Transaction, 'businessId'> & Readonly<{ business_id: string }>

export type DrivenRow = TransactionRow & Readonly<{ due_at: Date | null; failure_count: number | null }>

export async function findTransaction(sql: Sql, id: string): Promise<Transaction | undefined> {
  const { rows } = await sql.query<TransactionRow>(
    'select id, business_id, mode, type, status, version from transaction where id = $1',
    [id],
  )
  return rows[0] && toTransaction(rows[0])
}

export async function findDriven(sql: Sql, id: string): Promise<Driven | undefined> {
  const { rows } = await sql.query<DrivenRow>({
    name: 'find_driven',
    text: `select t.id, t.business_id, t.mode, t.type, t.status, t.version, w.due_at, w.failure_count
      from transaction t left join wake w on w.subject_id = t.id where t.id = $1`,
    values: [id],
  })
  return rows[0] && toDriven(rows[0])
}

function toTransaction({
  id,
  business_id: businessId,
  mode,
  type,
  status,
  version,
}: TransactionRow): Transaction {
  return { id, businessId, mode, type, status, version }
}

export function toDriven(row: DrivenRow): Driven {
  const wake = row.due_at === null ? undefined : { dueAt: row.due_at, failureCount: row.failure_count ?? 0 }
  return { ...toTransaction(row), wake }
}

type Move = Readonly<{
  event: string
  at: Date
  /** Time of the next check. Undefined: the transaction has ended, or another event will wake it. */
  dueAt?: Date | undefined
  data?: Readonly<Record<string, unknown>>
}>

/**
 * Moves a transaction along one edge, with its event and its next wake-up, in the caller's transaction. Only for moves that a driver makes
 * by itself. A move that involves money is made by the SQL function that moves the money.
 * Returns false if the transaction was moved first, or the machine has no such edge. The caller must then read it again and decide.
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
