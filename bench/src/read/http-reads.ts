import { readCpuMicros } from '../cpu-time.ts'
import { retryStalledRound } from '../retry-stalled-round.ts'
import type { Side } from '../side.ts'
import { runWrk } from '../wrk.ts'

export type ReadTarget = Readonly<{ name: string; url: string; processId: number; key: string }>

/** GETs one URL over keep-alive connections. `cpuMicros` is the CPU time of the serving process per request. */
export function httpReads({ name, url, processId, key }: ReadTarget): Side {
  const script = `
wrk.headers["accept"] = "application/json"
wrk.headers["content-type"] = "application/json"
wrk.headers["svc-sec-key"] = "${key}"
`
  return {
    name,
    measure: async (bed, load) =>
      retryStalledRound(bed, name, load, async ({ connections = load.clients, seconds: forSeconds }) => {
        const cpuBefore = readCpuMicros(processId)
        const { answers, seconds, medianMicros, p99Micros } = await runWrk(bed, {
          url,
          script,
          connections,
          seconds: forSeconds,
        })
        return {
          count: answers,
          perSecond: answers / seconds,
          cpuMicros: (readCpuMicros(processId) - cpuBefore) / answers,
          more: { p50_ms: medianMicros / 1000, p99_ms: p99Micros / 1000 },
        }
      }),
  }
}
