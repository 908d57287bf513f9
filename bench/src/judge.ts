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
      : [`${name}: one round has only ${fewest} items; at least ${FEWEST} are needed for a reliable rate`]),
    ...(target === undefined || ratio >= target
      ? []
      : [`${name}: ratio ${ratio.toFixed(3)} is below the target ${target}`]),
  ]
}
