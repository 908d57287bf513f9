import { createPool } from '@afara/server/kernel/postgres/pool.ts'
import { runChecks } from '@afara/server/records/ledger/check-store.ts'
import { createMigratedDatabase } from '@afara/stack/postgres/migrated-cluster.ts'
import { runStatement } from '@afara/stack/postgres/run-statement.ts'
import { declareTestPostings } from '@afara/stack/postgres/test-postings.ts'
import type { TestBed } from './test-bed.ts'

const WARM_MEBIBYTES = 2_048
// A few segments are enough to see that a bench works. Only real measurements need more.
const WARM_MEBIBYTES_SHORT = 256
// The checks of a ledger's arithmetic. The others need businesses and transactions, which a bench does not have.
const LEDGER_CHECKS = ['check_posting', 'check_entry', 'check_clearing', 'check_balance', 'check_held']

/** Creates a migrated, empty database. */
export async function createLedgerDatabase({ postgres }: TestBed, name: string): Promise<void> {
  await createMigratedDatabase(postgres, name)
  await declareTestPostings(postgres.url('postgres', name))
}

/**
 * Creates WAL segments for recycling. Writing into a new segment costs two to three times as much as into a recycled one, so the side that
 * is measured first would seem slower. `most` is for a bench that writes less than others.
 */
export async function warmWal({ postgres, say, isShort }: TestBed, most = WARM_MEBIBYTES): Promise<void> {
  const mebibytes = isShort ? WARM_MEBIBYTES_SHORT : most
  const url = postgres.url('postgres', 'postgres')
  await runStatement(
    url,
    `select count(pg_logical_emit_message(false, 'warm', repeat('x', 1048576))) from generate_series(1, ${mebibytes})`,
  )
  await settleDatabase(url)
  const rows = await runStatement(url, 'select count(*) from pg_ls_waldir()')
  say(`  ${String(rows[0]?.count)} WAL segments are ready for reuse`)
}

/** Prepares a round: flushes everything, and recycles the WAL segments of the last round. */
export async function settleDatabase(url: string): Promise<void> {
  await runStatement(url, 'select pg_switch_wal()')
  await runStatement(url, 'checkpoint')
}

/** Vacuums and analyzes, so that no round is slowed by the cleanup of another round's rows or by new plans. */
export async function settleTables(url: string): Promise<void> {
  await runStatement(url, 'vacuum (analyze)')
  await settleDatabase(url)
}

export async function countRows({ postgres }: TestBed, database: string, table: string): Promise<number> {
  const url = postgres.url('postgres', database)
  const rows = await runStatement(url, `select count(*)::int as count from ${table}`)
  return rows[0]?.count as number
}

/** Throws if the ledger does not balance: a rate of wrong postings means nothing. */
export async function requireSoundLedger({ postgres, say }: TestBed, database: string): Promise<void> {
  await requireNoFindings(postgres.url('afara_worker', database), LEDGER_CHECKS)
  say(`  ${LEDGER_CHECKS.join(', ')}: nothing found`)
}

/** Throws if one of these checks finds anything in any row. `workerUrl` connects as `afara_worker`. */
export async function requireNoFindings(workerUrl: string, checks: readonly string[]): Promise<void> {
  const pool = createPool(workerUrl, { max: 1, applicationName: 'bench', isPatient: true })
  try {
    const { findings } = await runChecks(pool, checks)
    if (findings.length > 0)
      throw new Error(`the checks found problems; the first are ${JSON.stringify(findings.slice(0, 3))}`)
  } finally {
    await pool.end()
  }
}
