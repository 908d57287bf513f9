import type { Sql } from '../../kernel/postgres/pool.ts'
import type { ScreenSubject } from '../screening/screen.ts'
import { type Driven, type DrivenRow, drivenColumns, toDriven } from './driven-store.ts'

/** A buy with its next look and with those whom clearing asks lists about. */
export type DrivenBuy = Driven & Readonly<{ subjects: readonly ScreenSubject[] }>

type Row = DrivenRow & { wallet_address: string | null; names: string[] }

/** Everybody who is named as its payer, by the buy and by every bank that told of its credits, and where the tokens go. */
export async function findDrivenBuy(sql: Sql, id: string): Promise<DrivenBuy | undefined> {
  const { rows } = await sql.query<Row>({
    name: 'find_driven_buy',
    text: `select ${drivenColumns}, b.wallet_address, case t.status when 'payment_received' then array(
        select b.payer_account_name where b.payer_account_name is not null
        union select n.name from allocation a join bank_line_seat s on s.line_id = a.line_id
          cross join lateral (
            select r.payer_name as name from bank_line_reading r where r.id = s.reading_id
            union all select p.payer_name from bank_line_payer p where p.reading_id = s.reading_id) n
          where a.transaction_id = t.id and n.name is not null) else '{}' end as names
      from transaction t join buy b on b.transaction_id = t.id left join wake w on w.subject_id = t.id
      where t.id = $1`,
    values: [id],
  })
  const row = rows[0]
  return row && { ...toDriven(row), subjects: subjectsOf(row) }
}

function subjectsOf({ names, wallet_address }: Row): ScreenSubject[] {
  const named = names.map((text) => ({ kind: 'name' as const, text }))
  return wallet_address === null ? named : [...named, { kind: 'address', text: wallet_address }]
}
