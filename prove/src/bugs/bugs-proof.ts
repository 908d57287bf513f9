import { join } from 'node:path'
import { createTemporaryRun } from '@afara/stack/processes/temporary-run.ts'
import { plantBugs } from '../plant-bugs.ts'
import type { Outcome, Proof, ProofInput } from '../proof.ts'
import { isStale, type MoneyBug } from './money-bug.ts'
import { moneyBugs } from './money-bugs.ts'
import { catcherOf, runWatchers, whyNot } from './run-watchers.ts'
import { copySources, type SourceCopy } from './source-copy.ts'

const ROOT = join(import.meta.dirname, '../../..')
const LANES = 2

/** Checks that the responsible test catches each of these mistakes. */
export const bugsProof: Proof = {
  name: 'bugs',
  sentence: 'Money bugs are introduced one at a time, and the tests catch each of them.',
  sizes: {
    bugs: { full: moneyBugs.length, short: 2 },
    seed: { full: 1, short: 1 + Math.floor(Math.random() * 1_000_000) },
  },
  choices: { only: moneyBugs.map(({ name }) => name) },
  run: prove,
}

async function prove({ size, choice, progress }: ProofInput): Promise<Outcome> {
  const stale = moneyBugs.filter((bug) => isStale(ROOT, bug))
  const bugs = draw(size('seed'), size('bugs'), choice('only')).filter((bug) => !stale.includes(bug))
  if (bugs.length === 0)
    return {
      figures: { planted: 0, caught: 0, by_tests: 0, stale: stale.length },
      shortfalls: stale.map(describeStale),
    }
  const run = await createTemporaryRun()
  try {
    const copies = Array.from({ length: Math.min(LANES, bugs.length) }, (_, lane) =>
      copySources(ROOT, join(run.directory, `lane-${lane}`)),
    )
    progress.say(`${bugs.length} bugs to introduce; first, their tests run without a bug`)
    const watchers = [...new Set(bugs.map(({ watcher }) => watcher))].toSorted()
    const sound = await runWatchers(run, copies[0]?.directory ?? ROOT, watchers)
    const caughtBy = new Map<string, string>()
    const { caught, shortfalls } = await plantBugs(
      bugs,
      { lanes: copies.length, progress },
      async (bug, lane) => {
        const copy = copies[lane] as SourceCopy
        const seen = await copy.withBug(bug, async () =>
          runWatchers(run, copy.directory, [bug.watcher], bug.test),
        )
        const sign = catcherOf(seen, sound)
        if (sign === undefined) for (const what of whyNot(seen)) progress.say(`${bug.name}: ${what}`)
        if (sign !== undefined) caughtBy.set(bug.name, sign)
        return sign
      },
    )
    const width = Math.max(...bugs.map(({ name }) => name.length))
    for (const { name } of bugs) progress.say(`${name.padEnd(width)}  ${caughtBy.get(name) ?? 'NOT CAUGHT'}`)
    return {
      figures: { planted: bugs.length, caught, by_tests: caughtBy.size, stale: stale.length },
      shortfalls: [
        ...shortfalls,
        ...stale.map(describeStale),
        ...[...sound.failed.keys()].map((name) => `this test fails even without a bug: ${name}`),
        ...sound.unread.map((what) => `this test file could not run, even without a bug: ${what}`),
      ],
    }
  } finally {
    run.remove()
  }
}

/** Returns all bugs, the named one, or `count` bugs from different parts of the list. */
function draw(seed: number, count: number, only: string | undefined): readonly MoneyBug[] {
  if (only !== undefined) return moneyBugs.filter(({ name }) => name === only)
  const stride = Math.max(1, Math.floor(moneyBugs.length / count))
  return Array.from(
    { length: Math.min(count, moneyBugs.length) },
    (_, place) => (seed + place * stride) % moneyBugs.length,
  ).flatMap((place) => moneyBugs[place] ?? [])
}

function describeStale({ name, file }: MoneyBug): string {
  return `stale: "${name}" cannot be introduced, because ${file} does not contain the line that it changes exactly once`
}
