import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import type { TransactionType } from './machines.ts'
import type { Transaction } from './transaction-store.ts'
import type { Wake } from './wake-store.ts'

/** A transaction with its next look. */
export type Driven = Transaction & Readonly<{ wake: Wake | undefined }>

export type DrivenRow = {
  id: string
  business_id: string
  mode: Mode
  type: TransactionType
  status: string
  version: number
  due_at: Date | null
  failure_count: number | null
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

export function toDriven(row: DrivenRow): Driven {
  return {
    id: row.id,
    businessId: row.business_id,
    mode: row.mode,
    type: row.type,
    status: row.status,
    version: row.version,
    wake: row.due_at === null ? undefined : { dueAt: row.due_at, failureCount: row.failure_count ?? 0 },
  }
}
