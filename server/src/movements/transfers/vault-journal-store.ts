import type { Sql } from '../../kernel/postgres/pool.ts'

/** How far a journal of the vault is on its disk. A journal that does not have this record is not taken for the newest. */
export async function noteJournal(
  sql: Sql,
  vault: 'signer' | 'payer',
  { count, hash }: Readonly<{ count: number; hash: string }>,
  at: Date,
): Promise<void> {
  await sql.query('select note_journal($1, $2, $3, $4)', [vault, count, hash, at])
}
