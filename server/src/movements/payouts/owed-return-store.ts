import type { Mode } from '../../kernel/mode.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'

/** Naira that is due to its payer and has not arrived: a return, or a part of a refund. */
export type OwedReturn = Readonly<{
  id: string
  mode: Mode
  transactionId: string
  /** `none`: decided at a time when the payer process did not pay returns yet. */
  type: 'return' | 'buy' | 'none'
  lineId: string
  amountMinor: bigint
  accountNumber: string
  bankCode: string | null
  state: 'out' | 'by_hand' | 'queued' | 'due' | 'unknown' | 'used_up' | 'paid' | 'before'
  decidedAt: Date
}>

type Row = Omit<OwedReturn, 'amountMinor'> & { amountMinor: string }

const SELECT = `select id, mode, transaction_id as "transactionId", type, line_id as "lineId", amount_minor as "amountMinor",
  account_number as "accountNumber", bank_code as "bankCode", state, decided_at as "decidedAt" from owed_return`

/** Oldest first. */
export async function selectOwedReturns(sql: Sql, most: number): Promise<OwedReturn[]> {
  const { rows } = await sql.query<Row>(
    `${SELECT} where state <> 'paid' order by decided_at, id limit ${most}`,
  )
  return rows.map(toReturn)
}

/** Returns the unpaid returns of this credit. */
export async function selectOwedReturnsOf(sql: Sql, lineId: string): Promise<OwedReturn[]> {
  const { rows } = await sql.query<Row>(`${SELECT} where state <> 'paid' and line_id = $1 order by id`, [
    lineId,
  ])
  return rows.map(toReturn)
}

function toReturn(row: Row): OwedReturn {
  return { ...row, amountMinor: BigInt(row.amountMinor) }
}
