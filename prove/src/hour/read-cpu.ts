import { readFileSync } from 'node:fs'

// Linux reports the CPU time of processes in hundredths of a second on any hardware.
const TICK_MS = 10

/** Identifies the proof's processes by their command lines. */
const parts = [
  ['api', /main-api/],
  ['worker', /main-worker/],
  ['reconciler', /main-reconciler/],
  ['signer', /main-signer/],
  ['payer', /main-payer/],
  ['attackers', /main-attackers/],
  ['engine', /restate/],
  ['postgres', /postgres/],
  ['chains', /anvil/],
  ['bank', /simulators/],
] as const

export type Cpu = ReadonlyMap<string, number>

/** Returns the CPU time in milliseconds of each part of the stack that this process started, and of this process (`load`). */
export function readCpu(): Cpu {
  const spent = new Map<string, number>([['load', readTimes(process.pid).own]])
  for (const id of childrenOf(process.pid)) {
    const name = parts.find(([, line]) => line.test(read(`/proc/${id}/cmdline`)))?.[0] ?? 'others'
    spent.set(name, (spent.get(name) ?? 0) + ofTree(id))
  }
  return spent
}

/** PostgreSQL's sessions are children of the postmaster. The time of ended sessions is in its own count. */
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
  // The second field is the name in brackets. Fields 14 and 15 are the process's own times; 16 and 17 are those of ended children.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const at = (field: number) => (fields[field - 3] ?? 0) * TICK_MS
  return { own: at(14) + at(15), ended: at(16) + at(17) }
}

/** Returns an empty text if the process has just ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
