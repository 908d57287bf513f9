import type { Sql } from '@afara/server/kernel/postgres/pool.ts'
import { type SealedTable, sealedTables } from '@afara/server/records/ledger/seals/sealed-tables.ts'
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
  for (const [index, table] of sealedTables.entries()) {
    const share = Math.floor((count + index) / sealedTables.length)
    edits.push(...(await editTable(superuser, table, share)))
  }
  return edits
}

async function dropRules(sql: Sql): Promise<void> {
  const { rows } = await sql.query<{ statement: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as statement from pg_constraint
     where contype = 'c' and conrelid = any ($1::regclass[])`,
    [sealedTables.map(({ name }) => name)],
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
    if (index % 12 === 5) edits.push(await deleteRow(sql, target))
    else if (index % 12 === 11) edits.push(await forgeRow(sql, target))
    else {
      edits.push(await updateRow(sql, target, column))
      turn += 1
    }
  }
  return edits
}

async function chooseRows(sql: Sql, table: SealedTable, count: number): Promise<Target[]> {
  const { rows } = await sql.query<{ id: string; ordinal: number }>(
    `select ${table.id}::text as id, ${table.ordinal}::integer as ordinal from ${table.name} order by random() limit $1`,
    [count],
  )
  return rows.map((row) => ({ table, key: { code: table.code, ...row } }))
}
