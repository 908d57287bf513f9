import type { Sql } from '@afara/server/kernel/postgres/pool.ts'
import { type KeptTable, unkeptColumns } from '@afara/server/records/ledger/seals/kept-rows-store.ts'
import { changedValue } from './changed-value.ts'
import type { RowEdit } from './row-edit.ts'
import { readColumns } from './sealed-columns.ts'

/** Columns with a unique value, which are forged together with the key. */
const otherNames: Readonly<Record<string, string>> = {
  operator: `'email', gen_random_uuid(), `,
  member: `'email', gen_random_uuid(), `,
  passkey: `'credential_id', '\\x' || md5(random()::text), `,
  case_file: `'facts', jsonb_build_object('subject', gen_random_uuid()), `,
}

/**
 * Edits rows whose versions are sealed. Every column except those that each use changes is edited in turn. Rows whose versions were edited
 * already are left out, because two edits could hide each other's name.
 */
export async function editKeptRows(
  sql: Sql,
  table: KeptTable,
  { count, edited }: Readonly<{ count: number; edited: readonly RowEdit[] }>,
): Promise<RowEdit[]> {
  const columns = (await readColumns(sql, table.name)).filter(({ name }) => !unkeptColumns.includes(name))
  const name = `'${table.name} ' || concat_ws('/', ${table.key.join(', ')})`
  const { rows } = await sql.query<{ name: string }>(
    `select ${name} as name from ${table.name} where not (${name}) = any ($2) order by random() limit $1`,
    [count, edited.flatMap(({ names }) => names)],
  )
  const edits: RowEdit[] = []
  let turn = 0
  for (const [index, { name: row }] of rows.entries()) {
    const column = columns[turn % columns.length]
    if (column === undefined) throw new Error(`the table ${table.name} has no columns to edit`)
    if (index % 12 === 5) {
      await sql.query(`delete from ${table.name} where (${name}) = $1`, [row])
      edits.push({ what: `${table.name} deleted`, row, names: [row] })
    } else if (index % 12 === 11) edits.push(await forge(sql, table, row, name))
    else {
      const value = changedValue(column.name, column.domain, column.type)
      const { rows: after } = await sql.query<{ name: string }>(
        `update ${table.name} set ${column.name} = ${value} where (${name}) = $1 returning ${name} as name`,
        [row],
      )
      edits.push({ what: `${table.name}.${column.name}`, row, names: [row, ...after.map((one) => one.name)] })
      turn += 1
    }
  }
  return edits
}

/** Inserts a row that never was: a copy of another under a new key. */
async function forge(sql: Sql, table: KeptTable, row: string, name: string): Promise<RowEdit> {
  const { rows } = await sql.query<{ name: string }>(
    `insert into ${table.name} select (jsonb_populate_record(t, jsonb_build_object(
       ${otherNames[table.name] ?? ''}'${table.key[0]}', gen_random_uuid()))).*
     from ${table.name} t where (${name}) = $1 returning ${name} as name`,
    [row],
  )
  const forged = rows[0]?.name ?? ''
  return { what: `${table.name} forged`, row: forged, names: [forged] }
}
