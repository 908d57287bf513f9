import type { Cpu } from './read-cpu.ts'

/** What each of so many cost: who uses the machine, the busiest first; two cores have 2,000 ms a second for all of them and for every other process. */
export function tellCpu(before: Cpu, after: Cpu, count: number): string {
  const spent = [...after]
    .map(([name, ms]) => [name, (ms - (before.get(name) ?? 0)) / count] as const)
    .sort(([, one], [, other]) => other - one)
  const all = spent.reduce((sum, [, ms]) => sum + ms, 0)
  return [...spent, ['all', all] as const].map(([name, ms]) => `${name} ${ms.toFixed(2)}`).join(', ')
}
