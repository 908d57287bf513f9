import { readFileSync } from 'node:fs'

// Linux counts CPU time in hundredths of a second on all hardware.
const TICK_MICROS = 10_000

type Times = Readonly<{ own: number; ended: number }>

type SpentCpu<Name extends string> = Readonly<{
  postgres: number
  of: Readonly<Record<Name, number>>
  /** PostgreSQL and all of the processes. */
  total: number
}>

/**
 * Starts to measure CPU time. The returned function returns the CPU time of PostgreSQL's sessions and of each process since this call, in
 * microseconds.
 */
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

/** Returns what each of so many transactions cost: microseconds of PostgreSQL and in all, and milliseconds of each process. */
export function costOfEach({ postgres, of, total }: SpentCpu<string>, count: number) {
  const processes = Object.entries(of).map(([name, micros]) => [`${name}_ms`, micros / 1000 / count] as const)
  return { cpuMicros: postgres / count, totalCpuMicros: total / count, more: Object.fromEntries(processes) }
}

/**
 * Returns the CPU time of all sessions of a PostgreSQL so far, user and system, as counted by the kernel. It shows the cost of a commit
 * even while other programs keep the machine busy.
 */
export function readBackendCpuMicros(postmasterId: number): number {
  return (
    readTimes(postmasterId).ended + listSessions(postmasterId).reduce((sum, id) => sum + readCpuMicros(id), 0)
  )
}

/** Returns the CPU time of a process so far; 0 if the process has ended. */
export function readCpuMicros(processId: number): number {
  try {
    return readTimes(processId).own
  } catch {
    return 0
  }
}

/** Returns the CPU time of the ended children of this process, which are load generators. */
export function readEndedChildrenCpuMicros(): number {
  return readTimes(process.pid).ended
}

function listSessions(postmasterId: number): number[] {
  const children = readFileSync(`/proc/${postmasterId}/task/${postmasterId}/children`, 'utf8')
  // A session has its client's address in its title. Background processes such as the checkpointer do not.
  return children
    .split(' ')
    .filter(Boolean)
    .map(Number)
    .filter((id) => /127\.0\.0\.1\(/.test(readTitle(id)))
}

function readTitle(processId: number): string {
  try {
    return readFileSync(`/proc/${processId}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/** Returns the CPU time of a process and of its ended children. Throws if the process has ended. */
export function readTimes(processId: number): Times {
  const stat = readFileSync(`/proc/${processId}/stat`, 'utf8')
  // Field 2 is the name in brackets, 14 and 15 are the process's own times, 16 and 17 those of its ended children.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const at = (field: number) => (fields[field - 3] ?? 0) * TICK_MICROS
  return { own: at(14) + at(15), ended: at(16) + at(17) }
}
