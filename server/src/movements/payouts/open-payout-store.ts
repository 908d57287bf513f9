import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'

/** A payout that is not over, as people look at it. */
export type OpenPayout = Readonly<{
  id: string
  mode: Mode
  transactionId: string
  reference: string
  account: string
  bankCode: string
  amountMinor: bigint
  attempt: number
  state: string
  orderedAt: Date
  /** What was last said of it. */
  lastSaid: string | null
}>

/** The oldest first. */
export async function selectOpenPayouts(sql: Sql, most: number): Promise<OpenPayout[]> {
  const { rows } = await sql.query<Omit<OpenPayout, 'amountMinor'> & { amountMinor: string }>(
    `select x.id, x.mode, r.transaction_id as "transactionId", x.reference, a.mode || ':' || a.vendor || ':' || a.name as account,
       r.bank_code as "bankCode", r.amount_minor as "amountMinor", x.attempt, x.state, x.ordered_at as "orderedAt", x.last_said as "lastSaid"
     from payout x join payout_right r on r.id = x.right_id join payout_account a on a.id = x.account_id
     where x.next_look_at is not null and x.money_back_at is null and x.state <> 'succeeded'
     order by x.ordered_at limit $1`,
    [most],
  )
  return rows.map((row) => ({ ...row, amountMinor: BigInt(row.amountMinor) }))
}
