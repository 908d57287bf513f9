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
  /** How many rows each commit adds; a rate is of rows. */
  rowsPerCommit: number
}>

// Each round opens its connections anew. What a connection does once (reading the catalogue, compiling the function) is
// left out, because those of the service live for days.
const UNCOUNTED_SECONDS = 2

/** A side that is pgbench with one script. */
export function scriptSide(script: Script): Side {
  return {
    name: script.name,
    measure: async (bed, load) =>
      retryStalledRound(bed, script.name, load, (longer) => measureRate(bed, script, longer)),
  }
}

/**
 * Runs a script over and over with pgbench, each time one commit, on connections with prepared statements. Throws when
 * a client failed, or when the rows that appeared are not as many as pgbench says it committed. `cpuMicros` is what
 * PostgreSQL's sessions spent on one row after the first seconds. Undefined when nothing was committed in all the time.
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
  // A session ends a moment after its client.
  await sleep(300)
  const cpuMicros = readBackendCpuMicros(bed.postgres.processId) - cpuBefore
  const text = readFileSync(logFile, 'utf8')
  const report = readPgbenchReport(text, UNCOUNTED_SECONDS)
  if (end === 'code 0' && /^number of transactions actually processed: 0$/m.test(text)) return undefined
  if (end !== 'code 0' || report === undefined) {
    throw new Error(`pgbench (${script.name}) ended with ${end}:\n${text.slice(0, 2_000)}`)
  }
  const appeared = (await countRows(bed, script.database, script.table)) - before
  const count = report.count * script.rowsPerCommit
  if (appeared !== count) {
    throw new Error(`${script.name}: pgbench committed ${count} rows, but ${appeared} are there`)
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

/** Until pgbench itself says that the seconds which do not count are over. */
async function passUncounted(child: Child): Promise<void> {
  while (child.isAlive() && !hasToldOf(readFileSync(child.logFile, 'utf8'), UNCOUNTED_SECONDS)) {
    await sleep(20)
  }
}
