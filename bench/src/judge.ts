import type { Comparison } from './compare-rates.ts'

// Below this a round says more about how it started than about what it measured.
const FEWEST_COMMITS = 1_000

/** What is wrong with a comparison, a sentence each. Without a target only that enough happened is asked. */
export function judge(name: string, comparison: Comparison, target: number | undefined): string[] {
  const { ratio, fewest } = comparison
  return [
    ...(fewest >= FEWEST_COMMITS
      ? []
      : [`${name}: only ${fewest} commits in one round; ${FEWEST_COMMITS} are needed to mean anything`]),
    ...(target === undefined || ratio >= target
      ? []
      : [`${name}: ratio ${ratio.toFixed(3)} is below ${target}`]),
  ]
}
