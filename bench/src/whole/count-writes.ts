import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'

/** What one user of the database did. */
type RoleWork = Readonly<{ statements: number; roundTrips: number; walBytes: number }>

/** A kind of statement that a process sent, with the time that PostgreSQL spent on it. */
export type StatementWork = Readonly<{ role: string; text: string; calls: number; ms: number }>

export type TableWork = Readonly<{
  table: string
  inserted: number
  updated: number
  /** Updates that wrote no index entry, out of `updated`. */
  hot: number
  deleted: number
}>

/** Everything that a PostgreSQL did between two moments. */
export type Work = Readonly<{
  roles: ReadonlyMap<string, RoleWork>
  /** Those that a process sent itself, not those inside functions; the most frequent first. */
  sent: readonly StatementWork[]
  tables: readonly TableWork[]
  /** As PostgreSQL counts them: a statement outside a transaction is one, and one that only read is one too. */
  commits: number
  /** Those with a commit record in the WAL, each of which waits for the disk. */
  durableCommits: number
  indexEntries: number
  walBytes: number
  /** The part of `walBytes` that is images of whole pages, which PostgreSQL writes after a checkpoint. */
  imageBytes: number
}>

// Statistics of a session reach the views at most a second after its transaction.
const STATISTICS_MS = 1_500
// The bench itself.
const NOT_OURS = 'postgres'

/** Prepares a database for counting. `superuser` connects to it as a superuser. */
export async function prepareCounting(superuser: Pool): Promise<void> {
  await superuser.query('create extension if not exists pg_stat_statements schema public')
  await superuser.query('create extension if not exists pg_walinspect schema public')
  await trackStatements(superuser, 'none')
}

/**
 * Counts everything from now on, including the statements inside functions. That costs CPU, so CPU is measured at another time. The
 * returned function ends the count.
 */
export async function countWork(superuser: Pool): Promise<() => Promise<Work>> {
  await trackStatements(superuser, 'all')
  await superuser.query('select public.pg_stat_statements_reset()')
  const start = await readCounters(superuser)
  return async () => {
    const end = await readCounters(superuser)
    const roles = await readRoles(superuser)
    const sent = await readSent(superuser)
    await trackStatements(superuser, 'none')
    const wal = await readWal(superuser, start.lsn, end.lsn)
    const tables = [...end.tables].map(([table, now]) => {
      const before = start.tables.get(table)
      const since = (field: keyof TableCounts) => now[field] - (before?.[field] ?? 0)
      return {
        table,
        inserted: since('inserted'),
        updated: since('updated'),
        hot: since('hot'),
        deleted: since('deleted'),
      }
    })
    return {
      roles,
      sent,
      tables: tables.filter(({ inserted, updated, deleted }) => inserted + updated + deleted > 0),
      commits: end.commits - start.commits,
      ...wal,
    }
  }
}

async function trackStatements(superuser: Pool, track: 'all' | 'none'): Promise<void> {
  await superuser.query(`alter system set pg_stat_statements.track = '${track}'`)
  await superuser.query('select pg_reload_conf()')
  await sleep(STATISTICS_MS)
}

type TableCounts = Readonly<Record<'inserted' | 'updated' | 'hot' | 'deleted', number>>
type Counters = Readonly<{ lsn: string; commits: number; tables: ReadonlyMap<string, TableCounts> }>

async function readCounters(superuser: Pool): Promise<Counters> {
  const { rows } = await superuser.query<{ lsn: string; commits: number }>(
    `select pg_current_wal_insert_lsn()::text as lsn, xact_commit::float8 as commits from pg_stat_database
     where datname = current_database()`,
  )
  const { lsn = '', commits = Number.NaN } = rows[0] ?? {}
  const { rows: tables } = await superuser.query<{ name: string } & TableCounts>(
    `select relname as name, n_tup_ins::float8 as inserted, n_tup_upd::float8 as updated, n_tup_hot_upd::float8 as hot,
       n_tup_del::float8 as deleted from pg_stat_user_tables where schemaname = 'afara'`,
  )
  return { lsn, commits, tables: new Map(tables.map(({ name, ...counts }) => [name, counts])) }
}

async function readRoles(superuser: Pool): Promise<Map<string, RoleWork>> {
  const { rows } = await superuser.query<{ role: string } & RoleWork>(
    `select r.rolname as role, sum(s.calls)::float8 as statements,
       coalesce(sum(s.calls) filter (where s.toplevel), 0)::float8 as "roundTrips",
       coalesce(sum(s.wal_bytes) filter (where s.toplevel), 0)::float8 as "walBytes"
     from public.pg_stat_statements s join pg_roles r on r.oid = s.userid where r.rolname <> $1 group by 1 order by 3 desc`,
    [NOT_OURS],
  )
  return new Map(rows.map(({ role, ...work }) => [role, work]))
}

async function readSent(superuser: Pool): Promise<StatementWork[]> {
  const { rows } = await superuser.query<StatementWork>(
    `select r.rolname as role, regexp_replace(s.query, '\\s+', ' ', 'g') as text, sum(s.calls)::float8 as calls,
       sum(s.total_exec_time + s.total_plan_time)::float8 as ms
     from public.pg_stat_statements s join pg_roles r on r.oid = s.userid where r.rolname <> $1 and s.toplevel
     group by 1, 2 order by 3 desc`,
    [NOT_OURS],
  )
  return rows
}

async function readWal(superuser: Pool, from: string, to: string) {
  const { rows } = await superuser.query<{ kind: string; count: number; bytes: number; images: number }>(
    `select "resource_manager/record_type" as kind, count::float8 as count, combined_size::float8 as bytes, fpi_size::float8 as images
     from public.pg_get_wal_stats($1::pg_lsn, $2::pg_lsn, true) where count > 0`,
    [from, to],
  )
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0)
  const countOf = (kinds: RegExp) => sum(({ kind, count }) => (kinds.test(kind) ? count : 0))
  return {
    durableCommits: countOf(/^Transaction\/COMMIT/),
    // A split also writes the entry that did not fit. Entries of inner pages are not counted: they belong to no row.
    indexEntries: countOf(/^(Btree\/(INSERT_LEAF|INSERT_POST|SPLIT_[LR])|Gin\/INSERT|Gist\/PAGE_UPDATE)/),
    walBytes: sum(({ bytes }) => bytes),
    imageBytes: sum(({ images }) => images),
  }
}
