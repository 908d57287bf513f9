import { loadavg } from 'node:os'
import { createMigratedDatabase } from '@afara/stack/postgres/migrated-cluster.ts'
import type { Bench, Outcome, Plan } from '../bench.ts'
import { settleDatabase } from '../bench-database.ts'
import { compareRounds, leadingFigures } from '../comparison.ts'
import type { Rate } from '../side.ts'
import { median, spread } from '../statistics.ts'
import type { TestBed } from '../test-bed.ts'
import { bareWrites } from './bare-writes.ts'
import { runWhole, type WholeRun } from './run-whole.ts'
import { showWork } from './show-work.ts'

// From this rate on, groups form. Below it, most groups are of one buy.
const GROUPS_FROM_RATE = 40
const OWN_MS = { grouped: 20, single: 35 }
const AT_MOST = { round_trips: 10, commits: 6, wal_kb: 20 }
// If less of the load is completed, the rest waits, and the figures are not those of a steady load.
const LEAST_KEPT = 0.95

/**
 * Offers buys at a steady rate to a whole stack: request, payment, the bank's notification, its line, the match, the checks, the transfer
 * on the chain until it is final. Measures what our own processes spend on each.
 */
export const wholeBench: Bench = {
  summary:
    'what a buy costs from the request to the final transfer, beside plain grouped writes of the same rows',
  full: { rounds: 3, seconds: 40, clients: 1, rate: 40 },
  short: { rounds: 1, seconds: 8, clients: 1, rate: 10 },
  run,
}

async function run(bed: TestBed, plan: Plan, isShort: boolean): Promise<Outcome> {
  const rate = plan.rate ?? GROUPS_FROM_RATE
  const whole = await runWhole(bed, { ...plan, rate })
  showWork(bed, whole)
  const bare = await measureBare(bed, plan, rate, whole)
  const compared = compareRounds(whole.rounds.map((ours, at) => ({ ours, bare: bare[at] ?? ours })))
  const { work, buys } = whole.counted
  const ownMs = compared.oursTotalCpuMicros / 1000
  const counted = {
    round_trips: sumOf(work.roles, 'roundTrips') / buys,
    commits: work.commits / buys,
    wal_kb: work.walBytes / 1024 / buys,
  }
  const aim = rate >= GROUPS_FROM_RATE ? OWN_MS.grouped : OWN_MS.single
  const each = (value: number, digits: number) => (value / buys).toFixed(digits)
  const { more } = compared
  return {
    figures: {
      ...leadingFigures(compared, 1),
      // The rate is offered, so its spread says nothing. This is the spread of the cost.
      spread: spread(whole.rounds.map(({ totalCpuMicros = Number.NaN }) => totalCpuMicros)).toFixed(3),
      own_ms: ownMs.toFixed(1),
      postgres_ms: (compared.oursCpuMicros / 1000).toFixed(2),
      ...Object.fromEntries(Object.entries(more.ours).map(([name, value]) => [name, value.toFixed(2)])),
      bare_ms: (median(bare.map(({ totalCpuMicros = 0 }) => totalCpuMicros)) / 1000).toFixed(2),
      bare_postgres_ms: (compared.bareCpuMicros / 1000).toFixed(2),
      postgres_ratio: (compared.bareCpuMicros / compared.oursCpuMicros).toFixed(3),
      round_trips: counted.round_trips.toFixed(1),
      statements: each(sumOf(work.roles, 'statements'), 1),
      commits: counted.commits.toFixed(1),
      durable_commits: each(work.durableCommits, 1),
      rows: each(
        work.tables.reduce((sum, { inserted, updated, deleted }) => sum + inserted + updated + deleted, 0),
        1,
      ),
      bare_rows: (more.bare.rows ?? Number.NaN).toFixed(1),
      index_entries: each(work.indexEntries, 1),
      wal_kb: counted.wal_kb.toFixed(1),
      bare_wal_kb: (more.bare.wal_kb ?? Number.NaN).toFixed(1),
      sent_p50_ms: whole.sentMs.p50.toFixed(0),
      sent_p99_ms: whole.sentMs.p99.toFixed(0),
      rate: String(rate),
      rounds: String(plan.rounds),
      seconds: String(plan.seconds),
      buys: String(compared.fewest),
      lost: String(whole.lost),
    },
    shortfalls: [
      ...(whole.lost === 0 ? [] : [`${whole.lost} buys were accepted and paid but never completed`]),
      ...(isShort
        ? []
        : [
            ...(compared.ours >= rate * LEAST_KEPT
              ? []
              : [`only ${compared.ours.toFixed(1)} of ${rate} buys a second were completed`]),
            ...(ownMs <= aim
              ? []
              : [`a buy costs ${ownMs.toFixed(1)} ms of CPU, above the target ${aim} at ${rate}/s`]),
            ...Object.entries(AT_MOST).flatMap(([name, most]) =>
              counted[name as keyof typeof AT_MOST] <= most ? [] : [`${name} is above the target ${most}`],
            ),
          ]),
    ],
  }
}

function sumOf<Name extends string>(
  roles: ReadonlyMap<string, Readonly<Record<Name, number>>>,
  name: Name,
): number {
  return [...roles.values()].reduce((sum, role) => sum + role[name], 0)
}

const DATABASE = 'bare'
const WARM_UP_SECONDS = 10

async function measureBare(bed: TestBed, plan: Plan, rate: number, { writes }: WholeRun): Promise<Rate[]> {
  await createMigratedDatabase(bed.postgres, DATABASE)
  const bare = await bareWrites(bed, DATABASE, writes)
  try {
    // Not measured: prepares the statements, and writes the images of pages that follow a checkpoint.
    await settleDatabase(bed.postgres.url('postgres', DATABASE))
    await bare.measure(bed, rate, WARM_UP_SECONDS)
    const rounds: Rate[] = []
    for (let number = 1; number <= plan.rounds; number += 1) {
      const round = await bare.measure(bed, rate, plan.seconds)
      rounds.push(round)
      const { perSecond, cpuMicros } = round
      bed.say(
        `  ${number}/${plan.rounds}  bare ${perSecond.toFixed(1)}/s  ${(cpuMicros / 1000).toFixed(2)} ms of PostgreSQL  load ${loadavg()[0]?.toFixed(1)}`,
      )
    }
    return rounds
  } finally {
    await bare.stop()
  }
}
