import type { Sql } from '../../kernel/postgres/pool.ts'
import type { Seal } from './seal.ts'
import { type Leaf, leafOf, rowsQuery, sealedTables } from './sealed-row.ts'

type SealRow = {
  number: string
  after_xid: string
  through_xid: string
  row_count: number
  leaves: Buffer
  previous_hash: Buffer
  hash: Buffer
}

const SEAL_COLUMNS = 'number, after_xid, through_xid, row_count, leaves, previous_hash, hash'

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

export async function insertSeal(sql: Sql, seal: Seal, at: Date): Promise<void> {
  await sql.query(`insert into seal (${SEAL_COLUMNS}, sealed_at) values ($1, $2, $3, $4, $5, $6, $7, $8)`, [
    seal.number.toString(),
    seal.afterXid.toString(),
    seal.throughXid.toString(),
    seal.rowCount,
    seal.leaves,
    seal.previousHash,
    seal.hash,
    at,
  ])
}

/** One sealer at a time: two would fork the chain. Released with the transaction. */
export async function lockChain(sql: Sql): Promise<boolean> {
  const { rows } = await sql.query<{ locked: boolean }>('select pg_try_advisory_xact_lock(7272002) as locked')
  return rows[0]?.locked === true
}

/**
 * The last writer of the next batch: about `most` rows further, but below every transaction that still runs, because
 * those may yet commit rows with a lower number. Undefined when there is nothing new to seal.
 */
export async function findBatchEnd(sql: Sql, afterXid: bigint, most: number): Promise<bigint | undefined> {
  const candidates = sealedTables.map(
    (table) => `(select xid from ${table.name} where xid > $1 and xid < horizon.xid order by xid limit $2)`,
  )
  const { rows } = await sql.query<{ horizon: string; through: string | null }>(
    `select horizon.xid as horizon, (
       select max(xid) from (select xid from (${candidates.join(' union all ')}) found order by xid limit $2) batch) as through
     from (select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as xid) horizon`,
    [afterXid.toString(), most],
  )
  const found = rows[0]
  if (found !== undefined && BigInt(found.horizon) <= afterXid) {
    throw new Error(
      `the transaction counter (${found.horizon}) is behind the last seal (${afterXid}): the database was restored from a dump; advance the counter with pg_resetwal before starting`,
    )
  }
  return found?.through ? BigInt(found.through) : undefined
}

/** The leaves of every sealed row whose writer is in (afterXid, throughXid], as the tables hold them now. */
export async function readLeaves(sql: Sql, afterXid: bigint, throughXid: bigint): Promise<Leaf[]> {
  const leaves: Leaf[] = []
  for (const table of sealedTables) {
    const { rows } = await sql.query<{ id: string; ordinal: number; content: string }>(rowsQuery(table), [
      afterXid.toString(),
      throughXid.toString(),
    ])
    for (const row of rows) leaves.push(leafOf(table.code, row))
  }
  return leaves
}

export async function rollUpAccounts(sql: Sql, afterXid: bigint, throughXid: bigint): Promise<void> {
  await sql.query('select roll_up_accounts($1, $2)', [afterXid.toString(), throughXid.toString()])
}

function toSeal(row: SealRow): Seal {
  return {
    number: BigInt(row.number),
    afterXid: BigInt(row.after_xid),
    throughXid: BigInt(row.through_xid),
    rowCount: row.row_count,
    leaves: row.leaves,
    previousHash: row.previous_hash,
    hash: row.hash,
  }
}
