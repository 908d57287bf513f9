import type { Sql } from '../../kernel/postgres/pool.ts'

/** What giving a lane up would end, as our rows have it in this moment. */
export type LaneToAbandon = Readonly<{
  /** When it was halted, as a text that changes with every halt. Null: it is not. */
  since: string | null
  /** It was halted so long ago that whoever was just then asking the signer has long stored the answer. */
  isQuiet: boolean
  /** Locks without bytes. */
  locks: readonly bigint[]
  tokensMinor: bigint
  digest: string
  /** The highest lock of which we have bytes: a journal that does not know it is not this lane's. */
  lastSigned: bigint | null
}>

export async function readLaneToAbandon(sql: Sql, laneId: string): Promise<LaneToAbandon> {
  const { rows } = await sql.query<{
    since: string | null
    is_quiet: boolean
    locks: string[]
    tokens_minor: string
    digest: string
    last_signed: string | null
  }>('select since, is_quiet, locks, tokens_minor, digest, last_signed from lane_to_abandon($1)', [laneId])
  const [row] = rows
  return {
    since: row?.since ?? null,
    isQuiet: row?.is_quiet === true,
    locks: (row?.locks ?? []).map(BigInt),
    tokensMinor: BigInt(row?.tokens_minor ?? '0'),
    digest: row?.digest ?? '',
    lastSigned: row?.last_signed == null ? null : BigInt(row.last_signed),
  }
}
