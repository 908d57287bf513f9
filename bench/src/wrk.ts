import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { startChild } from '@afara/stack/processes/child-process.ts'
import type { TestBed } from './test-bed.ts'

type WrkRun = Readonly<{ url: string; script: string; connections: number; seconds: number }>

type WrkReport = Readonly<{
  /** Complete answers. */
  answers: number
  seconds: number
  /** The number of refusals among the answers. */
  refused: number
  /** Connections that were refused, broke or never answered. */
  broken: number
  medianMicros: number
  p99Micros: number
}>

/** Lua that makes wrk print the line that `readWrkReport` reads. Appended to every script. */
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
 * Drives a URL over keep-alive connections from one thread, with one request in progress on each connection. Throws if any answer was a
 * refusal or any connection broke: a rate of refusals means nothing.
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
    throw new Error(
      `wrk: of ${report.answers} answers, ${report.refused} were refusals and ${report.broken} connections broke`,
    )
  }
  return report
}

/** Returns undefined if the report is not of a complete run. */
export function readWrkReport(text: string): WrkReport | undefined {
  const numbers = LINE.exec(text)?.slice(1).map(Number)
  if (numbers === undefined) return undefined
  const [answers = 0, micros = 0, refused = 0, broken = 0, medianMicros = 0, p99Micros = 0] = numbers
  return { answers, seconds: micros / 1e6, refused, broken, medianMicros, p99Micros }
}

/** Returns the path of wrk, the HTTP load generator, from Debian. */
function findWrk(): string {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const found = folders.map((folder) => join(folder, 'wrk')).find((file) => existsSync(file))
  if (found === undefined) throw new Error('wrk is missing: apt-get install wrk')
  return found
}
