import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Child, startChild } from '@afara/stack/child-process.ts'
import { runStatement } from '@afara/stack/run-statement.ts'
import { readBackendCpuMicros } from './backend-cpu.ts'
import { type PgbenchReport, readPgbenchReport } from './pgbench-report.ts'
import type { TestBed } from './test-bed.ts'

/** One of two things that are compared: a script of one statement that adds one row to `table` each time. */
export type Side = Readonly<{ name: string; database: string; script: string; table: string }>

/** `cpuMicros` is what PostgreSQL's sessions spent on one commit, their start included. */
export type Rate = PgbenchReport & Readonly<{ cpuMicros: number }>

// Each round opens its connections anew. What a connection does once (reading the catalogue, compiling the function) is
// left out, because those of the service live for days.
const UNCOUNTED_SECONDS = 2

/**
 * Runs a script over and over with pgbench, each time one commit, on connections with prepared statements. Throws when
 * a client failed, or when the rows that appeared are not as many as pgbench says it committed.
 */
export async function measureRate(
  bed: TestBed,
  side: Side,
  load: Readonly<{ seconds: number; clients: number }>,
): Promise<Rate> {
  const logFile = join(bed.directory, 'pgbench.log')
  rmSync(logFile, { force: true })
  const before = await countRows(bed, side)
  await settle(bed.postgres.url('postgres', side.database))
  const cpuBefore = await readSessionsCpu(bed)
  const child = await startPgbench(bed, side, load, logFile)
  const end = await child.ended
  const cpuMicros = (await readSessionsCpu(bed)) - cpuBefore
  const text = readFileSync(logFile, 'utf8')
  const report = readPgbenchReport(text, UNCOUNTED_SECONDS)
  if (end !== 'code 0' || report === undefined) {
    throw new Error(`pgbench (${side.name}) ended with ${end}:\n${text.slice(0, 2_000)}`)
  }
  const appeared = (await countRows(bed, side)) - before
  if (appeared !== report.count) {
    throw new Error(`${side.name}: pgbench committed ${report.count}, but ${appeared} rows are there`)
  }
  return { ...report, cpuMicros: cpuMicros / report.count }
}

async function startPgbench(
  bed: TestBed,
  side: Side,
  load: Readonly<{ seconds: number; clients: number }>,
  logFile: string,
): Promise<Child> {
  const script = join(bed.directory, 'script.sql')
  writeFileSync(script, side.script)
  const repeat = ['--protocol=prepared', `--file=${script}`, `--time=${UNCOUNTED_SECONDS + load.seconds}`]
  const drive = [`--client=${load.clients}`, '--jobs=2', '--no-vacuum', '--progress=1']
  return startChild({
    name: 'pgbench',
    command: bed.pgbench,
    args: [...repeat, ...drive, bed.postgres.url('afara_worker', side.database)],
    environment: { LC_ALL: 'C' },
    logFile,
  })
}

/** Every round starts with a clean slate: nothing left to flush, and the WAL segments of the last round recycled. */
async function settle(url: string): Promise<void> {
  await runStatement(url, 'select pg_switch_wal()')
  await runStatement(url, 'checkpoint')
}

async function readSessionsCpu({ postgres }: TestBed): Promise<number> {
  // A session ends a moment after its client.
  await sleep(300)
  return readBackendCpuMicros(postgres.processId)
}

async function countRows(bed: TestBed, side: Side): Promise<number> {
  const url = bed.postgres.url('postgres', side.database)
  const rows = await runStatement(url, `select count(*)::int as count from ${side.table}`)
  return rows[0]?.count as number
}
