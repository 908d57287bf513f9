import { readFileSync } from 'node:fs'

// Linux counts the CPU time of processes in hundredths of a second, whatever the hardware does.
const TICK_MS = 10

/** Who is who among the processes that a proof has started, by their command lines. */
const parts = [
  ['api', /main-api/],
  ['worker', /main-worker/],
  ['signer', /main-signer/],
  ['engine', /restate/],
  ['postgres', /postgres/],
  ['chains', /anvil/],
  ['bank', /simulators/],
] as const

export type Cpu = ReadonlyMap<string, number>

/** CPU time so far of each part of the stack that this process has started, and of this process (`load`), in milliseconds. */
export function readCpu(): Cpu {
  const spent = new Map<string, number>([['load', readTimes(process.pid).own]])
  for (const id of childrenOf(process.pid)) {
    const name = parts.find(([, line]) => line.test(read(`/proc/${id}/cmdline`)))?.[0] ?? 'others'
    spent.set(name, (spent.get(name) ?? 0) + ofTree(id))
  }
  return spent
}

/** Sessions of PostgreSQL are children of their postmaster; those that ended are in its count. */
function ofTree(id: number): number {
  const { own, ended } = readTimes(id)
  return childrenOf(id).reduce((sum, child) => sum + ofTree(child), own + ended)
}

function childrenOf(id: number): number[] {
  const children = read(`/proc/${id}/task/${id}/children`)
  return children.split(' ').filter(Boolean).map(Number)
}

function readTimes(id: number): Readonly<{ own: number; ended: number }> {
  const stat = read(`/proc/${id}/stat`)
  // The second field is the name in brackets; 14 and 15 are its own times, 16 and 17 those of children waited for.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const at = (field: number) => (fields[field - 3] ?? 0) * TICK_MS
  return { own: at(14) + at(15), ended: at(16) + at(17) }
}

/** Nothing, of what has just ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
