import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startChild } from '@afara/stack/processes/child-process.ts'
import type { TemporaryRun } from '@afara/stack/processes/temporary-run.ts'

/** Outcome of each test that ran, by its file and name. */
export type Watched = Readonly<{
  passed: ReadonlySet<string>
  /** Tests that failed, with the message. */
  failed: ReadonlyMap<string, string>
  /** Files that could not be run, or the reason why nothing ran. */
  unread: readonly string[]
}>

type Report = Readonly<{
  testResults: readonly Readonly<{
    name: string
    status: string
    message: string
    assertionResults: readonly Readonly<{
      status: string
      fullName: string
      failureMessages: readonly string[]
    }>[]
  }>[]
}>

// A bug that breaks the syntax makes any test fail, which shows nothing about the test that must catch the bug.
const NONSENSE =
  /SyntaxError|ReferenceError|is not defined|is not a function|syntax error|does not exist|is ambiguous/

/** Returns the test that fails with the bug and passes without it. Failures of broken code do not count. */
export function catcherOf(seen: Watched, sound: Watched): string | undefined {
  return [...seen.failed].find(([name, message]) => sound.passed.has(name) && !NONSENSE.test(message))?.[0]
}

/** Returns the failures of a run in which no test caught the bug. */
export function whyNot({ unread, failed }: Watched): string[] {
  return [...unread, ...failed.values()].map((what) => what.slice(0, 400))
}

/** Runs these test files in a copy of the sources. If `test` is given, runs only tests with that name. */
export async function runWatchers(
  run: TemporaryRun,
  directory: string,
  files: readonly string[],
  test?: string,
): Promise<Watched> {
  const report = join(directory, 'watchers.json')
  const logFile = join(directory, 'watchers.log')
  rmSync(report, { force: true })
  rmSync(logFile, { force: true })
  const child = await startChild({
    name: 'watchers',
    command: process.execPath,
    args: [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=json',
      `--outputFile=${report}`,
      ...(test === undefined ? [] : ['-t', escaped(test)]),
      ...files,
    ],
    environment: process.env,
    directory,
    logFile,
    onSpawn: run.onSpawn,
  })
  await child.ended
  return read(report, logFile, directory)
}

function read(report: string, logFile: string, directory: string): Watched {
  const passed = new Set<string>()
  const failed = new Map<string, string>()
  const unread: string[] = []
  let results: Report['testResults'] = []
  try {
    results = (JSON.parse(readFileSync(report, 'utf8')) as Report).testResults
  } catch {
    unread.push(readFileSync(logFile, 'utf8').slice(-2_000))
  }
  for (const { name, status, message, assertionResults } of results) {
    const file = name.slice(directory.length + 1)
    const bad = assertionResults.filter((one) => one.status === 'failed')
    if (status === 'failed' && bad.length === 0) unread.push(`${file}: ${message}`)
    for (const one of bad) failed.set(`${file} › ${one.fullName}`, one.failureMessages.join('\n'))
    for (const one of assertionResults) if (one.status === 'passed') passed.add(`${file} › ${one.fullName}`)
  }
  return { passed, failed, unread }
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
