import type { Client } from 'pg'

/** What `pg` makes of a column: the kind of its values, and which values an enum can have. */
export type ColumnType = Readonly<{
  name: string
  kind: ColumnKind
  isArray: boolean
  values: readonly string[]
}>

/** `open` is JSON and records, whose content PostgreSQL does not describe. */
export type ColumnKind = 'string' | 'number' | 'boolean' | 'Date' | 'Buffer' | 'open'

const KINDS: Readonly<Record<string, ColumnKind>> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  oid: 'number',
  float4: 'number',
  float8: 'number',
  date: 'Date',
  timestamp: 'Date',
  timestamptz: 'Date',
  bytea: 'Buffer',
  json: 'open',
  jsonb: 'open',
  record: 'open',
  interval: 'open',
  point: 'open',
}

/** Reads the types of a database by their ids. What `pg` does not convert is a string. */
export async function readTypes(client: Client): Promise<ReadonlyMap<number, ColumnType>> {
  const { rows } = await client.query<{ id: number; name: string; element: string | null; values: string[] }>(
    `select t.oid::int as id, t.typname::text as name, case when t.typcategory = 'A' then e.typname::text end as element,
       array(select enumlabel::text from pg_enum l where l.enumtypid = coalesce(nullif(t.typelem, 0), t.oid) order by enumsortorder) as values
     from pg_type t left join pg_type e on e.oid = t.typelem`,
  )
  return new Map(
    rows.map(({ id, name, element, values }) => [
      id,
      { name, kind: KINDS[element ?? name] ?? 'string', isArray: element !== null, values },
    ]),
  )
}
