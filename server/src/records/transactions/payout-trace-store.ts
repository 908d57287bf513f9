import type { Sql } from '../../kernel/postgres/pool.ts'

/** What a bank finds a payment of ours by. */
export type PayoutTrace = Readonly<{
  id: string
  purpose: 'payout' | 'refund'
  state: string
  reference: string
  sessionId: string | null
  amountMinor: bigint
  bankCode: string
  accountNumber: string
  accountName: string
  /** The last digits of the account of ours that paid it, where it has a number. */
  fromEnding: string | null
  sentAt: Date
  endedAt: Date | null
  moneyBackAt: Date | null
}>

type Row = Omit<PayoutTrace, 'amountMinor'> & Readonly<{ amountMinor: string }>

/** In the order that banks were asked; runs for one tenant. */
export async function selectPayoutTraces(sql: Sql, transactionId: string): Promise<PayoutTrace[]> {
  const { rows } = await sql.query<Row>(
    `select id, purpose, state, reference, session_id as "sessionId", amount_minor as "amountMinor", bank_code as "bankCode",
       account_number as "accountNumber", account_name as "accountName", from_ending as "fromEnding", sent_at as "sentAt",
       ended_at as "endedAt", money_back_at as "moneyBackAt"
     from own_payout_traces($1)`,
    [transactionId],
  )
  return rows.map((row) => ({ ...row, amountMinor: BigInt(row.amountMinor) }))
}
