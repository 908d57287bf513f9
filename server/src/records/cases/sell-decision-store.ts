import type { Sql } from '../../kernel/postgres/pool.ts'

/** What those who decide about a sell must have seen of it. */
export type DecidedSell = Readonly<{
  id: string
  status: string
  heldMinor: bigint
  bankCode: string
  accountNumber: string
  /** What the bank said last about whose account is paid; null when it knows of none or was not asked. */
  bankSays: string | null
  isHeldBySanctions: boolean
}>

export async function readDecidedSell(sql: Sql, transactionId: string): Promise<DecidedSell | undefined> {
  const { rows } = await sql.query<Omit<DecidedSell, 'heldMinor'> & { heldMinor: string | null }>(
    `select t.id, t.status, h.amount_minor as "heldMinor", p.bank_code as "bankCode", p.account_number as "accountNumber",
       name_of_payee(t.id) as "bankSays", is_held_by_sanctions(t.id) as "isHeldBySanctions"
     from transaction t join payee_of_sell p on p.transaction_id = t.id
     left join balance h on h.owner = t.id::text and h.kind = 'held' and h.asset = 'NGNC' and h.mode = t.mode
     where t.id = $1`,
    [transactionId],
  )
  const row = rows[0]
  return row && { ...row, heldMinor: BigInt(row.heldMinor ?? '0') }
}
