import { readBackendCpuMicros, readCpuMicros } from '../backend-cpu.ts'

/** Returns what PostgreSQL's sessions and each process have spent since, in microseconds. */
export function watchCpu<Name extends string>(
  postmasterId: number,
  processes: Readonly<Record<Name, number>>,
): () => Readonly<{ postgres: number; of: Readonly<Record<Name, number>> }> {
  const read = () => ({
    postgres: readBackendCpuMicros(postmasterId),
    of: new Map(Object.entries<number>(processes).map(([name, id]) => [name, readCpuMicros(id)])),
  })
  const start = read()
  return () => {
    const end = read()
    const spent = Object.keys(processes).map((name) => [
      name,
      (end.of.get(name) ?? 0) - (start.of.get(name) ?? 0),
    ])
    return { postgres: end.postgres - start.postgres, of: Object.fromEntries(spent) as Record<Name, number> }
  }
}
