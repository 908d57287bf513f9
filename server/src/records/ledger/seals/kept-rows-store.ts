import type { Sql } from '../../../kernel/postgres/pool.ts'

/** A table whose rows change. A trigger keeps every version of a row in row_version, which is sealed. */
export type KeptTable = Readonly<{ name: string; key: readonly [string, ...string[]] }>

export const keptTables: readonly KeptTable[] = [
  { name: 'case_file', key: ['id'] },
  { name: 'collection_number', key: ['id'] },
  { name: 'operator', key: ['id'] },
  { name: 'member', key: ['id'] },
  { name: 'membership', key: ['member_id', 'business_id'] },
  { name: 'passkey', key: ['id'] },
]

/** Columns that every use of a row changes. No version contains them. */
export const unkeptColumns: readonly string[] = ['sign_count', 'last_used_at']

type Difference = Readonly<{ kind: 'row_changed' | 'row_deleted' | 'row_inserted'; name: string }>

/**
 * Returns the rows that differ from their newest version, that are gone, or that have no version. With a range of writers, only rows whose
 * newest version is in it: rows without a version are then not found. The comparison is in these statements and in no function of the
 * database, because an attacker who changes rows could change a function too.
 */
export async function findChangedRows(
  sql: Sql,
  range?: Readonly<{ afterXid: bigint; throughXid: bigint }>,
): Promise<Difference[]> {
  const found: Difference[] = []
  for (const table of keptTables) {
    const values = range === undefined ? [] : [range.afterXid.toString(), range.throughXid.toString()]
    try {
      const { rows } = await sql.query<Difference>(differences(table, range !== undefined), values)
      found.push(...rows)
    } catch (error) {
      if (!isUnreadable(error)) throw error
      found.push({ kind: 'row_changed', name: `a row_version of ${table.name}, which cannot be read` })
    }
  }
  return found
}

/** A version that PostgreSQL cannot turn into a row again was not written by the trigger. */
function isUnreadable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('22')
}

/** Columns are compared if the version has them, so a column that a later release adds is no difference. */
function differences({ name, key: [id, business] }: KeptTable, isRange: boolean): string {
  const same = business === undefined ? '' : `and t.${business} = v.business_id`
  const range = isRange ? 'and v.xid > $1 and v.xid <= $2' : ''
  const newest = `select v.* from row_version v where v.table_name = '${name}' ${range} and not exists (
    select from row_version n where n.table_name = v.table_name and n.row_id = v.row_id
      and n.business_id is not distinct from v.business_id and n.number > v.number)`
  const rowName = [`coalesce(v.row_id, t.${id})`, business && `coalesce(v.business_id, t.${business})`]
  return `select '${name} ' || concat_ws('/', ${rowName.filter(Boolean).join(', ')}) as name,
      case when t.${id} is null then 'row_deleted' when v.row_id is null then 'row_inserted' else 'row_changed' end as kind
    from (${newest}) v ${isRange ? 'left' : 'full'} join ${name} t on t.${id} = v.row_id ${same}
    cross join lateral (
      select array(select jsonb_object_keys(to_jsonb(t)) except select jsonb_object_keys(v.content)) as columns) added
    where t.${id} is null or v.row_id is null
      or to_jsonb(t) - added.columns <> to_jsonb(jsonb_populate_record(null::${name}, v.content)) - added.columns`
}
