import type { Sql } from '@afara/server/kernel/postgres/pool.ts'
import { keptTables } from '@afara/server/records/ledger/seals/kept-rows-store.ts'
import { type SealedTable, sealedTables } from '@afara/server/records/ledger/seals/sealed-tables.ts'
import { editKeptRows } from './edit-kept-rows.ts'
import { deleteRow, forgeRow, type RowEdit, type Target, updateRow } from './row-edit.ts'
import { readColumns } from './sealed-columns.ts'

/**
 * Edits rows as a holder of the superuser's password could. Turns triggers and row rules off, then edits random rows, the same number in
 * every table. Of twelve edits ten are updates, of every column in turn. One row is deleted and one is forged.
 */
export async function editRows(superuser: Sql, count: number): Promise<RowEdit[]> {
  await superuser.query('set search_path = afara; set session_replication_role = replica')
  await dropRules(superuser)
  const edits: RowEdit[] = []
  const share = (index: number) => Math.floor((count + index) / (sealedTables.length + keptTables.length))
  for (const [index, table] of sealedTables.entries())
    edits.push(...(await editTable(superuser, table, share(index))))
  for (const [index, table] of keptTables.entries())
    edits.push(
      ...(await editKeptRows(superuser, table, { count: share(sealedTables.length + index), edited: edits })),
    )
  return edits
}

async function dropRules(sql: Sql): Promise<void> {
  const { rows } = await sql.query<{ statement: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as statement from pg_constraint
     where contype = 'c' and conrelid = any ($1::regclass[])`,
    [[...sealedTables, ...keptTables].map(({ name }) => name)],
  )
  for (const { statement } of rows) await sql.query(statement)
}

async function editTable(sql: Sql, table: SealedTable, count: number): Promise<RowEdit[]> {
  const columns = await readColumns(sql, table.name)
  const targets = await chooseRows(sql, table, count)
  const edits: RowEdit[] = []
  let turn = 0
  for (const [index, target] of targets.entries()) {
    const column = columns[turn % columns.length]
    if (column === undefined) throw new Error(`the table ${table.name} has no columns to edit`)
    const before = await readKeptNames(sql, target)
    const edit =
      index % 12 === 5
        ? await deleteRow(sql, target)
        : index % 12 === 11
          ? await forgeRow(sql, target)
          : await updateRow(sql, target, column)
    if (index % 12 !== 5 && index % 12 !== 11) turn += 1
    const after = await readKeptNames(sql, target, edit)
    edits.push({ ...edit, names: [...edit.names, ...before, ...after] })
  }
  return edits
}

/** Returns the rows of which the edited versions are, before or after the edit. They no longer agree with their newest version. */
async function readKeptNames(sql: Sql, { table, key }: Target, edit?: RowEdit): Promise<string[]> {
  if (table.name !== 'row_version') return []
  const { rows } = await sql.query<{ name: string }>(
    `select table_name || ' ' || concat_ws('/', row_id, business_id) as name from row_version
     where id = $1 or 'row_version ' || id = any ($2)`,
    [key.id, edit?.names ?? []],
  )
  return rows.map(({ name }) => name)
}

async function chooseRows(sql: Sql, table: SealedTable, count: number): Promise<Target[]> {
  const { rows } = await sql.query<{ id: string; ordinal: number }>(
    `select ${table.id}::text as id, ${table.ordinal}::integer as ordinal from ${table.name} order by random() limit $1`,
    [count],
  )
  return rows.map((row) => ({ table, key: { code: table.code, ...row } }))
}
