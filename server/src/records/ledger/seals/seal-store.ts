import type { Sql } from '../../../kernel/postgres/pool.ts'
import { type SnakeRow, toCamel } from '../../../kernel/postgres/rows.ts'
import { type Leaf, leafOf, type Seal } from './seal.ts'
import { type SealedTable, sealedTables } from './sealed-tables.ts'

type SealRow = SnakeRow<Omit<Seal, 'number' | 'afterXid' | 'throughXid'>> &
  Record<'number' | 'after_xid' | 'through_xid', string>

const SEAL_COLUMNS =
  'number, after_xid, through_xid, codes, row_count, leaves, previous_hash, hash, sealed_at'

export async function readNewestSeal(sql: Sql): Promise<Seal | undefined> {
  const { rows } = await sql.query<SealRow>(`select ${SEAL_COLUMNS} from seal order by number desc limit 1`)
  return rows[0] && toSeal(rows[0])
}

export async function readSealAfter(sql: Sql, number: bigint): Promise<Seal | undefined> {
  const { rows } = await sql.query<SealRow>(
    `select ${SEAL_COLUMNS} from seal where number > $1 order by number limit 1`,
    [number.toString()],
  )
  return rows[0] && toSeal(rows[0])
}

export async function readSealAt(sql: Sql, number: bigint): Promise<Seal | undefined> {
  const { rows } = await sql.query<SealRow>(`select ${SEAL_COLUMNS} from seal where number = $1`, [
    number.toString(),
  ])
  return rows[0] && toSeal(rows[0])
}

export async function insertSeal(sql: Sql, seal: Seal): Promise<void> {
  await sql.query(`insert into seal (${SEAL_COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`, [
    seal.number.toString(),
    seal.afterXid.toString(),
    seal.throughXid.toString(),
    seal.codes,
    seal.rowCount,
    seal.leaves,
    seal.previousHash,
    seal.hash,
    seal.sealedAt,
  ])
}

/** Allows one sealer at a time, because two would fork the chain. The lock is released with the transaction. */
export async function lockChain(sql: Sql): Promise<boolean> {
  const { rows } = await sql.query<{ locked: boolean }>('select pg_try_advisory_xact_lock(7272002) as locked')
  return rows[0]?.locked === true
}

// Number of writers to search first. Rows are found by the range of pages that they were written to, so a wide search is slow. The range
// grows only while it finds nothing.
const FIRST_LOOK = 1_000n

/**
 * Returns the last writer of the next batch of about `most` rows. This writer has a lower number than every running transaction, because a
 * running transaction in the range of the batch could still commit rows. Undefined if there is nothing new to seal. Also returns the number
 * below which every transaction has ended, and the codes of the tables that the batch has rows of. No rows with a writer below `emptyBefore`
 * are looked for.
 */
export async function findBatchEnd(
  sql: Sql,
  { afterXid, emptyBefore, most }: Readonly<{ afterXid: bigint; emptyBefore: bigint; most: number }>,
): Promise<Readonly<{ end: bigint | undefined; horizon: bigint; written: ReadonlySet<number> }>> {
  const horizon = await readHorizon(sql)
  if (horizon <= afterXid) {
    throw new Error(
      `the transaction counter (${horizon}) is behind the last seal (${afterXid}): the database was restored from a dump. Advance the counter with pg_resetwal before you start`,
    )
  }
  const after = emptyBefore > afterXid && emptyBefore <= horizon ? emptyBefore - 1n : afterXid
  for (let look = FIRST_LOOK; ; look *= 8n) {
    const before = after + look < horizon ? after + look : horizon
    const { end, written } = await findLastWriter(sql, after, before, most)
    if (end !== undefined || before === horizon) return { end, horizon, written }
  }
}

/** Returns the number below which every transaction has ended. */
async function readHorizon(sql: Sql): Promise<bigint> {
  const { rows } = await sql.query<{ xid: string }>(
    'select pg_snapshot_xmin(pg_current_snapshot())::text as xid',
  )
  return BigInt(rows[0]?.xid ?? '0')
}

/**
 * Returns the writer of row number `most`, or of the last row, among the rows whose writer is in (afterXid, beforeXid), and the codes of the
 * tables that have rows of this writer or of one before it. A table with such a row has one among its first `most`.
 */
async function findLastWriter(
  sql: Sql,
  afterXid: bigint,
  beforeXid: bigint,
  most: number,
): Promise<Readonly<{ end: bigint | undefined; written: ReadonlySet<number> }>> {
  const candidates = sealedTables.map(
    ({ code, name }) =>
      `(select ${code} as code, xid from ${name} where xid > $1 and xid < $2 order by xid limit $3)`,
  )
  const { rows } = await sql.query<{ xid: string | null; codes: number[] }>(
    `with found as materialized (${candidates.join(' union all ')}),
       batch as (select max(xid) as xid from (select xid from found order by xid limit $3) first)
     select xid, array(select distinct code from found where found.xid <= batch.xid) as codes from batch`,
    [afterXid.toString(), beforeXid.toString(), most],
  )
  const { xid, codes = [] } = rows[0] ?? {}
  return { end: xid ? BigInt(xid) : undefined, written: new Set(codes) }
}

/**
 * Returns the leaves of a batch from the current tables: the rows of its tables whose writer is in (afterXid, throughXid]. Of a table that
 * the seal before does not contain, also all older rows. So rows from before a table was sealed are sealed once sealing begins. `written`
 * are the codes of the tables that have rows of the batch, if the caller knows them: a question to each table costs more than its few rows.
 */
export async function readLeaves(
  sql: Sql,
  { afterXid, throughXid, codes }: Pick<Seal, 'afterXid' | 'throughXid' | 'codes'>,
  before: Pick<Seal, 'codes'> | undefined,
  written?: ReadonlySet<number>,
): Promise<Leaf[]> {
  const isNew = ({ code }: SealedTable) => before !== undefined && !before.codes.includes(code)
  const tables = sealedTables.filter(({ code }) => codes.includes(code))
  const read = async (some: readonly SealedTable[], from: bigint) =>
    readWhere(sql, some, 'xid > $1 and xid <= $2', [from.toString(), throughXid.toString()])
  return [
    ...(await read(
      tables.filter((table) => !isNew(table) && (written === undefined || written.has(table.code))),
      afterXid,
    )),
    ...(await read(tables.filter(isNew), 0n)),
  ]
}

/** Returns rows that no seal can ever contain, because their writer's number was never assigned. */
export async function readUnsealableLeaves(sql: Sql): Promise<Leaf[]> {
  const newest = `greatest(pg_snapshot_xmax(pg_current_snapshot()), pg_current_xact_id_if_assigned())::text::bigint`
  return readWhere(sql, sealedTables, `(xid > 0 and xid <= ${newest}) is not true`, [])
}

async function readWhere(
  sql: Sql,
  tables: readonly SealedTable[],
  condition: string,
  values: readonly string[],
): Promise<Leaf[]> {
  const leaves: Leaf[] = []
  for (const table of tables) {
    const { rows } = await sql.query<{ id: string; ordinal: number; content: string }>(
      `${rowsQuery(table)} where ${condition}`,
      [...values],
    )
    for (const row of rows) leaves.push(leafOf(table.code, row))
  }
  return leaves
}

/** Returns a query for a table's rows, each with its key and the text to hash. The caller adds the condition. */
function rowsQuery(table: SealedTable): string {
  const columns = table.columns.map((column) => `${column}::text`).join(', ')
  return `select ${table.id}::text as id, ${table.ordinal}::integer as ordinal, json_build_array(${columns})::text as content
    from ${table.name}`
}

export async function rollUpAccounts(sql: Sql, afterXid: bigint, throughXid: bigint): Promise<void> {
  await sql.query('select roll_up_accounts($1, $2)', [afterXid.toString(), throughXid.toString()])
}

function toSeal(row: SealRow): Seal {
  const { number, afterXid, throughXid, ...seal } = toCamel(row)
  return { ...seal, number: BigInt(number), afterXid: BigInt(afterXid), throughXid: BigInt(throughXid) }
}
