import type { Comparison } from './comparison.ts'

// A round with fewer items measures its start more than its steady state.
export const FEWEST = 1_000

/** The least that a comparison may show. CPU is judged where it decides the cost, and rates where waiting for the disk does. */
export type Targets = Readonly<{ cpuRatio?: number; postgresRatio?: number; ratio?: number }>

const names = { cpuRatio: 'cpu_ratio', postgresRatio: 'postgres_ratio', ratio: 'ratio' } as const

/** Returns the problems of a comparison, one sentence each. Without targets, only the number of items is checked. */
export function judge(
  name: string,
  comparison: Pick<Comparison, keyof Targets | 'fewest'>,
  targets: Targets,
  fewest = FEWEST,
): string[] {
  const few = `${name}: one round has only ${comparison.fewest} items; at least ${fewest} are needed for a reliable rate`
  const missed = (['cpuRatio', 'postgresRatio', 'ratio'] as const).flatMap((figure) => {
    const target = targets[figure]
    if (target === undefined || comparison[figure] >= target) return []
    return [`${name}: ${names[figure]} ${comparison[figure].toFixed(3)} is below the target ${target}`]
  })
  return [...(comparison.fewest >= fewest ? [] : [few]), ...missed]
}
