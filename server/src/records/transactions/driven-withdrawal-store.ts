import type { Sql } from '../../kernel/postgres/pool.ts'
import type { ScreenSubject } from '../screening/screen.ts'
import { type Driven, type DrivenRow, toDriven } from './driven-store.ts'

/** A withdrawal with its next look, and with the wallet that lists are asked about. */
export type DrivenWithdrawal = Driven & Readonly<{ subjects: readonly ScreenSubject[] }>

export async function findDrivenWithdrawal(sql: Sql, id: string): Promise<DrivenWithdrawal | undefined> {
  const { rows } = await sql.query<DrivenRow & { wallet_address: string }>({
    name: 'find_driven_withdrawal',
    text: `select t.id, t.business_id, t.mode, t.type, t.status, t.version, w.due_at, w.failure_count, d.wallet_address
      from transaction t join withdrawal d on d.transaction_id = t.id left join wake w on w.subject_id = t.id where t.id = $1`,
    values: [id],
  })
  const row = rows[0]
  return row && { ...toDriven(row), subjects: [{ kind: 'address', text: row.wallet_address }] }
}
