import type { Sql } from '../../kernel/postgres/pool.ts'

/** What goes back of a buy by one credit, and where it stands. */
export type RefundPart = Readonly<{
  returnId: string
  lineId: string
  amountMinor: bigint
  state: 'paid' | 'out' | 'queued' | 'due' | 'unknown' | 'used_up'
}>

export async function selectRefundParts(sql: Sql, transactionId: string): Promise<RefundPart[]> {
  const { rows } = await sql.query<Omit<RefundPart, 'amountMinor'> & { amountMinor: string }>(
    `select return_id as "returnId", line_id as "lineId", amount as "amountMinor", state from refund_legs($1) order by leg`,
    [transactionId],
  )
  return rows.map((row) => ({ ...row, amountMinor: BigInt(row.amountMinor) }))
}
