import type { NetworkName } from '@afara/server/kernel/networks.ts'
import { createTemporaryRun } from '@afara/stack/processes/temporary-run.ts'
import { liveNetworks } from '../chains/live-network.ts'
import type { Outcome, Proof } from '../proof.ts'
import { some, unless } from '../shortfalls.ts'
import { runSuites, type SuiteTest } from './run-suites.ts'

/** Runs the contract suite of chains on every network, each on a real node or a simulator. */
export const networksProof: Proof = {
  name: 'networks',
  sentence: 'The code of every network passes the same contract tests.',
  sizes: {},
  run: prove,
}

async function prove(): Promise<Outcome> {
  const run = await createTemporaryRun()
  const startedAt = performance.now()
  try {
    const tests = await runSuites(run.directory)
    return toOutcome(tests, (performance.now() - startedAt) / 1000)
  } finally {
    run.remove()
  }
}

function toOutcome(tests: readonly SuiteTest[], seconds: number): Outcome {
  const passed = tests.filter(({ status }) => status === 'passed')
  const failed = tests.filter(({ status }) => status === 'failed')
  const of = (network: NetworkName) => passed.filter(({ suite }) => suite.split(' ')[0] === network)
  const titles = new Set(tests.map(({ title }) => title))
  const left = tests.filter(({ status }) => status !== 'passed' && status !== 'failed')
  return {
    figures: {
      ...Object.fromEntries(liveNetworks.map((network) => [network.toLowerCase(), of(network).length])),
      statements: titles.size,
      passed: passed.length,
      left_out: left.length,
      failed: failed.length,
      seconds: seconds.toFixed(0),
    },
    shortfalls: [
      ...some(failed.map(({ suite, title, problem }) => `${suite}: ${title}: ${problem}`)),
      ...liveNetworks.flatMap((network) =>
        some(missingOf(network, titles, tests).map((title) => `${network} has no test "${title}"`)),
      ),
      ...liveNetworks.flatMap((network) => unless(of(network).length > 0, `${network} passed no test`)),
    ],
  }
}

/** Returns the titles that other networks have and this one does not. A skipped test counts as present. */
function missingOf(
  network: NetworkName,
  titles: ReadonlySet<string>,
  tests: readonly SuiteTest[],
): readonly string[] {
  const own = new Set(tests.filter(({ suite }) => suite.split(' ')[0] === network).map(({ title }) => title))
  return [...titles].filter((title) => title !== 'is read' && !own.has(title))
}
