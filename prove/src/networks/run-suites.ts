import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'

/** One test of one network's suite. */
export type SuiteTest = Readonly<{
  /** The network and its setup: `Polygon with a second node`. */
  suite: string
  title: string
  status: string
  problem: string
}>

type Report = Readonly<{
  testResults: ReadonlyArray<
    Readonly<{
      name: string
      status: string
      message: string
      assertionResults: ReadonlyArray<
        Readonly<{
          ancestorTitles: readonly string[]
          title: string
          status: string
          failureMessages: readonly string[]
        }>
      >
    }>
  >
}>

const ROOT = resolve(import.meta.dirname, '../../..')
const SUITES = 'server/test/contracts/chains'
const NAME = / as a chain$/

/** Runs every contract suite of chains with its own test runner, and reads the outcome of each test. */
export async function runSuites(directory: string): Promise<readonly SuiteTest[]> {
  const report = join(directory, 'networks.json')
  const runner = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
  const args = [runner, 'run', SUITES, '--reporter=json', `--outputFile=${report}`]
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
  await new Promise((done, fail) => child.once('error', fail).once('exit', done))
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  return testResults.flatMap(({ name, status, message, assertionResults }) => [
    // A file that could not be loaded, or a world that could not be started, counts as failed.
    ...(status === 'failed' && assertionResults.every((one) => one.status !== 'failed')
      ? [{ suite: name, title: 'is read', status, problem: message }]
      : []),
    ...assertionResults.map((one) => ({
      suite: (one.ancestorTitles[0] ?? name).replace(NAME, ''),
      title: one.title,
      status: one.status,
      problem: one.failureMessages[0]?.split('\n')[0] ?? '',
    })),
  ])
}
