import { readBackendCpuMicros, readCpuMicros } from '../cpu-time.ts'
import { retryStalledRound } from '../retry-stalled-round.ts'
import type { Load, Rate, Side } from '../side.ts'
import { runWrk } from '../wrk.ts'

export type PageTarget = Readonly<{
  name: string
  url: string
  processId: number
  key: string
  /** Paths of pages at many depths, requested in turn. */
  paths: readonly string[]
  /** A round with fewer pages is measured again. */
  fewest: number
}>

/** GETs pages over keep-alive connections. `cpuMicros` is the CPU time of the serving process and its database per page. */
export function httpPages({ name, url, processId, key, paths, fewest }: PageTarget): Side {
  const script = `
wrk.headers["accept"] = "application/json"
wrk.headers["svc-sec-key"] = "${key}"
local paths = { ${paths.map((path) => JSON.stringify(path)).join(', ')} }
local turn = 0
request = function()
  turn = turn % #paths + 1
  return wrk.format("GET", paths[turn])
end
`
  return {
    name,
    measure: async (bed, wanted) => {
      const cpu = () => readCpuMicros(processId) + readBackendCpuMicros(bed.postgres.processId)
      const measureOnce = async ({ clients, seconds }: Load): Promise<Rate> => {
        const before = cpu()
        const report = await runWrk(bed, { url, script, connections: clients, seconds })
        return {
          count: report.answers,
          perSecond: report.answers / report.seconds,
          cpuMicros: (cpu() - before) / report.answers,
          more: { p50_ms: report.medianMicros / 1000, p99_ms: report.p99Micros / 1000 },
        }
      }
      return retryStalledRound(bed, name, wanted, measureOnce, fewest)
    },
  }
}
