import type { Sql } from '../../kernel/postgres/pool.ts'

/** One of the two PostgreSQL. */
export type Node = Readonly<{ isStandby: boolean; epoch: number }>

export async function readNode(sql: Sql): Promise<Node> {
  const { rows } = await sql.query<Node>(
    `select pg_is_in_recovery() as "isStandby", coalesce(max(epoch), 0)::integer as epoch from afara.database_epoch`,
  )
  return rows[0] ?? { isStandby: true, epoch: 0 }
}

/** `newest` is the newest epoch that was ever seen. Undefined: the PostgreSQL does not answer. */
export function findRole(
  node: Node | undefined,
  peer: Node | undefined,
  newest: number,
): 'primary' | 'standby' | 'former' | 'silent' {
  if (node === undefined) return 'silent'
  if (node.isStandby) return 'standby'
  return node.epoch < Math.max(newest, peer?.epoch ?? 0) ? 'former' : 'primary'
}

/**
 * Lets a primary that still answers change nothing more, and ends its sessions, so that clients look for another one. Its standby still receives what was
 * committed. Returns how far its WAL goes.
 */
export async function fence(sql: Sql): Promise<string> {
  await sql.query(`alter system set default_transaction_read_only = on`)
  await sql.query('select pg_reload_conf()')
  await sql.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  const { rows } = await sql.query<{ end: string }>('select pg_current_wal_flush_lsn()::text as "end"')
  return rows[0]?.end ?? '0/0'
}

/** Whether a standby has replayed the WAL up to this position. */
export async function hasReplayed(sql: Sql, end: string): Promise<boolean> {
  const { rows } = await sql.query<{ has: boolean }>(
    'select coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as has',
    [end],
  )
  return rows[0]?.has === true
}

/** Makes a standby the primary. Its commits wait for no standby until there is one again. */
export async function promoteStandby(sql: Sql): Promise<void> {
  const { rows } = await sql.query<{ promoted: boolean }>(
    'select not pg_is_in_recovery() or pg_promote(true, 60) as promoted',
  )
  if (rows[0]?.promoted !== true) throw new Error('PostgreSQL was not promoted within 60 seconds')
  await sql.query(`alter system set synchronous_standby_names = ''`)
  await sql.query(`alter system set default_transaction_read_only = off`)
  await sql.query('select pg_reload_conf()')
}

/** Begins an epoch. Returns its number. */
export async function beginEpoch(sql: Sql, at: Date): Promise<number> {
  const { rows } = await sql.query<{ epoch: number }>('select afara.begin_epoch($1)::integer as epoch', [at])
  return rows[0]?.epoch ?? 0
}

/** Whether each lane and payout account that was ever used was compared with its journal since the promotion, or is halted. */
export async function isEverythingCompared(sql: Sql): Promise<boolean> {
  const { rows } = await sql.query<{ is_compared: boolean }>(
    'select not afara.are_journals_uncompared() as is_compared',
  )
  return rows[0]?.is_compared === true
}

/** A case about money that left and that the database has lost. */
export type Forgotten = Readonly<{ mode: string; summary: string }>

export async function listForgotten(sql: Sql, since: Date): Promise<Forgotten[]> {
  const { rows } = await sql.query<Forgotten>(
    `select mode, summary from afara.case_file where kind = 'restored' and state <> 'resolved' and opened_at >= $1 order by opened_at`,
    [since],
  )
  return rows
}
