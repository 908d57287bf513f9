import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import type { TableWork } from './count-writes.ts'

type Column = Readonly<{ name: string; type: string }>

/** What one buy writes into one table, and what such rows look like. */
export type TableWrites = Readonly<{
  table: string
  /** Rows per buy. */
  inserted: number
  updated: number
  deleted: number
  columns: readonly Column[]
  /** A column that can be unique alone. Of a key of several columns, it is the one that differs most. */
  key: Column
  fillfactor: number | null
  samples: readonly unknown[]
}>

const SAMPLES = 50
const KEY_TYPES = ['uuid', 'text', 'bigint', 'bytea', 'integer']

/** Describes the writes of `buys` buys. Reads examples of the rows, so it must run while such rows exist. */
export async function describeWrites(
  superuser: Pool,
  tables: readonly TableWork[],
  buys: number,
): Promise<TableWrites[]> {
  const described: TableWrites[] = []
  for (const { table, inserted, updated, deleted } of tables) {
    const columns = await readColumns(superuser, table)
    const [key] = columns
      .filter(({ type }) => KEY_TYPES.includes(type))
      .toSorted((one, other) => rankOf(one) - rankOf(other))
    if (key === undefined) throw new Error(`no column of ${table} can be a key of the bare table`)
    const { rows } = await superuser.query<{ row: unknown; fillfactor: number | null }>(
      `select to_jsonb(t) as row from afara."${table}" t order by ctid desc limit ${SAMPLES}`,
    )
    described.push({
      table,
      inserted: inserted / buys,
      updated: updated / buys,
      deleted: deleted / buys,
      columns,
      key,
      fillfactor: await readFillfactor(superuser, table),
      samples: rows.map(({ row }) => row),
    })
  }
  return described
}

/** A column of our own primary key is preferred. */
function rankOf({ type, isKey }: Column & { isKey: boolean }): number {
  return KEY_TYPES.indexOf(type) + (isKey ? 0 : KEY_TYPES.length)
}

/** Returns the columns with the types behind their domains, so that the bare table checks nothing. */
async function readColumns(superuser: Pool, table: string): Promise<Array<Column & { isKey: boolean }>> {
  const { rows } = await superuser.query<Column & { isKey: boolean }>(
    `with recursive base as (
       select a.attname, a.attnum, t.oid, t.typtype, t.typbasetype, case when t.typtype = 'd' then t.typtypmod else a.atttypmod end as mod
       from pg_attribute a join pg_type t on t.oid = a.atttypid
       where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped
       union all
       select b.attname, b.attnum, t.oid, t.typtype, t.typbasetype, case when t.typtype = 'd' then t.typtypmod else b.mod end
       from base b join pg_type t on t.oid = b.typbasetype where b.typtype = 'd'
     )
     select b.attname as name, format_type(b.oid, b.mod) as type,
       exists (select from pg_index i where i.indrelid = $1::regclass and i.indisprimary and b.attnum = any (i.indkey)) as "isKey"
     from base b where b.typtype <> 'd' order by b.attnum`,
    [`afara."${table}"`],
  )
  return rows
}

async function readFillfactor(superuser: Pool, table: string): Promise<number | null> {
  const { rows } = await superuser.query<{ fillfactor: number }>(
    `select split_part(o, '=', 2)::int as fillfactor from pg_class, unnest(reloptions) o
     where oid = $1::regclass and o like 'fillfactor=%'`,
    [`afara."${table}"`],
  )
  return rows[0]?.fillfactor ?? null
}
