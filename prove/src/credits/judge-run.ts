import { runChecks } from '@afara/server/records/ledger/check-store.ts'
import type { Outcome } from '../proof.ts'
import { answerFaults } from './answer-faults.ts'
import type { Buyers } from './buyers.ts'
import { explainBuys } from './explain-buys.ts'
import { type Imports, statementFaults } from './import-days.ts'
import { judgeBuys } from './judge-buys.ts'
import { judgeLines } from './judge-lines.ts'
import { judgeQuarantine } from './judge-quarantine.ts'
import type { Kill } from './kill-in-turn.ts'
import { createNameTruth } from './name-truth.ts'
import { paymentFaults } from './payment-faults.ts'
import { readRecord } from './read-record.ts'
import type { Stage } from './set-stage.ts'
import { SPOOF, type Spoofer } from './spoof.ts'

export type Run = Readonly<{
  stage: Stage
  credits: number
  kills: number
  buys: number
  killed: readonly Kill[]
  answerHits: ReadonlyMap<string, number>
  imports: Imports
  spoofer: Spoofer
  buyers: Buyers
  seconds: number
  seed: number
  /** Number of times that operators unfroze an account. */
  unfrozen: number
}>

const MOST_SHOWN = 8
const LEAST_MATCHED = 0.9

/** Judges the run. A run counts only if enough happened in it. */
export async function judgeRun(run: Run): Promise<Outcome> {
  const { stage, imports, spoofer } = run
  const told = imports.report()
  const truth = await stage.desk.truth()
  const record = await readRecord(stage.worker)
  const { checks, findings } = await runChecks(stage.worker)
  const nameTruth = createNameTruth(truth)
  const lines = judgeLines(truth, record.lines, nameTruth)
  const asides = judgeQuarantine(truth, record.asides, nameTruth, new Map([...run.answerHits, ...told.hits]))
  const buys = judgeBuys(run.buyers.all(), record.given, lines.truthOf)
  const missed = lines.missed.filter((line) => !asides.waiting.has(line))
  const spoofs = spoofer.report()
  const spoofed = record.lines.filter(({ sightings }) =>
    sightings.some(({ externalId }) => externalId.includes(SPOOF)),
  )
  const { hooks, requests } = await stage.desk.state()
  const polls = (requests.monnify_feed ?? 0) + (requests.paystack_feed ?? 0)
  const faults = countFaults(truth, run.answerHits, told.hits)
  const absent = [...faults].filter(([, count]) => count === 0).map(([name]) => name)
  const credits = truth.filter(({ direction }) => direction === 'credit').length
  const returns = record.lines.filter(
    ({ id, kind }) => kind === 'payment' && lines.truthOf.get(id)?.mark === 'return',
  )
  // A remaining hint is harmless if its line is recorded. Otherwise the line would be lost.
  const recorded = new Set(record.lines.flatMap(({ sightings }) => sightings.map(referenceOf)))
  const hintsLeft = record.hints.filter(({ key }) => !key.includes(SPOOF))
  const strayHints = hintsLeft.filter(({ key }) => !recorded.has(key))
  return {
    figures: {
      credits,
      lines: truth.length,
      recorded_twice: lines.twice.length,
      twice_held: lines.held.length,
      missed: missed.length,
      invented: lines.invented.length,
      kobo_difference: String(lines.koboDifference),
      asides: record.asides.length,
      only_aside: lines.missed.length - missed.length,
      spoofed: spoofs.sent,
      spoofed_recorded: spoofed.length,
      hooks: hooks.delivered ?? 0,
      polls,
      statements: record.importRuns,
      refused_statements: told.refused,
      kills: run.killed.length,
      faults: [...faults].filter(([, count]) => count > 0).length,
      buys_matched: buys.matched,
      wrong: buys.wrong.length,
      unfrozen: run.unfrozen,
      returns_by_feed: returns.length,
      hints_left: hintsLeft.length,
      checks,
      seconds: run.seconds.toFixed(0),
      seed: run.seed,
    },
    shortfalls: [
      ...some(lines.twice.map((text) => `recorded twice: ${text}`)),
      ...some(
        missed.map((line) => `missed: ${line.id} ${line.account} ${line.mark} ${line.faults.join(' ')}`),
      ),
      ...some(lines.invented.map((text) => `invented: ${text}`)),
      ...some(lines.wrong),
      ...some(asides.unexplained),
      ...some(buys.wrong),
      ...some(told.problems),
      ...some(findings.map(({ check, subject, problem }) => `${check}: ${subject} ${problem}`)),
      ...some(
        strayHints.map(
          ({ vendor, key, lastError }) => `a notification is still unread: ${vendor} ${key} ${lastError}`,
        ),
      ),
      ...unless(
        lines.held.length <= credits / 100,
        `${lines.held.length} lines were recorded twice and wait for an operator, which is too many`,
      ),
      ...unless(
        lines.koboDifference === 0n,
        `recorded and true amounts differ by ${lines.koboDifference} kobo`,
      ),
      ...unless(spoofed.length === 0, `${spoofed.length} forged payments were recorded`),
      ...unless(absent.length === 0, `these faults never occurred: ${absent.join(', ')}`),
      ...unless(credits >= run.credits, `only ${credits} of ${run.credits} credits were made`),
      ...unless(run.killed.length >= run.kills, `only ${run.killed.length} of ${run.kills} kills were made`),
      ...unless(
        (hooks.delivered ?? 0) >= credits * 0.4,
        `only ${hooks.delivered} notifications were accepted`,
      ),
      ...unless(polls >= run.kills, `lists were polled only ${polls} times`),
      ...unless(record.importRuns >= 16, `only ${record.importRuns} statements were imported`),
      ...unless(told.refused >= 4, `only ${told.refused} statements were refused`),
      ...unless(
        spoofs.refused > 10 && spoofs.heeded > 0,
        `too few forged notifications were refused or followed up: ${JSON.stringify(spoofs)}`,
      ),
      ...unless(
        buys.matched >= run.buys * LEAST_MATCHED,
        `only ${buys.matched} of ${run.buys} buys were matched`,
      ),
      ...(buys.matched >= run.buys * LEAST_MATCHED
        ? []
        : some(await explainBuys(stage.worker, buys.unmatched))),
      ...waysIn(record.lines),
    ],
  }
}

function referenceOf({ externalId }: { externalId: string }): string {
  return externalId.replace(/(#\d+)?(:reversed)?$/, '')
}

function countFaults(
  truth: ReadonlyArray<{ faults: readonly string[] }>,
  ...tallies: ReadonlyArray<ReadonlyMap<string, number>>
): Map<string, number> {
  const names = [
    ...paymentFaults.map(({ name }) => name),
    ...answerFaults.map(({ fault }) => fault),
    ...statementFaults,
  ]
  const counts = new Map(names.map((name) => [name, 0]))
  const add = (name: string, count: number) => counts.set(name, (counts.get(name) ?? 0) + count)
  for (const { faults } of truth) for (const name of faults) add(name, 1)
  for (const tally of tallies) for (const [name, count] of tally) add(name, count)
  return counts
}

/** Statements must be the only source of some lines, and each feed must share some lines with a statement. */
function waysIn(lines: ReadonlyArray<{ sightings: ReadonlyArray<{ source: string }> }>): string[] {
  const ways = lines.map(({ sightings }) =>
    sightings
      .map(({ source }) => source)
      .toSorted()
      .join(' and '),
  )
  const wanted = ['statement', 'monnify and statement', 'providus and statement', 'paystack and statement']
  return wanted
    .filter((way) => ways.filter((one) => one === way).length < 10)
    .map((way) => `fewer than ten lines were reported by ${way}`)
}

function some(problems: readonly string[]): string[] {
  const more = problems.length - MOST_SHOWN
  return [...problems.slice(0, MOST_SHOWN), ...unless(more <= 0, `… and ${more} more`)]
}

function unless(isGood: boolean, problem: string): string[] {
  return isGood ? [] : [problem]
}
