import { readdirSync, readFileSync } from 'node:fs'
import { readTimes } from '../cpu-time.ts'

export type TreeUse = Readonly<{ cpuMicros: number; residentBytes: number }>

/** Returns the CPU time so far and the memory of a process and all its descendants. */
export function readTree(processId: number): TreeUse {
  const members = listTree(processId)
  return {
    cpuMicros: members.reduce((sum, id) => sum + cpuOf(id), 0),
    residentBytes: members.reduce((sum, id) => sum + readResidentBytes(id), 0),
  }
}

function listTree(processId: number): number[] {
  const tree = [processId]
  for (const id of tree) tree.push(...childrenOf(id))
  return tree
}

/** Each thread lists the processes that it started. */
function childrenOf(processId: number): number[] {
  try {
    return readdirSync(`/proc/${processId}/task`).flatMap((thread) =>
      readFileSync(`/proc/${processId}/task/${thread}/children`, 'utf8')
        .split(' ')
        .filter(Boolean)
        .map(Number),
    )
  } catch {
    return []
  }
}

function cpuOf(processId: number): number {
  try {
    const { own, ended } = readTimes(processId)
    return own + ended
  } catch {
    return 0
  }
}

/** Counts a page that several processes share once: each has its part of it. */
function readResidentBytes(processId: number): number {
  try {
    const rollup = readFileSync(`/proc/${processId}/smaps_rollup`, 'utf8')
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
