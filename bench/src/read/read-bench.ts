import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, Outcome, Plan } from '../bench.ts'
import { compareRates } from '../compare-rates.ts'
import { type Comparison, leadingFigures } from '../comparison.ts'
import { judge } from '../judge.ts'
import { type BenchApi, raiseApi } from '../raise-api.ts'
import type { TestBed } from '../test-bed.ts'
import { startBareRoute } from './bare-route.ts'
import { httpReads } from './http-reads.ts'
import { publishRates } from './publish-rates.ts'
import { sampleReply } from './sample-reply.ts'

const TARGETS = { cpuRatio: 0.9 }
const RATES_KNOWN_WITHIN_MS = 3_000

export const readBench: Bench = {
  summary:
    'vendors and rates with key check and rate limit, compared with a plain Fastify route that sends the same bytes',
  // Many short rounds: other tenants slow a machine for seconds at a time, and both sides of a round should see the same conditions.
  full: { rounds: 31, seconds: 1, clients: 64 },
  short: { rounds: 3, seconds: 1, clients: 64 },
  run,
}

async function run(bed: TestBed, plan: Plan, isShort: boolean): Promise<Outcome> {
  const api = await raiseApi(bed)
  try {
    await publishRates(bed, api.database)
    await sleep(RATES_KNOWN_WITHIN_MS)
    const vendors = await compareWithBare(bed, plan, api, '/transactions/v1/vendors', isShort)
    const rates = await compareWithBare(bed, plan, api, '/rates/v1/usdc-ngnc', isShort)
    return {
      figures: {
        ...leadingFigures(vendors),
        ours_cpu_us: vendors.oursCpuMicros.toFixed(1),
        bare_cpu_us: vendors.bareCpuMicros.toFixed(1),
        p50_ms: (vendors.more.ours.p50_ms ?? 0).toFixed(2),
        p99_ms: (vendors.more.ours.p99_ms ?? 0).toFixed(2),
        rates_cpu_ratio: rates.cpuRatio.toFixed(3),
        rates_ratio: rates.ratio.toFixed(3),
        rates_spread: rates.spread.toFixed(3),
        rates_ours: rates.ours.toFixed(0),
        rates_bare: rates.bare.toFixed(0),
        connections: String(plan.clients),
        rounds: String(plan.rounds),
        seconds: String(plan.seconds),
      },
      shortfalls: [
        ...judge('vendors', vendors, isShort ? {} : TARGETS),
        ...judge('rates', rates, isShort ? {} : TARGETS),
      ],
    }
  } finally {
    await api.stop()
  }
}

async function compareWithBare(
  bed: TestBed,
  plan: Plan,
  api: BenchApi,
  path: string,
  isShort: boolean,
): Promise<Comparison> {
  const url = `${api.url}${path}`
  const bareRoute = await startBareRoute(bed, await sampleReply(url, { 'svc-sec-key': api.key }))
  try {
    const ours = httpReads({ name: 'ours', url, processId: api.processId, key: api.key })
    const bare = httpReads({ name: 'bare', ...bareRoute, key: api.key })
    // Not measured: compiling the code takes up to a minute, and a process in service has run for days.
    for (const side of [ours, bare]) await side.measure(bed, { ...plan, seconds: isShort ? 2 : 40 })
    bed.say(`GET ${path}`)
    return await compareRates(bed, plan, { ours, bare })
  } finally {
    await bareRoute.stop()
  }
}
