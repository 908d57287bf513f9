import type { Sql } from '../../kernel/postgres/pool.ts'
import type { ScreenSubject } from '../screening/screen.ts'
import { type Driven, type DrivenRow, toDriven } from './driven-store.ts'
import { toTarget, type WalletRow, type WalletTarget } from './wallet-answer.ts'

/** A withdrawal with its next look, and with the wallet that lists and its network are asked about. */
export type DrivenWithdrawal = Driven &
  Readonly<{ subjects: readonly ScreenSubject[]; wallet: WalletTarget | undefined }>

export async function findDrivenWithdrawal(sql: Sql, id: string): Promise<DrivenWithdrawal | undefined> {
  const { rows } = await sql.query<DrivenRow & WalletRow & { wallet_address: string }>({
    name: 'find_driven_withdrawal',
    text: 'select * from driven_withdrawal($1)',
    values: [id],
  })
  const row = rows[0]
  if (row === undefined) return undefined
  const subjects = [{ kind: 'address' as const, text: row.wallet_address }]
  return { ...toDriven(row), subjects, wallet: toTarget(row) }
}
