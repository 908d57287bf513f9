import type { Sql } from '../../kernel/postgres/pool.ts'

/** What is left of the account's credits and nothing blocks, each with what is known of its payer, as one text. */
export async function selectFreeFunds(sql: Sql, accountId: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql.query<{ id: string; words: string }>(
    `select line_id as id,
       row(left_minor, payer_account_number, payer_account_mask, payer_name, payer_bank_code)::text as words
     from credit_fund where vendor_account_id = $1 and blocked_by is null`,
    [accountId],
  )
  return new Map(rows.map(({ id, words }) => [id, words]))
}

/** Returns how many are held by the case now. */
export async function holdFunds(sql: Sql, caseId: string, lineIds: readonly string[]): Promise<number> {
  const { rows } = await sql.query<{ held: number }>('select hold_brought($1, $2) as held', [caseId, lineIds])
  return rows[0]?.held ?? 0
}
