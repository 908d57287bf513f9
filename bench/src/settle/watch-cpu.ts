import { readBackendCpuMicros, readCpuMicros } from '../backend-cpu.ts'

export type SpentCpu<Name extends string> = Readonly<{
  postgres: number
  of: Readonly<Record<Name, number>>
  /** PostgreSQL and all of the processes. */
  total: number
}>

/** Returns what PostgreSQL's sessions and each process have spent since, in microseconds. */
export function watchCpu<Name extends string>(
  postmasterId: number,
  processes: Readonly<Record<Name, number>>,
): () => SpentCpu<Name> {
  const read = () => ({
    postgres: readBackendCpuMicros(postmasterId),
    of: new Map(Object.entries<number>(processes).map(([name, id]) => [name, readCpuMicros(id)])),
  })
  const start = read()
  return () => {
    const end = read()
    const postgres = end.postgres - start.postgres
    const spent = Object.keys(processes).map(
      (name) => [name, (end.of.get(name) ?? 0) - (start.of.get(name) ?? 0)] as const,
    )
    return {
      postgres,
      of: Object.fromEntries(spent) as Record<Name, number>,
      total: spent.reduce((sum, [, micros]) => sum + micros, postgres),
    }
  }
}
