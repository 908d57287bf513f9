import { setTimeout as sleep } from 'node:timers/promises'
import { readBackendCpuMicros, readCpuMicros, readEndedChildrenCpuMicros } from '../backend-cpu.ts'
import { countRows } from '../count-rows.ts'
import type { BenchApi } from '../raise-api.ts'
import { runWrk } from '../run-wrk.ts'
import { settleDatabase } from '../settle-database.ts'
import type { Side } from '../side.ts'
import type { TestBed } from '../test-bed.ts'
import type { AcceptedBuy } from './accepted-buy.ts'
import { postBuysLua } from './post-buys-lua.ts'

const TABLE = 'afara.buy'
// Connections are new in each round, and the first seconds go into opening them.
const UNCOUNTED_SECONDS = 2

/** Buys over HTTP, through a real api process. Only what was answered with 200 counts, and it must be in the database. */
export function httpBuys(name: string, api: BenchApi, buy: AcceptedBuy): Side {
  return {
    name,
    measure: async (bed, load) => {
      const before = await countRows(bed, api.database, TABLE)
      await settleDatabase(bed.postgres.url('postgres', api.database))
      const connections = load.connections ?? load.clients
      const post = async (seconds: number) =>
        runWrk(bed, { url: api.url, script: postBuysLua(api, buy), connections, seconds })
      const warm = await post(UNCOUNTED_SECONDS)
      const spent = watchCpu(bed, api)
      const { answers, seconds, medianMicros, p99Micros } = await post(load.seconds)
      const { postgres, ...more } = spent(answers)
      await requireRows(bed, api, before, warm.answers + answers, connections * 2)
      return {
        count: warm.answers + answers,
        perSecond: answers / seconds,
        cpuMicros: postgres,
        totalCpuMicros: postgres + more.api_cpu_us,
        more: { ...more, p50_ms: medianMicros / 1000, p99_ms: p99Micros / 1000 },
      }
    },
  }
}

function watchCpu(
  bed: TestBed,
  api: BenchApi,
): (count: number) => Record<'postgres' | 'api_cpu_us' | 'wrk_cpu_us', number> {
  const read = () => ({
    postgres: readBackendCpuMicros(bed.postgres.processId),
    api_cpu_us: readCpuMicros(api.processId),
    wrk_cpu_us: readEndedChildrenCpuMicros(),
  })
  const start = read()
  return (count) => {
    const end = read()
    return {
      postgres: (end.postgres - start.postgres) / count,
      api_cpu_us: (end.api_cpu_us - start.api_cpu_us) / count,
      wrk_cpu_us: (end.wrk_cpu_us - start.wrk_cpu_us) / count,
    }
  }
}

/** When wrk stops it hangs up: what was under way then may still be committed, but nothing beyond that. */
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
    throw new Error(`${answered} buys were acknowledged, but only ${appeared} are there`)
  if (appeared > answered + underWay)
    throw new Error(`${answered} buys were acknowledged, and ${appeared} are there`)
}
