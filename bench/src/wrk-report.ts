export type WrkReport = Readonly<{
  /** Answers that came back whole. */
  answers: number
  seconds: number
  /** Among those, how many said no. */
  refused: number
  /** Connections that were refused, broke or never answered. */
  broken: number
  medianMicros: number
  p99Micros: number
}>

/** Lua that makes wrk print what `readWrkReport` reads; appended to every script. */
export const REPORT_LUA = `
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    "report answers=%d micros=%d refused=%d broken=%d median=%d p99=%d\\n",
    summary.requests, summary.duration, errors.status, errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50), latency:percentile(99)))
end
`

const LINE = /^report answers=(\d+) micros=(\d+) refused=(\d+) broken=(\d+) median=(\d+) p99=(\d+)$/m

/** Undefined when the report is not that of a whole run. */
export function readWrkReport(text: string): WrkReport | undefined {
  const numbers = LINE.exec(text)?.slice(1).map(Number)
  if (numbers === undefined) return undefined
  const [answers = 0, micros = 0, refused = 0, broken = 0, medianMicros = 0, p99Micros = 0] = numbers
  return { answers, seconds: micros / 1e6, refused, broken, medianMicros, p99Micros }
}
