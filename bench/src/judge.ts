import type { Comparison } from './comparison.ts'

// A round with fewer items measures its start more than its steady state.
export const FEWEST = 1_000

/** Returns the problems of a comparison, one sentence each. Without a target, only the number of items is checked. */
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
