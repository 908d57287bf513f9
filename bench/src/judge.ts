import type { Comparison } from './comparison.ts'

// Below this a round says more about how it started than about what it measured.
export const FEWEST = 1_000

/** What is wrong with a comparison, a sentence each. Without a target only that enough happened is asked. */
export function judge(
  name: string,
  comparison: Pick<Comparison, 'ratio' | 'fewest'>,
  target: number | undefined,
): string[] {
  const { ratio, fewest } = comparison
  return [
    ...(fewest >= FEWEST
      ? []
      : [`${name}: only ${fewest} in one round; ${FEWEST} are needed to mean anything`]),
    ...(target === undefined || ratio >= target
      ? []
      : [`${name}: ratio ${ratio.toFixed(3)} is below ${target}`]),
  ]
}
