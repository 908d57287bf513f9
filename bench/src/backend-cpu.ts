import { readFileSync } from 'node:fs'

// Linux counts the CPU time of processes in hundredths of a second, whatever the hardware does.
const TICK_MICROS = 10_000

/**
 * CPU time of all sessions of a PostgreSQL that have ended so far, user and system, by the kernel's own count. It tells
 * what a commit costs even while other programs keep the machine busy.
 */
export function readBackendCpuMicros(postmasterId: number): number {
  const stat = readFileSync(`/proc/${postmasterId}/stat`, 'utf8')
  // The second field is the name in brackets; 16 and 17 are the times of children that have been waited for.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13]) + Number(fields[14])) * TICK_MICROS
}
