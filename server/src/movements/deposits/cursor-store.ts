import type { Mode } from '../../kernel/mode.ts'
import type { NetworkName } from '../../kernel/networks.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { type SnakeRow, toCamel } from '../../kernel/postgres/rows.ts'
import type { BlockMark } from './deposit-chain.ts'

/** The last block of a network that was read. */
export type ChainCursor = BlockMark &
  Readonly<{
    id: string
    mode: Mode
    network: NetworkName
    readAt: Date
    /** Time at which the newest block that was read was made. */
    readUntil: Date | null
    haltedBecause: string | null
    /** Everything from this block on is read again, as two operators decided. */
    rereadFrom: bigint | null
    /** Tokens are expected until this time. Null if no sell has named the network yet. */
    closelyUntil: Date | null
  }>

type CursorRow = SnakeRow<Omit<ChainCursor, 'block' | 'hash' | 'rereadFrom'>> & {
  block: string
  block_hash: string
  reread_from: string | null
}

const COLUMNS =
  'id, mode, network, block, block_hash, read_at, read_until, halted_because, reread_from, closely_until'

/** Whether tokens are expected on the network now, or it is being read again. */
export function isAwaited({ closelyUntil, rereadFrom }: ChainCursor, now: Date): boolean {
  return rereadFrom !== null || (closelyUntil !== null && closelyUntil > now)
}

export async function findCursor(sql: Sql, id: string): Promise<ChainCursor | undefined> {
  const { rows } = await sql.query<CursorRow>(`select ${COLUMNS} from chain_cursor where id = $1`, [id])
  return rows[0] && toCursor(rows[0])
}

export async function listCursors(sql: Sql): Promise<readonly ChainCursor[]> {
  const { rows } = await sql.query<CursorRow>(`select ${COLUMNS} from chain_cursor order by mode, network`)
  return rows.map(toCursor)
}

/** Starts to watch a network after this block. Idempotent: the first call wins. */
export async function openCursor(
  sql: Sql,
  cursor: BlockMark & Readonly<{ id: string; mode: Mode; network: NetworkName; at: Date }>,
): Promise<void> {
  await sql.query('select open_cursor($1, $2, $3, $4, $5, $6)', [
    cursor.id,
    cursor.mode,
    cursor.network,
    cursor.block.toString(),
    cursor.hash,
    cursor.at,
  ])
}

/** Records a run that stored no deposits. A reason halts the cursor; null resumes it. */
export async function noteCursor(
  sql: Sql,
  id: string,
  found: Readonly<{ lagBlocks: bigint; haltedBecause: string | null; at: Date }>,
): Promise<void> {
  await sql.query('select note_cursor($1, $2, $3, $4)', [
    id,
    found.lagBlocks.toString(),
    found.haltedBecause,
    found.at,
  ])
}

/**
 * Records that everything through this block was read, and the time of the block. The deposit window of a sell closes only after a block
 * later than its end was read.
 */
export async function noteReadUntil(sql: Sql, id: string, block: bigint, time: Date): Promise<void> {
  await sql.query({
    name: 'note_read_until',
    text: 'select note_read_until($1, $2, $3)',
    values: [id, block.toString(), time],
  })
}

/** Records how far the repeated read has come. A null `next` ends it. */
export async function noteReread(
  sql: Sql,
  id: string,
  { from, next }: Readonly<{ from: bigint; next: bigint | null }>,
): Promise<void> {
  await sql.query('select note_reread($1, $2, $3)', [id, from.toString(), next?.toString() ?? null])
}

function toCursor(row: CursorRow): ChainCursor {
  const { block, blockHash: hash, rereadFrom, ...cursor } = toCamel(row)
  return {
    ...cursor,
    block: BigInt(block),
    hash,
    rereadFrom: rereadFrom === null ? null : BigInt(rereadFrom),
  }
}
