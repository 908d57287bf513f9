import type { Sql } from '@afara/server/kernel/postgres/pool.ts'

export type Column = Readonly<{ name: string; domain: string; type: string }>

/** Returns every column of a table as the database has it, so that a column that the seals forgot is edited too. */
export async function readColumns(sql: Sql, table: string): Promise<Column[]> {
  const { rows } = await sql.query<Column>(
    `select a.attname as name, t.typname as domain, format_type(coalesce(nullif(t.typbasetype, 0), t.oid), null) as type
     from pg_attribute a join pg_type t on t.oid = a.atttypid
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`,
    [table],
  )
  return rows
}
