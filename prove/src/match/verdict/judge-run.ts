import { keepOverdueCases } from '@afara/server/records/cases/case-store.ts'
import { runChecks } from '@afara/server/records/ledger/check-store.ts'
import type { Outcome } from '../../proof.ts'
import type { Stage } from '../drive/stage.ts'
import { judgeReleases, type Release } from './judge-releases.ts'
import { koboDifference } from './kobo-difference.ts'
import { largestOverCap } from './largest-over-cap.ts'
import { readRecord } from './read-record.ts'
import { type Share, sharesByShown, sharesOf } from './shares.ts'
import { tooLittle } from './too-little.ts'
import { uncontested } from './uncontested.ts'
import { whyNot } from './why-not.ts'

const SHOWN = 5
const REASONS = 25
const SURE = 10_000
// Maximum share of mixed-up payments among those into accounts of one business.
const MIXED_UP_AT_MOST = 0.001

/** Compares everything that the database has about a run with the truth. */
export async function judgeRun(stage: Stage, say: (line: string) => void): Promise<Outcome> {
  const { world } = stage
  const record = await readRecord(stage)
  const releases = judgeReleases(world, stage, record.allocations)
  const robbed = uncontested(world, stage, record.allocations, releases.withinCapThefts)
  const shares = sharesOf(world, releases)
  const overCap = largestOverCap(world, [...releases.right, ...releases.withinCapThefts, ...releases.wrong])
  const kobo = koboDifference(stage, record)
  // No worker runs here, and the world's days are in the past: every buy that is left is overdue.
  while ((await keepOverdueCases(stage.pools.worker, new Date())) > 0);
  const { checks, findings } = await runChecks(stage.pools.worker)
  for (const [name, share] of answersInOrder(sharesByShown(world, releases))) say(`${name}: ${shown(share)}`)
  for (const [reason, count] of whyNot(stage, record, releases).slice(0, REASONS))
    say(`not matched automatically, ${reason}: ${count}`)
  for (const [kind, count] of answersInOrder(record.casesByKind)) say(`case ${kind}: ${count}`)
  const thiefClaims = world.claims.filter(({ attack }) => attack !== null).length
  const lost = releases.withinCapThefts.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  return {
    figures: {
      payments: world.credits.length,
      honest_shared: shares.shared.all,
      automatic_share: ratio(shares.shared).toFixed(4),
      dedicated_share: ratio(shares.dedicated).toFixed(4),
      expected_share: ratio(shares.expected).toFixed(4),
      own_number_share: ratio(shares.own_number).toFixed(4),
      released_wrongly: releases.wrong.length + robbed.length,
      mixed_up_within_business: releases.mixedUp.length,
      thief_claims: thiefClaims,
      within_cap_thefts: releases.withinCapThefts.length,
      within_cap_lost_naira: (lost / 100n).toString(),
      loss_over_cap: overCap.toString(),
      cases: [...record.casesByKind.values()].reduce((sum, count) => sum + count, 0),
      kobo_difference: kobo.toString(),
      checks,
    },
    shortfalls: [
      ...below('automatic_share', shares.shared, 0.95),
      ...below('dedicated_share', shares.dedicated, 0.995),
      ...below('expected_share', shares.expected, 0.995),
      ...below('own_number_share', shares.own_number, 0.999),
      ...some('matched to the wrong claim', releases.wrong),
      ...some('matched to a thief although its owner claimed it too', robbed),
      ...(releases.mixedUp.length > Math.max(1, shares.dedicated.all * MIXED_UP_AT_MOST)
        ? some('matched to another customer of the same business', releases.mixedUp)
        : []),
      ...(overCap > 0n ? [`a business received ${overCap} kobo more than its exposure limit`] : []),
      ...(kobo > 0n ? [`the database and the true amounts differ by ${kobo} kobo`] : []),
      ...(record.credits === world.credits.length
        ? []
        : [`${world.credits.length} credits were reported, but ${record.credits} are recorded`]),
      ...findings.slice(0, SHOWN).map(({ check, subject, problem }) => `${check}: ${subject} ${problem}`),
      ...tooLittle(stage, record, releases),
    ],
  }
}

function answersInOrder<T>(named: ReadonlyMap<string, T>): [string, T][] {
  return [...named].toSorted(([a], [b]) => a.localeCompare(b))
}

function ratio({ all, automatic }: Share): number {
  return all === 0 ? 0 : automatic / all
}

function shown(share: Share): string {
  return `${share.automatic} of ${share.all} matched automatically, ${ratio(share).toFixed(4)}`
}

/** A small run may be below the target by chance. Allows three standard deviations for its size. */
function below(name: string, share: Share, target: number): string[] {
  const chance = share.all < SURE ? 3 * Math.sqrt((target * (1 - target)) / Math.max(1, share.all)) : 0
  const least = target - chance
  return ratio(share) >= least ? [] : [`${name} is ${ratio(share).toFixed(4)}, below ${least.toFixed(4)}`]
}

function some(what: string, releases: readonly Release[]): string[] {
  const lines = releases
    .slice(0, SHOWN)
    .map(
      ({ claim, credit, evidence, ground }) =>
        `${what}: credit ${credit.index} (${credit.class}, shows ${credit.shows}) to claim ${claim.index} (${claim.attack ?? 'honest'}) by ${evidence} and ${ground}`,
    )
  return releases.length > SHOWN ? [...lines, `${what}: ${releases.length} in total`] : lines
}
