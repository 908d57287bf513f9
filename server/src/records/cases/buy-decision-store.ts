import type { Sql } from '../../kernel/postgres/pool.ts'

/** What those who decide about a buy, or about a withdrawal, must have seen of it. */
export type DecidedBuy = Readonly<{
  id: string
  type: 'buy' | 'withdrawal'
  status: string
  heldMinor: bigint
  /** Where its tokens go; null to the balance of the business. */
  network: string | null
  address: string | null
  isHeldBySanctions: boolean
}>

export async function readDecidedBuy(sql: Sql, transactionId: string): Promise<DecidedBuy | undefined> {
  const { rows } = await sql.query<Omit<DecidedBuy, 'heldMinor'> & { heldMinor: string | null }>(
    `select t.id, t.type, t.status, h.amount_minor as "heldMinor", b.network, b.wallet_address as address,
       is_held_by_sanctions(t.id) as "isHeldBySanctions"
     from transaction t join token_destination b on b.transaction_id = t.id
     left join balance h on h.owner = t.id::text and h.kind = 'held' and h.asset = held_asset(b.purpose) and h.mode = t.mode
     where t.id = $1`,
    [transactionId],
  )
  const row = rows[0]
  return row && { ...row, heldMinor: BigInt(row.heldMinor ?? '0') }
}
