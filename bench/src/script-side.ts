import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Child, startChild } from '@afara/stack/processes/child-process.ts'
import { countRows, settleDatabase } from './bench-database.ts'
import { readBackendCpuMicros } from './cpu-time.ts'
import { hasToldOf, readPgbenchReport } from './pgbench.ts'
import { retryStalledRound } from './retry-stalled-round.ts'
import type { Load, Rate, Side } from './side.ts'
import type { TestBed } from './test-bed.ts'

/** One statement for pgbench to repeat, which adds rows to `table` each time. */
export type Script = Readonly<{
  name: string
  database: string
  role: string
  text: string
  table: string
  /** Rows added by each commit. A rate is in rows. */
  rowsPerCommit: number
}>

// Each round opens new connections. One-time work of a connection, such as reading the catalogue and compiling the function, is not
// counted, because the connections of the service live for days.
const UNCOUNTED_SECONDS = 2

/** Returns a side that runs one script with pgbench. */
export function scriptSide(script: Script): Side {
  return {
    name: script.name,
    measure: async (bed, load) =>
      retryStalledRound(bed, script.name, load, (longer) => measureRate(bed, script, longer)),
  }
}

/**
 * Repeats a script with pgbench, one commit each, on connections with prepared statements. Throws if a client failed, or if the number of
 * new rows differs from pgbench's count. `cpuMicros` is the CPU time of PostgreSQL's sessions per row after the first seconds. Returns
 * undefined if nothing was committed, or nothing after the first seconds.
 */
async function measureRate(bed: TestBed, script: Script, load: Load): Promise<Rate | undefined> {
  const logFile = join(bed.directory, 'pgbench.log')
  rmSync(logFile, { force: true })
  const before = await countRows(bed, script.database, script.table)
  await settleDatabase(bed.postgres.url('postgres', script.database))
  const child = await startPgbench(bed, script, load, logFile)
  await passUncounted(child)
  const cpuBefore = readBackendCpuMicros(bed.postgres.processId)
  const end = await child.ended
  // A session ends shortly after its client.
  await sleep(300)
  const cpuMicros = readBackendCpuMicros(bed.postgres.processId) - cpuBefore
  const text = readFileSync(logFile, 'utf8')
  const report = readPgbenchReport(text, UNCOUNTED_SECONDS)
  const isWhole = end === 'code 0' && /^number of transactions actually processed: \d/m.test(text)
  // A machine that stood still while it was to be measured.
  if (isWhole && report === undefined) return undefined
  if (!isWhole || report === undefined) {
    throw new Error(`pgbench (${script.name}) ended with ${end}:\n${text.slice(0, 2_000)}`)
  }
  const appeared = (await countRows(bed, script.database, script.table)) - before
  const count = report.count * script.rowsPerCommit
  if (appeared !== count) {
    throw new Error(`${script.name}: pgbench committed ${count} rows, but ${appeared} are in the table`)
  }
  return {
    count,
    perSecond: report.perSecond * script.rowsPerCommit,
    cpuMicros: cpuMicros / (report.countedCount * script.rowsPerCommit),
  }
}

async function startPgbench(bed: TestBed, script: Script, load: Load, logFile: string): Promise<Child> {
  const file = join(bed.directory, 'script.sql')
  writeFileSync(file, script.text)
  const repeat = ['--protocol=prepared', `--file=${file}`, `--time=${UNCOUNTED_SECONDS + load.seconds}`]
  const drive = [`--client=${load.clients}`, '--jobs=2', '--no-vacuum', '--progress=1']
  return startChild({
    name: 'pgbench',
    command: bed.pgbench,
    args: [...repeat, ...drive, bed.postgres.url(script.role, script.database)],
    environment: { LC_ALL: 'C' },
    logFile,
  })
}

/** Waits until pgbench reports that the uncounted seconds are over. */
async function passUncounted(child: Child): Promise<void> {
  while (child.isAlive() && !hasToldOf(readFileSync(child.logFile, 'utf8'), UNCOUNTED_SECONDS)) {
    await sleep(20)
  }
}
