import type { Sql } from '../../kernel/postgres/pool.ts'

/** A line of a vendor's own book that nobody could explain. */
export type OddLine = Readonly<{
  id: string
  accountId: string
  direction: 'debit' | 'credit'
  isAnswered: boolean
}>

export async function findOddLine(sql: Sql, lineId: string): Promise<OddLine | undefined> {
  const { rows } = await sql.query<OddLine>(
    `select l.id, l.account_id as "accountId", l.direction,
       exists (select from payout_line_answer n where n.line_id = l.id)
         or exists (select from payout_funding f where f.line_id = l.id) as "isAnswered"
     from payout_line l where l.id = $1`,
    [lineId],
  )
  return rows[0]
}

/** Whether a payout of this account is out or paid, so that its naira can have come back. */
export async function canHaveComeBack(sql: Sql, payoutId: string, accountId: string): Promise<boolean> {
  const { rows } = await sql.query(
    `select from payout x where x.id = $1 and x.account_id = $2 and x.money_back_at is null and x.state <> 'ordered'`,
    [payoutId, accountId],
  )
  return rows.length > 0
}
