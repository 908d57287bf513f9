import { setTimeout as sleep } from 'node:timers/promises'
import { createPool } from '@afara/server/kernel/postgres/pool.ts'
import { type DevStack, raiseDevStack } from '@afara/stack/dev/dev-stack.ts'
import type { Bench, Outcome, Plan } from '../bench.ts'
import { DEPLOYED_INTERVALS } from '../deployed-intervals.ts'
import type { TestBed } from '../test-bed.ts'
import { type CountingProxy, startCountingProxy } from './counting-proxy.ts'
import { readTree } from './process-tree.ts'

const CPU_TARGET = 6
const RPC_TARGET = 0.5
// The processes of a deployment. Banks, chains and the mail server belong to others.
const OURS: ReadonlySet<string> = new Set([
  'postgresql',
  'restate',
  'worker',
  'reconciler',
  'api',
  'people',
  'signer',
  'payer',
])
/** Long enough for the work of the start: caches, first comparisons, the first walk of the checks. */
const WARM_UP_SECONDS = 90
const SHORT_WARM_UP_SECONDS = 5
const MOST_NAMED = 25

/**
 * Measures what a whole stack costs while nobody uses it: CPU of each process, requests to each network, and statements that the database
 * answers. There is no bare side, because an idle service should cost nothing.
 */
export const idleBench: Bench = {
  summary: 'the cost of a whole stack that nobody uses: CPU, calls to networks, statements, memory',
  full: { rounds: 1, seconds: 60, clients: 1 },
  short: { rounds: 1, seconds: 10, clients: 1 },
  run,
}

async function run(bed: TestBed, { seconds }: Plan, isShort: boolean): Promise<Outcome> {
  const proxies = new Map<string, CountingProxy>()
  const stack = await raiseDevStack({
    settings: DEPLOYED_INTERVALS,
    postgresSettings: { shared_preload_libraries: 'pg_stat_statements' },
    between: async (network, url) => {
      const proxy = await startCountingProxy(url)
      proxies.set(network, proxy)
      return proxy.url
    },
  })
  const superuser = new URL(stack.environment.DATABASE_URL_MIGRATE ?? '')
  const pool = createPool(superuser.href, { max: 1, applicationName: 'bench' })
  try {
    await pool.query('create extension if not exists pg_stat_statements schema public')
    await sleep((isShort ? SHORT_WARM_UP_SECONDS : WARM_UP_SECONDS) * 1000)
    const start = read(stack, proxies)
    await pool.query('select public.pg_stat_statements_reset()')
    await sleep(seconds * 1000)
    const end = read(stack, proxies)
    const statements = await readStatements(pool)
    return report(bed, { start, end, statements, seconds, isShort })
  } finally {
    await pool.end()
    await stack.stop()
    for (const proxy of proxies.values()) await proxy.close()
  }
}

type Reading = Readonly<{
  atMs: number
  /** CPU microseconds and memory of each service. */
  use: ReadonlyMap<string, Readonly<{ cpuMicros: number; residentBytes: number }>>
  requests: ReadonlyMap<string, number>
  /** Calls by network and method. */
  calls: ReadonlyMap<string, ReadonlyMap<string, number>>
}>

function read({ processes }: DevStack, proxies: ReadonlyMap<string, CountingProxy>): Reading {
  return {
    atMs: performance.now(),
    use: new Map(Object.entries(processes).map(([name, id]) => [name, readTree(id)])),
    requests: new Map([...proxies].map(([network, { requests }]) => [network, requests()])),
    calls: new Map([...proxies].map(([network, { calls }]) => [network, new Map(calls)])),
  }
}

type Statement = Readonly<{ text: string; calls: number; ms: number }>

/** Returns the statements since the reset, the most frequent first. Each is one round trip. */
async function readStatements(pool: Awaited<ReturnType<typeof createPool>>): Promise<Statement[]> {
  const { rows } = await pool.query<Statement>(
    `select left(regexp_replace(query, '\\s+', ' ', 'g'), 90) as text, sum(calls)::int as calls,
       sum(total_exec_time + total_plan_time)::float8 as ms
     from public.pg_stat_statements where toplevel and query not like '%pg_stat_statements%' group by 1 order by 2 desc`,
  )
  return rows
}

function report(
  { say }: TestBed,
  measured: Readonly<{
    start: Reading
    end: Reading
    statements: readonly Statement[]
    seconds: number
    isShort: boolean
  }>,
): Outcome {
  const { start, end, statements, isShort } = measured
  const seconds = (end.atMs - start.atMs) / 1000
  const services = [...end.use]
    .map(([name, { cpuMicros, residentBytes }]) => ({
      name,
      percent: (cpuMicros - (start.use.get(name)?.cpuMicros ?? 0)) / seconds / 10_000,
      megabytes: residentBytes / 1024 / 1024,
    }))
    .sort((left, right) => right.percent - left.percent)
  for (const { name, percent, megabytes } of services)
    say(
      `  ${name.padEnd(12)} ${percent.toFixed(2).padStart(6)} % of a core ${megabytes.toFixed(0).padStart(6)} MB${OURS.has(name) ? '' : '  (not ours)'}`,
    )
  const networks = [...end.calls].map(([network, calls]) => {
    const made = [...calls].map(
      ([name, count]) => [name, count - (start.calls.get(network)?.get(name) ?? 0)] as const,
    )
    const perSecond = ((end.requests.get(network) ?? 0) - (start.requests.get(network) ?? 0)) / seconds
    const callsPerSecond = made.reduce((sum, [, count]) => sum + count, 0) / seconds
    const named = made
      .filter(([, count]) => count > 0)
      .sort(([, left], [, right]) => right - left)
      .map(([name, count]) => `${name} ${count}`)
    say(
      `  ${network.padEnd(12)} ${perSecond.toFixed(2).padStart(6)} requests and ${callsPerSecond.toFixed(2)} calls a second: ${named.join(', ')}`,
    )
    return perSecond
  })
  for (const { text, calls, ms } of statements.slice(0, MOST_NAMED))
    say(
      `  ${(calls / seconds).toFixed(2).padStart(6)} a second, ${(ms / seconds).toFixed(2).padStart(6)} ms: ${text}`,
    )
  const ours = services.filter(({ name }) => OURS.has(name))
  const cpuPercent = ours.reduce((sum, { percent }) => sum + percent, 0)
  const rpcPerSecond = Math.max(...networks)
  const roundTrips = statements.reduce((sum, { calls }) => sum + calls, 0) / seconds
  return {
    figures: {
      cpu_percent: cpuPercent.toFixed(1),
      rpc_per_s: rpcPerSecond.toFixed(2),
      rss_mb: ours.reduce((sum, { megabytes }) => sum + megabytes, 0).toFixed(0),
      round_trips_per_s: roundTrips.toFixed(1),
    },
    shortfalls: isShort
      ? []
      : [
          ...(cpuPercent <= CPU_TARGET ? [] : [`an idle stack uses more than ${CPU_TARGET} % of a core`]),
          ...(rpcPerSecond <= RPC_TARGET
            ? []
            : [`a network gets more than ${RPC_TARGET} requests a second while nobody uses it`]),
        ],
  }
}
