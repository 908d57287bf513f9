import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { startChild } from '@afara/stack/processes/child-process.ts'
import type { TestBed } from './test-bed.ts'

type WrkRun = Readonly<{ url: string; script: string; connections: number; seconds: number }>

type WrkReport = Readonly<{
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
const REPORT_LUA = `
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    "report answers=%d micros=%d refused=%d broken=%d median=%d p99=%d\\n",
    summary.requests, summary.duration, errors.status, errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50), latency:percentile(99)))
end
`

const LINE = /^report answers=(\d+) micros=(\d+) refused=(\d+) broken=(\d+) median=(\d+) p99=(\d+)$/m

/**
 * Drives a URL over keep-alive connections, each with one request under way, from one thread. Throws when any answer
 * was a refusal or any connection broke: a rate of refusals is no rate.
 */
export async function runWrk(bed: TestBed, run: WrkRun): Promise<WrkReport> {
  const logFile = join(bed.directory, 'wrk.log')
  const script = join(bed.directory, 'script.lua')
  rmSync(logFile, { force: true })
  writeFileSync(script, `${run.script}${REPORT_LUA}`)
  const child = await startChild({
    name: 'wrk',
    command: findWrk(),
    args: ['-t1', `-c${run.connections}`, `-d${run.seconds}s`, '--timeout=30s', '-s', script, run.url],
    environment: { LC_ALL: 'C' },
    logFile,
  })
  const end = await child.ended
  const text = readFileSync(logFile, 'utf8')
  const report = readWrkReport(text)
  if (end !== 'code 0' || report === undefined)
    throw new Error(`wrk ended with ${end}:\n${text.slice(0, 2_000)}`)
  if (report.refused + report.broken > 0) {
    throw new Error(`wrk: ${report.refused} refused, ${report.broken} broken, of ${report.answers} answers`)
  }
  return report
}

/** Undefined when the report is not that of a whole run. */
export function readWrkReport(text: string): WrkReport | undefined {
  const numbers = LINE.exec(text)?.slice(1).map(Number)
  if (numbers === undefined) return undefined
  const [answers = 0, micros = 0, refused = 0, broken = 0, medianMicros = 0, p99Micros = 0] = numbers
  return { answers, seconds: micros / 1e6, refused, broken, medianMicros, p99Micros }
}

/** The generator of HTTP load, from Debian. */
function findWrk(): string {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const found = folders.map((folder) => join(folder, 'wrk')).find((file) => existsSync(file))
  if (found === undefined) throw new Error('wrk is missing: apt-get install wrk')
  return found
}
