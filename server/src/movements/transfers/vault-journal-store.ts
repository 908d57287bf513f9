import type { Sql } from '../../kernel/postgres/pool.ts'

/** Records how far a vault journal is written to disk. A journal without this record does not count as the newest. */
export async function noteJournal(
  sql: Sql,
  vault: 'signer' | 'payer',
  { count, hash }: Readonly<{ count: number; hash: string }>,
  at: Date,
): Promise<void> {
  await sql.query({
    name: 'note_journal',
    text: 'select note_journal($1, $2, $3, $4)',
    values: [vault, count, hash, at],
  })
}
