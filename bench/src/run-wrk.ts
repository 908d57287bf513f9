import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startChild } from '@afara/stack/processes/child-process.ts'
import { findWrk } from './find-wrk.ts'
import type { TestBed } from './test-bed.ts'
import { REPORT_LUA, readWrkReport, type WrkReport } from './wrk-report.ts'

export type WrkRun = Readonly<{ url: string; script: string; connections: number; seconds: number }>

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
