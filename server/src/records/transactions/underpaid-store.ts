import type { Sql } from '../../kernel/postgres/pool.ts'

/** Asks people, once, what becomes of a buy that is paid in part. Nothing happens when it is not, or no longer. */
export async function openUnderpaidCase(
  sql: Sql,
  { id, transactionId, at, dueAt }: { id: string; transactionId: string; at: Date; dueAt: Date },
): Promise<void> {
  await sql.query('select open_underpaid_case($1, $2, $3, $4)', [id, transactionId, at, dueAt])
}
