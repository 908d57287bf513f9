import { readFile } from 'node:fs/promises'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import {
  type Check,
  endSlice,
  type Finding,
  followsNew,
  listChecks,
  runSlice,
  type Walk,
} from '@afara/server/records/ledger/check-store.ts'

/** Other processes use the machine too, so the smallest of several times is the check's own. */
const TIMES = 5

export type Slowest = Readonly<{ seconds: number; words: string }>

/** Cost of each check in each database, in the order of the databases. */
export type Costs = ReadonlyMap<string, readonly number[]>

/**
 * Measures the database CPU time of each check for all rows after a writer. The databases take turns, because a busy machine makes the same
 * work cost more.
 */
export async function costOfNew(
  records: readonly Readonly<{ reconciler: Pool; since: bigint }>[],
): Promise<Readonly<{ cpuMs: Costs; slowest: Slowest }>> {
  const [first] = records
  const checks = first === undefined ? [] : (await listChecks(first.reconciler)).filter(followsNew)
  const cpuMs = new Map<string, readonly number[]>()
  let slowest: Slowest = { seconds: 0, words: '' }
  for (const check of checks) {
    const least = records.map(() => Number.POSITIVE_INFINITY)
    for (let time = 0; time < TIMES; time += 1) {
      for (const [place, { reconciler, since }] of records.entries()) {
        const before = await readCpuMs(reconciler)
        const result = await walk(reconciler, check, 'new', since)
        least[place] = Math.min(least[place] ?? 0, (await readCpuMs(reconciler)) - before)
        if (result.findings.length > 0)
          throw new Error(`a check found a problem in sound data: ${JSON.stringify(result.findings[0])}`)
        slowest = slower(slowest, result.slowest)
      }
    }
    cpuMs.set(check.name, least)
  }
  return { cpuMs, slowest }
}

/** Runs all checks over all rows, and returns the slowest slice. */
export async function walkAll(
  reconciler: Pool,
  checks: readonly Check[],
  show: (line: string) => void,
): Promise<Readonly<{ slowest: Slowest; findings: readonly Finding[] }>> {
  const findings: Finding[] = []
  let slowest: Slowest = { seconds: 0, words: '' }
  for (const check of checks) {
    const result = await walk(reconciler, check, 'all', 0n)
    show(`${check.name} took ${result.seconds.toFixed(1)} s in ${result.slices} slices`)
    findings.push(...result.findings)
    slowest = slower(slowest, result.slowest)
  }
  return { slowest, findings }
}

const slower = (one: Slowest, other: Slowest) => (other.seconds > one.seconds ? other : one)

async function walk(reconciler: Pool, check: Check, kind: Walk, since: bigint) {
  const { rows } = await reconciler.query<{ xid: string }>('select through_xid::text as xid from reconciling')
  const last = check.goesBy === 'whole' ? since : BigInt(rows[0]?.xid ?? '0')
  const pass = newId()
  const findings: Finding[] = []
  let slowest: Slowest = { seconds: 0, words: '' }
  let [slices, seconds] = [0, 0]
  for (let after = since; ; ) {
    const startedAt = performance.now()
    const { through, isLast } = await endSlice(reconciler, check, { walk: kind, after, last })
    findings.push(...(await runSlice(reconciler, check, { walk: kind, after, through, pass })))
    const took = (performance.now() - startedAt) / 1_000
    slowest = slower(slowest, {
      seconds: took,
      words: `${took.toFixed(2)} s of ${check.name} after xid ${after}`,
    })
    seconds += took
    slices += 1
    if (isLast) return { findings, slowest, slices, seconds }
    after = through
  }
}

/** Returns the CPU time of the pool's only connection. */
async function readCpuMs(reconciler: Pool): Promise<number> {
  const { rows } = await reconciler.query<{ pid: number }>('select pg_backend_pid() as pid')
  const [nanoseconds] = (await readFile(`/proc/${rows[0]?.pid}/schedstat`, 'utf8')).split(' ')
  return Number(nanoseconds) / 1_000_000
}
