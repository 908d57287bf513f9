import type { Mode } from '../../kernel/mode.ts'
import type { NetworkName } from '../../kernel/networks.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'

/** A lane that is halted because the journal or the chain is ahead of our rows, and its case. */
export type RestoredLane = Readonly<{
  id: string
  mode: Mode
  network: NetworkName
  number: number
  address: string
  nextLock: bigint
  caseId: string
  isProposed: boolean
}>

export async function selectRestoredLanes(sql: Sql): Promise<RestoredLane[]> {
  const { rows } = await sql.query<Omit<RestoredLane, 'nextLock'> & { nextLock: string }>(
    `select l.id, l.mode, l.network, l.number, l.address, l.next_lock as "nextLock", c.id as "caseId",
       c.state = 'awaiting_approval' as "isProposed"
     from lane l join case_file c on c.kind = 'restored' and c.state <> 'resolved' and c.facts ->> 'subject' = l.id::text
     where l.state = 'halted' order by l.mode, l.network, l.number`,
  )
  return rows.map((row) => ({ ...row, nextLock: BigInt(row.nextLock) }))
}

/** Counts the lanes that were not compared with the chain and the journal since the database server started. */
export async function countUncomparedLanes(sql: Sql): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `select count(*)::integer as count from lane l
     where l.state <> 'halted' and l.checked_start is distinct from pg_postmaster_start_time()`,
  )
  return rows[0]?.count ?? 0
}

/** Makes these lanes due now, so that a restore is detected within seconds. */
export async function hastenComparing(sql: Sql, at: Date): Promise<void> {
  await sql.query('select hasten_comparing($1)', [at])
}

/** Makes these lanes due now if balances wait for their comparison, as after a restart of PostgreSQL. */
export async function hastenAwaitedComparing(sql: Sql, at: Date): Promise<void> {
  await sql.query('select hasten_awaited_comparing($1)', [at])
}

/** Tokens that were delivered before a restore, and whose buy was not requested again. */
export type LostLock = Readonly<{
  laneId: string
  mode: Mode
  network: NetworkName
  number: number
  lock: bigint
  /** Key of the right: '<business>/<mode>/<reference>/<purpose>/<leg>'. */
  rightKey: string
  address: string
  tokensMinor: bigint
  /** The business of the right, if its row still exists. */
  businessId: string | null
  businessName: string | null
  adoptedAt: Date
}>

export async function selectLostLocks(sql: Sql): Promise<LostLock[]> {
  const { rows } = await sql.query<
    Omit<LostLock, 'lock' | 'tokensMinor'> & { lock: string; tokensMinor: string }
  >(
    `select a.lane_id as "laneId", l.mode, l.network, l.number, a.lock, a.right_key as "rightKey", a.address,
       a.tokens_minor as "tokensMinor", b.id as "businessId", b.name as "businessName", a.adopted_at as "adoptedAt"
     from adopted_lock a join lane l on l.id = a.lane_id left join business b on b.id::text = split_part(a.right_key, '/', 1)
     where a.state = 'waiting' and a.end_state = 'final_ok' and a.tokens_minor > 0 and a.written_off_at is null
     order by l.mode, l.network, l.number, a.lock`,
  )
  return rows.map((row) => ({ ...row, lock: BigInt(row.lock), tokensMinor: BigInt(row.tokensMinor) }))
}

/** Effects of abandoning a lane, according to our current rows. */
type LaneToAbandon = Readonly<{
  /** When the lane was halted, as a text that changes with every halt. Null if it is not halted. */
  since: string | null
  /** The lane was halted so long ago that any worker that was calling the signer then has stored the answer. */
  isQuiet: boolean
  /** Locks without bytes. */
  locks: readonly bigint[]
  tokensMinor: bigint
  digest: string
  /** The highest lock with stored bytes. A journal without it does not belong to this lane. */
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
