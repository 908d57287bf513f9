import type { Stage } from '../drive/stage.ts'
import type { Releases } from './judge-releases.ts'
import type { Record } from './read-record.ts'
import { wholeOf } from './shares.ts'

/** Returns the outcomes of payments that count and did not reach their buy automatically, with the number of each, most frequent first. */
export function whyNot(
  { world, linesOfCredits }: Stage,
  record: Record,
  releases: Releases,
): [string, number][] {
  const whole = wholeOf(releases.right)
  const given = new Set(releases.right.map(({ credit }) => credit.index))
  const stolen = new Set(releases.withinCapThefts.map(({ credit }) => credit.index))
  const reasons = new Map<string, number>()
  for (const credit of world.credits) {
    if (credit.counts === null || whole.has(credit.index)) continue
    const cases = record.cases.get(linesOfCredits.get(credit.index) ?? '') ?? []
    const became = stolen.has(credit.index)
      ? 'stolen'
      : [...new Set(cases)].toSorted().join('+') || (given.has(credit.index) ? 'matched in part' : 'nothing')
    const reason = `${credit.counts} ${credit.class} ${credit.shows}: ${became}`
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  }
  return [...reasons].toSorted(([, a], [, b]) => b - a)
}
