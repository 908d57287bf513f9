import type { Client } from 'pg'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { type Lsn, readLsn } from './wal.ts'

const SLOT = 'afara_archive'

/** The cluster that is archived. */
export type Cluster = Readonly<{ dataFolder: string; segmentBytes: number; version: number }>

export async function readCluster(sql: Sql): Promise<Cluster> {
  const { rows } = await sql.query<{ folder: string; segment: string; version: string }>(
    `select current_setting('data_directory') as folder, current_setting('server_version_num') as version,
       (select setting from pg_settings where name = 'wal_segment_size') as segment`,
  )
  const row = rows[0]
  return {
    dataFolder: row?.folder ?? '',
    segmentBytes: Number(row?.segment),
    version: Math.floor(Number(row?.version) / 10_000),
  }
}

/** How far the WAL is on the disk. Everything that was committed before `at` lies before `flushed`. Undefined on a standby. */
export type WalEnd = Readonly<{ timeline: string; flushed: Lsn; at: Date }>

export async function readWalEnd(sql: Sql): Promise<WalEnd | undefined> {
  // The time is read first, so that no commit before it can lie after the position.
  const { rows } = await sql.query<{ at: Date; standby: boolean }>(
    'select clock_timestamp() as at, pg_is_in_recovery() as standby',
  )
  if (rows[0] === undefined || rows[0].standby) return undefined
  const { rows: ends } = await sql.query<{ file: string; flushed: string }>(
    'select pg_walfile_name(pg_current_wal_insert_lsn()) as file, pg_current_wal_flush_lsn()::text as flushed',
  )
  const { file = '', flushed = '0/0' } = ends[0] ?? {}
  return { timeline: file.slice(0, 8), flushed: readLsn(flushed), at: rows[0].at }
}

/** Makes PostgreSQL keep the WAL that was not archived yet. Returns where what it keeps begins. Safe to repeat. */
export async function openSlot(sql: Sql): Promise<Lsn> {
  await sql.query(
    `select pg_create_physical_replication_slot($1, true)
     where not exists (select from pg_replication_slots where slot_name = $1)`,
    [SLOT],
  )
  const { rows } = await sql.query<{ kept: string | null }>(
    'select restart_lsn::text as kept from pg_replication_slots where slot_name = $1',
    [SLOT],
  )
  if (typeof rows[0]?.kept === 'string') return readLsn(rows[0].kept)
  // PostgreSQL gave the slot up (max_slot_wal_keep_size). A new one begins at the last checkpoint.
  await sql.query('select pg_drop_replication_slot($1)', [SLOT])
  return openSlot(sql)
}

/** Lets PostgreSQL remove the WAL before a position. */
export async function advanceSlot(sql: Sql, to: Lsn): Promise<void> {
  await sql.query('select pg_replication_slot_advance($1, $2::pg_lsn)', [
    SLOT,
    `${(to >> 32n).toString(16)}/${(to & 0xffff_ffffn).toString(16)}`,
  ])
}

/** Begins a base backup. PostgreSQL ends it with the connection, so the same connection must stop it. */
export async function startBackup(client: Client): Promise<Lsn> {
  const { rows } = await client.query<{ lsn: string }>(
    `select pg_backup_start('afara', fast => true)::text as lsn`,
  )
  return readLsn(rows[0]?.lsn ?? '0/0')
}

export type StoppedBackup = Readonly<{ stop: Lsn; label: string; spaces: string; at: Date }>

export async function stopBackup(client: Client): Promise<StoppedBackup> {
  const { rows } = await client.query<{ lsn: string; label: string; spaces: string; at: Date }>(
    `select lsn::text as lsn, labelfile as label, spcmapfile as spaces, clock_timestamp() as at
     from pg_backup_stop(wait_for_archive => false)`,
  )
  const row = rows[0]
  if (row === undefined) throw new Error('PostgreSQL did not end the backup')
  return { stop: readLsn(row.lsn), label: row.label, spaces: row.spaces, at: row.at }
}

/** Returns the time of the last commit that the recovery applied. Null if it applied none. */
export async function readRecoveredUntil(sql: Sql): Promise<Date | null> {
  const { rows } = await sql.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at')
  return rows[0]?.at ?? null
}

/** Returns the number of the newest seal. Heads after it were exported after the last commit of the copy. */
export async function readNewestSeal(sql: Sql): Promise<bigint> {
  const { rows } = await sql.query<{ last: string }>(
    'select coalesce(max(number), 0)::text as last from seal',
  )
  return BigInt(rows[0]?.last ?? 0)
}
