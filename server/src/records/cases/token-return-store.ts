import type { Sql } from '../../kernel/postgres/pool.ts'
import type { ReturnedDeposit } from './resolution.ts'

/** What those who say where tokens go back to must have seen. */
export type ReturnableTokens = Readonly<{
  mayHoldBalance: boolean
  /** What came besides what the sell could take, of the kind that the case is about. */
  deposits: readonly ReturnedDeposit[]
}>

export async function readReturnableTokens(
  sql: Sql,
  { transactionId, kind }: { transactionId: string; kind: string },
): Promise<ReturnableTokens | undefined> {
  const { rows } = await sql.query<ReturnableTokens>(
    `select m.may_hold_balance as "mayHoldBalance", coalesce((
       select jsonb_agg(jsonb_build_object('deposit_id', d.id, 'amount_minor', d.amount_minor::text) order by d.id)
       from deposit_in_suspense d where d.transaction_id = t.id and d.kind::text = $2), '[]') as deposits
     from transaction t join sell s on s.transaction_id = t.id
     join business_mode m on m.business_id = t.business_id and m.mode = t.mode
     where t.id = $1`,
    [transactionId, kind],
  )
  return rows[0]
}

/** Whether an address is one of our own: what goes there would come back to us as a stranger's. */
export async function isOwnAddress(sql: Sql, address: string): Promise<boolean> {
  const { rows } = await sql.query(
    `select from lane l where is_same_wallet(l.network, l.address, $1)
     union all select from deposit_address d where d.address = $1 limit 1`,
    [address],
  )
  return rows.length > 0
}
