import { runStatement } from '@afara/stack/postgres/run-statement.ts'
import type { Bench, Outcome, Plan } from '../bench.ts'
import { requireNoFindings, warmWal } from '../bench-database.ts'
import { compareRates } from '../compare-rates.ts'
import { type Comparison, leadingFigures } from '../comparison.ts'
import { judge } from '../judge.ts'
import { pauseWhile } from '../pause-while.ts'
import { type BenchApi, raiseApi } from '../raise-api.ts'
import type { Side } from '../side.ts'
import type { TestBed } from '../test-bed.ts'
import { describeBuy } from './accepted-buy.ts'
import { bareBuys } from './bare-buys.ts'
import { drainRecords } from './drain-records.ts'
import { httpBuys } from './http-buys.ts'

// What groups save is waiting for the disk, so the rates are judged.
const TARGETS = { ratio: 1.5 }
const BATCH_TARGETS = { ratio: 0.4 }
const BATCH = 64
const BATCH_ROUNDS = 3

export const acceptBench: Bench = {
  summary: 'buys accepted over HTTP, compared with pgbench committing the same rows one by one',
  full: { rounds: 5, seconds: 10, clients: 64, connections: 128 },
  short: { rounds: 1, seconds: 2, clients: 64, connections: 128 },
  run,
}

async function run(bed: TestBed, plan: Plan, isShort: boolean): Promise<Outcome> {
  const api = await raiseApi(bed, { withWorker: true })
  try {
    return await compareAcceptance(bed, plan, api, isShort)
  } finally {
    await api.stop()
  }
}

async function compareAcceptance(
  bed: TestBed,
  plan: Plan,
  api: BenchApi,
  isShort: boolean,
): Promise<Outcome> {
  const buy = await describeBuy(bed, api)
  const ours = httpBuys('ours', api, buy)
  const bare = withoutWorker(api, bareBuys('bare', api, buy, 1))
  // The short form leaves the batches out, because they add a third of the rows, and the check at the end reads every row.
  const batches = isShort
    ? undefined
    : withoutWorker(api, bareBuys(`bare batches of ${BATCH}`, api, buy, BATCH))
  await warmWal(bed)
  // Not measured: fills the empty tables and warms up the code.
  for (const side of batches ? [ours, bare, batches] : [ours, bare])
    await side.measure(bed, { ...plan, seconds: Math.min(3, plan.seconds) })

  bed.say('buys over HTTP, compared with one commit per buy without HTTP')
  const single = await compareRates(bed, plan, { ours, bare })
  const batched = batches && (await compareBatches(bed, plan, ours, batches))
  await requireWholeBuys(bed, api)
  const { p50_ms = 0, p99_ms = 0, api_cpu_us = 0, worker_cpu_us = 0, wrk_cpu_us = 0 } = single.more.ours
  return {
    figures: {
      ...leadingFigures(single),
      ours_cpu_us: single.oursCpuMicros.toFixed(0),
      bare_cpu_us: single.bareCpuMicros.toFixed(0),
      api_cpu_us: api_cpu_us.toFixed(0),
      worker_cpu_us: worker_cpu_us.toFixed(0),
      wrk_cpu_us: wrk_cpu_us.toFixed(0),
      p50_ms: p50_ms.toFixed(1),
      p99_ms: p99_ms.toFixed(1),
      ...(batched && {
        batch_ratio: batched.ratio.toFixed(3),
        batch_cpu_ratio: batched.cpuRatio.toFixed(3),
        batch_bare: batched.bare.toFixed(0),
      }),
      clients: String(plan.clients),
      connections: String(plan.connections),
      rounds: String(plan.rounds),
      seconds: String(plan.seconds),
    },
    shortfalls: [
      ...judge('one commit per buy', single, isShort ? {} : TARGETS),
      ...(batched ? judge('batches', batched, BATCH_TARGETS) : []),
    ],
  }
}

/** The bare side writes its rows and nothing else. They are numbered and sealed afterwards, so that ours does not pay for them. */
function withoutWorker(api: BenchApi, { name, measure }: Side): Side {
  return {
    name,
    measure: async (bed, load) => {
      const rate = await pauseWhile([api.workerId ?? 0], async () => measure(bed, load))
      await drainRecords(bed, api)
      return rate
    },
  }
}

async function compareBatches(bed: TestBed, plan: Plan, ours: Side, batches: Side): Promise<Comparison> {
  bed.say(`buys over HTTP, compared with commits of ${BATCH} buys each without HTTP`)
  const rounds = Math.min(plan.rounds, BATCH_ROUNDS)
  return compareRates(bed, { ...plan, rounds, clients: 2 }, { ours, bare: batches })
}

/** Requires that every buy is complete, with its transaction, first event, key and wake row. Otherwise the rate would mean nothing. */
async function requireWholeBuys({ postgres, say }: TestBed, { database }: BenchApi): Promise<void> {
  const rows = await runStatement(
    postgres.url('afara_worker', database),
    `select (select count(*) from buy)::int as buys, (select count(*) from transaction)::int as transactions,
       (select count(*) from transaction_event)::int as events, (select count(*) from request_key)::int as keys,
       (select count(*) from wake where type = 'buy')::int as wakes`,
  )
  const { buys, ...parts } = rows[0] as Record<string, number>
  if (Object.values(parts).some((count) => count !== buys)) {
    throw new Error(`not every buy has its transaction, event, key and wake row: ${JSON.stringify(rows[0])}`)
  }
  await requireNoFindings(postgres.url('afara_worker', database), ['check_acceptance'])
  say(`  ${buys} buys, all complete`)
}
