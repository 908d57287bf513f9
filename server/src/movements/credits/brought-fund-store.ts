import type { Sql } from '../../kernel/postgres/pool.ts'
import type { ToldLine } from './told-twice.ts'

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

export async function holdFunds(sql: Sql, caseId: string, lineIds: readonly string[]): Promise<void> {
  await sql.query('select hold_brought($1, $2)', [caseId, lineIds])
}

/** How many credits the case of an import keeps; if there are none, it is closed. */
export async function countBrought(sql: Sql, caseId: string, at: Date): Promise<number> {
  const { rows } = await sql.query<{ held: number }>('select count_brought($1, $2) as held', [caseId, at])
  return rows[0]?.held ?? 0
}

/** Credits that the case of an import keeps and that nobody but the statement has told of. */
export async function selectBroughtLines(
  sql: Sql,
  caseId: string,
): Promise<Array<ToldLine & Readonly<{ lineId: string }>>> {
  const { rows } = await sql.query<{ id: string; gross: string; settled: string; at: Date }>(
    `select l.id, l.gross_minor as gross, l.settled_minor as settled, l.booked_at as at
     from credit_fund f join bank_line l on l.id = f.line_id join bank_line_place p on p.line_id = l.id
     where f.blocked_by = $1 and p.named_by = '{statement}' order by l.booked_at, l.id`,
    [caseId],
  )
  return rows.map(({ id, gross, settled, at }) => ({
    lineId: id,
    direction: 'credit',
    grossMinor: BigInt(gross),
    settledMinor: BigInt(settled),
    bookedAt: at,
  }))
}
