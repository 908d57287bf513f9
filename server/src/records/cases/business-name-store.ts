import type { Sql } from '../../kernel/postgres/pool.ts'

/** Names by id, of those there are. */
export async function selectBusinessNames(
  sql: Sql,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql.query<{ id: string; name: string }>(
    'select id, name from business where id::text = any ($1)',
    [ids],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
