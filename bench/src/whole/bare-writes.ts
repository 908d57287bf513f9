import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import { createPool, inTransaction, type Pool, type Sql } from '@afara/server/kernel/postgres/pool.ts'
import { readTree } from '../idle/process-tree.ts'
import type { Rate } from '../side.ts'
import type { TestBed } from '../test-bed.ts'
import { findOurTables } from './find-our-tables.ts'
import type { TableWrites } from './table-writes.ts'

// As many as our lanes open at once.
const GROUP = 50
// Intent before effect needs about this many commits from a request to a final transfer, however fast they are.
const COMMITS = 6

type BareTable = TableWrites & {
  /** Keys of rows that exist, the newest last. */
  keys: string[]
}

export type BareWrites = Readonly<{
  measure(bed: TestBed, rate: number, seconds: number): Promise<Rate>
  stop(): Promise<void>
}>

/**
 * Creates tables with the columns of ours and a primary key of one column, and fills them with some of our rows. `measure` writes the same
 * numbers of rows of each table as our side did for a buy. It has no other index, constraint, trigger, policy or rule.
 */
export async function bareWrites(
  bed: TestBed,
  database: string,
  writes: readonly TableWrites[],
): Promise<BareWrites> {
  await findOurTables(bed.postgres.url('postgres', database), database)
  const pool = createPool(bed.postgres.url('postgres', database), { max: 1, applicationName: 'bare' })
  await pool.query('create schema bare; create schema sample')
  const tables: BareTable[] = []
  for (const table of writes) tables.push(await createTable(pool, table))
  return {
    measure: async ({ postgres }, rate, seconds) => {
      const start = await readWritten(pool)
      const before = { postgres: readTree(postgres.processId).cpuMicros, own: process.cpuUsage() }
      const began = performance.now()
      let count = 0
      while (performance.now() < began + seconds * 1000) {
        await writeGroup(pool, tables)
        count += GROUP
        await sleep(Math.max(0, began + (count * 1000) / rate - performance.now()))
      }
      const own = process.cpuUsage(before.own)
      const micros = readTree(postgres.processId).cpuMicros - before.postgres
      const perSecond = (count * 1000) / (performance.now() - began)
      const end = await readWritten(pool)
      return {
        count,
        perSecond,
        cpuMicros: micros / count,
        totalCpuMicros: (micros + own.user + own.system) / count,
        more: {
          wal_kb: (end.walBytes - start.walBytes) / 1024 / count,
          rows: (end.rows - start.rows) / count,
        },
      }
    },
    stop: async () => pool.end(),
  }
}

async function readWritten(pool: Pool): Promise<Readonly<{ walBytes: number; rows: number }>> {
  // This session counts its own rows at once, and not a second later.
  await pool.query('select pg_stat_force_next_flush()')
  const { rows } = await pool.query<{ walBytes: number; rows: number }>(
    `select (pg_current_wal_insert_lsn() - '0/0')::float8 as "walBytes", sum(n_tup_ins + n_tup_upd + n_tup_del)::float8 as rows
     from pg_stat_user_tables where schemaname = 'bare'`,
  )
  return rows[0] ?? { walBytes: Number.NaN, rows: Number.NaN }
}

async function createTable(pool: Pool, writes: TableWrites): Promise<BareTable> {
  const { table, columns, key, fillfactor, samples } = writes
  const plain = columns.map(({ name, type }) => `"${name}"::${type}`).join(', ')
  await pool.query(`create table bare."${table}" as select ${plain} from afara."${table}" with no data`)
  await pool.query(`alter table bare."${table}" add primary key ("${key.name}")`)
  if (fillfactor !== null) await pool.query(`alter table bare."${table}" set (fillfactor = ${fillfactor})`)
  await pool.query(
    `create table sample."${table}" as select row_number() over () - 1 as place, ${plain}
     from jsonb_populate_recordset(null::bare."${table}", $1)`,
    [JSON.stringify(samples.length === 0 ? [{}] : samples)],
  )
  await pool.query(`analyze sample."${table}"`)
  const keys = samples.map(() => newKey(key.type))
  await insert(pool, writes, keys)
  return { ...writes, keys }
}

/** Makes the writes of `GROUP` buys in `COMMITS` transactions, one statement for all rows of a table. */
async function writeGroup(pool: Pool, tables: readonly BareTable[]): Promise<void> {
  for (let step = 0; step < COMMITS; step += 1) {
    await inTransaction(pool, async (sql) => {
      for (const [place, table] of tables.entries()) await writeStep(sql, table, step, place)
    })
  }
}

async function writeStep(sql: Sql, table: BareTable, step: number, place: number): Promise<void> {
  const begins = place % (COMMITS - 1)
  const inserted = Math.round(table.inserted * GROUP)
  if (step === begins && inserted > 0) {
    const keys = Array.from({ length: inserted }, () => newKey(table.key.type))
    await insert(sql, table, keys)
    table.keys = [...table.keys, ...keys].slice(-Math.max(inserted, 1_000))
  }
  // Several updates of one row in a group are several row versions, as on our side, but a shared row changes once per commit.
  const share = updatesOf(Math.round(table.updated * GROUP), step)
  if (share > 0) await change(sql, table, 'update', table.keys.slice(-share))
  const deleted = Math.round(table.deleted * GROUP)
  if (step === COMMITS - 1 && deleted > 0) {
    const gone = table.keys.slice(-deleted)
    await change(sql, table, 'delete', gone)
    table.keys = table.keys.slice(0, table.keys.length - gone.length)
  }
}

/** Returns this commit's part of so many updates, so that they are made as evenly as possible. */
function updatesOf(updated: number, step: number): number {
  return Math.floor((updated * (step + 1)) / COMMITS) - Math.floor((updated * step) / COMMITS)
}

async function insert(
  sql: Sql,
  { table, columns, key }: TableWrites,
  keys: readonly string[],
): Promise<void> {
  const names = columns.map(({ name }) => `"${name}"`).join(', ')
  const values = columns.map(({ name }) => (name === key.name ? 'n.key' : `s."${name}"`)).join(', ')
  await sql.query({
    name: `insert ${table}`,
    text: `insert into bare."${table}" (${names}) select ${values}
      from unnest($1::${key.type}[]) with ordinality as n (key, place)
      join sample."${table}" s on s.place = n.place % (select count(*) from sample."${table}")`,
    values: [keys],
  })
}

async function change(
  sql: Sql,
  { table, columns, key }: TableWrites,
  how: 'update' | 'delete',
  keys: readonly string[],
): Promise<void> {
  const column = columns.find(({ name }) => name !== key.name) ?? key
  const text =
    how === 'update'
      ? `update bare."${table}" set "${column.name}" = "${column.name}" where "${key.name}" = any ($1::${key.type}[])`
      : `delete from bare."${table}" where "${key.name}" = any ($1::${key.type}[])`
  await sql.query({ name: `${how} ${table}`, text, values: [keys] })
}

let numbers = 0

function newKey(type: string): string {
  if (type === 'uuid' || type === 'text') return newId()
  if (type === 'bytea') return `\\x${newId().replaceAll('-', '')}`
  numbers += 1
  return String(numbers)
}
