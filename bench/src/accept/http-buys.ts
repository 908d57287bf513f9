import { setTimeout as sleep } from 'node:timers/promises'
import { countRows, settleDatabase } from '../bench-database.ts'
import { readEndedChildrenCpuMicros, watchCpu } from '../cpu-time.ts'
import type { BenchApi } from '../raise-api.ts'
import { retryStalledRound } from '../retry-stalled-round.ts'
import type { Load, Rate, Side } from '../side.ts'
import type { TestBed } from '../test-bed.ts'
import { runWrk } from '../wrk.ts'
import type { AcceptedBuy } from './accepted-buy.ts'
import { drainRecords } from './drain-records.ts'
import { postBuysLua } from './post-buys-lua.ts'

const TABLE = 'afara.buy'
// Each round opens new connections, which takes the first seconds.
const UNCOUNTED_SECONDS = 2

/** Buys over HTTP, through a real api process. Only buys answered with 200 count, and they must be in the database. */
export function httpBuys(name: string, api: BenchApi, buy: AcceptedBuy): Side {
  return {
    name,
    measure: async (bed, load) =>
      retryStalledRound(bed, name, load, (longer) => measureBuys(bed, api, buy, longer)),
  }
}

/** Returns undefined if nothing was answered. */
async function measureBuys(
  bed: TestBed,
  api: BenchApi,
  buy: AcceptedBuy,
  load: Load,
): Promise<Rate | undefined> {
  const before = await countRows(bed, api.database, TABLE)
  await settleDatabase(bed.postgres.url('postgres', api.database))
  const connections = load.connections ?? load.clients
  const post = async (seconds: number) =>
    runWrk(bed, { url: api.url, script: postBuysLua(api, buy), connections, seconds })
  const warm = await post(UNCOUNTED_SECONDS)
  await drainRecords(bed, api)
  const spent = watchCpu(bed.postgres.processId, { api: api.processId, worker: api.workerId ?? 0 })
  const wrkBefore = readEndedChildrenCpuMicros()
  const { answers, seconds, medianMicros, p99Micros } = await post(load.seconds)
  const wrkMicros = readEndedChildrenCpuMicros() - wrkBefore
  // What the worker has yet to do for these buys belongs to their cost.
  await drainRecords(bed, api)
  const { postgres, of, total } = spent()
  await requireRows(bed, api, before, warm.answers + answers, connections * 2)
  if (answers === 0) return undefined
  return {
    count: warm.answers + answers,
    perSecond: answers / seconds,
    cpuMicros: postgres / answers,
    totalCpuMicros: total / answers,
    more: {
      api_cpu_us: of.api / answers,
      worker_cpu_us: of.worker / answers,
      wrk_cpu_us: wrkMicros / answers,
      p50_ms: medianMicros / 1000,
      p99_ms: p99Micros / 1000,
    },
  }
}

/** When wrk stops, it closes its connections. Requests in progress at that time may still be committed, but no others. */
async function requireRows(
  bed: TestBed,
  api: BenchApi,
  before: number,
  answered: number,
  underWay: number,
): Promise<void> {
  let appeared = (await countRows(bed, api.database, TABLE)) - before
  for (;;) {
    await sleep(300)
    const now = (await countRows(bed, api.database, TABLE)) - before
    if (now === appeared) break
    appeared = now
  }
  if (appeared < answered)
    throw new Error(`${answered} buys were acknowledged, but only ${appeared} are in the database`)
  if (appeared > answered + underWay)
    throw new Error(`${answered} buys were acknowledged, but ${appeared} are in the database`)
}
