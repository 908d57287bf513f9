import type { Sql } from '@afara/server/kernel/postgres/pool.ts'
import { type RowKey } from '@afara/server/records/ledger/seals/seal.ts'
import { type SealedTable } from '@afara/server/records/ledger/seals/sealed-tables.ts'
import { rowName } from '../../../server/src/records/ledger/seals/seal.ts'
import { changedValue } from './changed-value.ts'
import type { Column } from './sealed-columns.ts'

/** One edit of one row. `names` are the names that a finding may use: the old one and, if the key was changed, the new one. */
export type RowEdit = Readonly<{ what: string; row: string; names: readonly string[] }>

export type Target = Readonly<{ table: SealedTable; key: RowKey }>

export async function updateRow(sql: Sql, { table, key }: Target, column: Column): Promise<RowEdit> {
  const value = column.name === 'xid' ? otherWriter() : changedValue(column.name, column.domain, column.type)
  const after = await change(
    sql,
    table,
    `update ${table.name} set ${column.name} = ${value} where ${atKey(table)}`,
    key,
  )
  return { what: `${table.name}.${column.name}`, row: rowName(key), names: [rowName(key), rowName(after)] }
}

export async function deleteRow(sql: Sql, { table, key }: Target): Promise<RowEdit> {
  await change(sql, table, `delete from ${table.name} where ${atKey(table)}`, key)
  return { what: `${table.name} deleted`, row: rowName(key), names: [rowName(key)] }
}

/** Other unique columns of a table, which are forged together with its key. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  bank_line_reading: ['external_id'],
  transfer_attempt: ['transfer_id', 'hash'],
  deposit: ['tx_hash'],
  deposit_sweep: ['tx_hash'],
  payout_right: ['transaction_id'],
  payout_line: ['external_id'],
  decision_signature: ['part'],
  credit_return: ['case_id'],
  refund_redirect: ['case_id'],
  row_version: ['row_id'],
  payment_order: ['reference'],
  payment_item: ['reference'],
  withdrawal_order: ['reference'],
}

/** Inserts a row that was never posted: a copy of another under a new key. */
export async function forgeRow(sql: Sql, { table, key }: Target): Promise<RowEdit> {
  // An ordinal that is computed from other columns cannot be written.
  const isColumn = /^[a-z_]+$/.test(table.ordinal)
  const column = isColumn ? table.ordinal : table.id
  const value = isColumn ? `${table.ordinal} + 100` : 'gen_random_uuid()'
  const names = (otherNames[table.name] ?? []).map((name) => `'${name}', gen_random_uuid(), `).join('')
  const xid = Math.random() < 0.5 ? 'xid' : otherWriter()
  const after = await change(
    sql,
    table,
    `insert into ${table.name} select (jsonb_populate_record(t, jsonb_build_object(${names}'${column}', ${value}, 'xid', ${xid}))).*
     from ${table.name} t where ${atKey(table)}`,
    key,
  )
  return { what: `${table.name} forged`, row: rowName(after), names: [rowName(after)] }
}

/** Returns another writer's number: the next, one from before all others, or one that was never used. */
function otherWriter(): string {
  return ['xid + 1', '0', '-xid', 'xid + 1000000000'][Math.floor(Math.random() * 4)] ?? '0'
}

function atKey(table: SealedTable): string {
  return table.ordinal === '0' ? `${table.id} = $1 and 0 = $2` : `${table.id} = $1 and ${table.ordinal} = $2`
}

async function change(sql: Sql, table: SealedTable, statement: string, key: RowKey): Promise<RowKey> {
  const { rows } = await sql.query<{ id: string; ordinal: number }>(
    `${statement} returning ${table.id}::text as id, ${table.ordinal}::integer as ordinal`,
    [key.id, key.ordinal],
  )
  const [row, ...more] = rows
  if (row === undefined || more.length > 0)
    throw new Error(`the statement changed ${rows.length} rows instead of one: ${statement}`)
  return { code: table.code, ...row }
}
