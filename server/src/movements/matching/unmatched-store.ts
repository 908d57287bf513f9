import { type Money, money } from '../../kernel/money/money.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'

/** Naira that arrived for a business and is given to no buy yet. */
export type UnmatchedCredit = Readonly<{
  id: string
  /** The buy whose code or number the payment has; null if nothing says which is meant. */
  transactionId: string | null
  amount: Money
  seenAt: Date
  /** Whether people decide about it. Otherwise matching waits for a claim. */
  isWithStaff: boolean
  dueAt: Date
}>

/** Runs for one tenant. Returns what surely belongs to its payers, newest first. */
export async function selectUnmatchedCredits(sql: Sql, most: number): Promise<UnmatchedCredit[]> {
  const { rows } = await sql.query<Omit<UnmatchedCredit, 'amount'> & { amountMinor: string }>(
    `select line_id as id, transaction_id as "transactionId", amount_minor as "amountMinor", seen_at as "seenAt",
       is_with_staff as "isWithStaff", due_at as "dueAt" from own_unmatched_credits($1)`,
    [most],
  )
  return rows.map(({ amountMinor, ...credit }) => ({ ...credit, amount: money('NGN', BigInt(amountMinor)) }))
}
