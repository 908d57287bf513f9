import type { Cpu } from './read-cpu.ts'

/** Describes the CPU time per buy of each part, the busiest first. Two cores give 2,000 ms a second to all processes of the machine. */
export function tellCpu(before: Cpu, after: Cpu, count: number): string {
  const spent = [...after]
    .map(([name, ms]) => [name, (ms - (before.get(name) ?? 0)) / count] as const)
    .sort(([, one], [, other]) => other - one)
  const all = spent.reduce((sum, [, ms]) => sum + ms, 0)
  return [...spent, ['all', all] as const].map(([name, ms]) => `${name} ${ms.toFixed(2)}`).join(', ')
}
