import type { Sql } from '../../kernel/postgres/pool.ts'

/**
 * Books that a debit took a credit back, in the caller's transaction: for people who know what the bank's words do not say.
 * What says so itself is taken back when it is recorded. False when the money cannot be had in this moment (its tokens are in
 * flight, or the amounts differ): the credit is then under a lien, and a case asks what to do.
 */
export async function takeBackCredit(
  sql: Sql,
  taking: Readonly<{ debitLineId: string; creditLineId: string; at: Date }>,
): Promise<boolean> {
  const { rows } = await sql.query<{ taken: boolean }>('select take_back_credit($1, $2, $3) as taken', [
    taking.debitLineId,
    taking.creditLineId,
    taking.at,
  ])
  return rows[0]?.taken === true
}
