import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '@afara/prove/hour/quantile.ts'
import { countSettled, countStatuses, readCourses } from '@afara/prove/hour/read-settled.ts'
import { type Load, runLoad } from '@afara/prove/hour/run-load.ts'
import { type LiveStack, raiseLiveStack } from '@afara/prove/live-stack.ts'
import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { runChecks } from '@afara/server/records/ledger/check-store.ts'
import { askChain } from '@afara/stack/http/ask-chain.ts'
import { settleDatabase } from '../bench-database.ts'
import { DEPLOYED_INTERVALS } from '../deployed-intervals.ts'
import { readTree } from '../idle/process-tree.ts'
import type { Rate } from '../side.ts'
import { BENCH_SETTINGS, type TestBed } from '../test-bed.ts'
import { countWork, prepareCounting, type Work } from './count-writes.ts'
import { findOurTables } from './find-our-tables.ts'
import { describeWrites, type TableWrites } from './table-writes.ts'

export type WholeRun = Readonly<{
  rounds: readonly Rate[]
  /** A further window in which PostgreSQL counted every statement. */
  counted: Readonly<{ work: Work; buys: number }>
  writes: readonly TableWrites[]
  /** From the bank's credit to the signed transfer. */
  sentMs: Readonly<{ p50: number; p99: number }>
  lost: number
}>

type Size = Readonly<{ rate: number; rounds: number; seconds: number }>

const WARM_UP_SECONDS = 20
// Switching the counting on and off.
const BETWEEN_SECONDS = 8
const ALL_WITHIN_MS = 180_000

/** Raises a stack, offers the load, measures it in windows and requires that every buy ended well. */
export async function runWhole(bed: TestBed, size: Size): Promise<WholeRun> {
  const stack = await raiseLiveStack(DEPLOYED_INTERVALS, {
    bank: {},
    delivery: {},
    // Enough WAL stays to read the records of a window.
    postgresSettings: { ...BENCH_SETTINGS, wal_keep_size: '4GB' },
  })
  await findOurTables(stack.databaseUrl('postgres'), 'afara')
  const superuser = createPool(stack.databaseUrl('postgres'), { max: 1, applicationName: 'bench' })
  try {
    for (const { url } of stack.chains?.all ?? []) await askChain(url, 'evm_setIntervalMining', 1)
    await prepareCounting(superuser)
    await settleDatabase(stack.databaseUrl('postgres'))
    const { rate, rounds, seconds } = size
    const load = runLoad(stack, rate, WARM_UP_SECONDS + (rounds + 1) * seconds + BETWEEN_SECONDS)
    await sleep(WARM_UP_SECONDS * 1000)
    const measured: Rate[] = []
    for (let number = 1; number <= rounds; number += 1) {
      const round = await measureWindow(stack, superuser, seconds)
      measured.push(round)
      bed.say(
        `  ${number}/${rounds}  ours ${round.perSecond.toFixed(1)}/s  ${((round.totalCpuMicros ?? 0) / 1000).toFixed(1)} ms  load ${loadavg()[0]?.toFixed(1)}`,
      )
    }
    const counted = await countWindow(superuser, seconds)
    // While the load lasts, because some tables are empty without it.
    const writes = await describeWrites(superuser, counted.work.tables, counted.buys)
    await load.ended
    await requireAccepted(load)
    const lost = await untilAllSettled(superuser, load.paidAt.size)
    if (lost > 0) bed.say(`  waiting: ${await countStatuses(superuser)}`)
    await requireSound(stack)
    return { rounds: measured, counted, writes, sentMs: await readSentMs(superuser, load), lost }
  } finally {
    await superuser.end()
    await stack.stop()
  }
}

/** Measures what each process of a stack spends on a buy for some seconds. `since` is the newest id before the load. */
export async function measureWindow(
  stack: LiveStack,
  superuser: Pool,
  seconds: number,
  since?: string,
): Promise<Rate> {
  const processes = Object.entries(stack.processIds())
  const read = () => new Map(processes.map(([name, id]) => [name, readTree(id).cpuMicros]))
  const settledBefore = await countSettled(superuser, since)
  const [before, began] = [read(), performance.now()]
  await sleep(seconds * 1000)
  const [after, tookMs] = [read(), performance.now() - began]
  const count = (await countSettled(superuser, since)) - settledBefore
  const spent = new Map([...after].map(([name, micros]) => [name, micros - (before.get(name) ?? 0)]))
  const each = (micros: number) => micros / 1000 / count
  return {
    count,
    perSecond: (count * 1000) / tookMs,
    cpuMicros: (spent.get('postgres') ?? 0) / count,
    totalCpuMicros: [...spent.values()].reduce((sum, micros) => sum + micros, 0) / count,
    more: Object.fromEntries(
      [...spent]
        .filter(([name]) => name !== 'postgres')
        .map(([name, micros]) => [`${name}_ms`, each(micros)]),
    ),
  }
}

async function countWindow(superuser: Pool, seconds: number): Promise<WholeRun['counted']> {
  const ended = await countWork(superuser)
  const before = await countSettled(superuser)
  await sleep(seconds * 1000)
  const buys = (await countSettled(superuser)) - before
  return { work: await ended(), buys }
}

export async function requireAccepted({ refused, broken }: Load): Promise<void> {
  if (refused.size + broken.size > 0)
    throw new Error(`buys were refused or broken: ${JSON.stringify([...refused, ...broken])}`)
}

/** Returns the number of the `paid` buys that were not completed in time. `since` is the newest id before the load. */
export async function untilAllSettled(superuser: Pool, paid: number, since?: string): Promise<number> {
  const deadline = performance.now() + ALL_WITHIN_MS
  for (;;) {
    const waiting = paid - (await countSettled(superuser, since))
    if (waiting === 0 || performance.now() > deadline) return waiting
    await sleep(500)
  }
}

/** Requires that no check finds anything: a cost of wrong work means nothing. */
export async function requireSound({ databaseUrl }: LiveStack): Promise<void> {
  const worker = createPool(databaseUrl('afara_worker'), {
    max: 1,
    applicationName: 'bench',
    isPatient: true,
  })
  try {
    const { findings } = await runChecks(worker)
    if (findings.length > 0)
      throw new Error(`the checks found problems; the first are ${JSON.stringify(findings.slice(0, 3))}`)
  } finally {
    await worker.end()
  }
}

async function readSentMs(superuser: Pool, { paidAt }: Load): Promise<WholeRun['sentMs']> {
  const courses = await readCourses(superuser)
  const waits = [...paidAt].flatMap(([reference, paid]) => {
    const sent = courses.get(reference)?.sent
    return sent === undefined ? [] : [sent - paid]
  })
  return { p50: quantile(waits, 0.5), p99: quantile(waits, 0.99) }
}
