import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** A process id with its start time (on Linux, clock ticks since boot). Ids are reused, but the pair is unique. */
export type ProcessIdentity = Readonly<{ processId: number; startTime: string }>
type ProcessEntry = ProcessIdentity & Readonly<{ parentId: number; groupId: number }>

/** Returns the living process with this id. A zombie does not count, because it holds no port, file or memory. */
export function readProcess(processId: number): ProcessEntry | undefined {
  if (process.platform !== 'linux') return askPs(['-p', `${processId}`])[0]
  let stat: string
  try {
    stat = readFileSync(`/proc/${processId}/stat`, 'utf8')
  } catch {
    return undefined
  }
  // The second field is the program's name in brackets, which may itself contain spaces and brackets.
  const [state, parentId, groupId, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const startTime = rest[16]
  if (state === 'Z' || state === 'X' || startTime === undefined) return undefined
  return { processId, parentId: Number(parentId), groupId: Number(groupId), startTime }
}

export function isAlive(identity: ProcessIdentity): boolean {
  return readProcess(identity.processId)?.startTime === identity.startTime
}

/**
 * Ends a process, its group and all its descendants with SIGKILL, and waits until they are gone.
 * The group alone is not enough: PostgreSQL puts each backend in its own session.
 */
export async function killProcessTree(processId: number): Promise<void> {
  // The process is stopped first, so that it cannot fork a child that the listing below misses.
  sendSignal(processId, 'SIGSTOP')
  const tree = listTree(processId)
  for (const member of tree) sendSignal(member.processId, 'SIGKILL')
  while (tree.some(isAlive)) await sleep(5)
}

/** Sends a signal to a process, its group and all its descendants. */
export function signalTree(processId: number, signal: NodeJS.Signals): void {
  for (const member of listTree(processId)) sendSignal(member.processId, signal)
}

/** Returns false if the process no longer exists. */
export function sendSignal(processId: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(processId, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
}

/** Returns a process, its group and all its descendants. */
export function listTree(rootId: number): ProcessEntry[] {
  const all = listProcesses()
  const tree = all.filter((entry) => entry.processId === rootId || entry.groupId === rootId)
  for (const member of tree) {
    tree.push(...all.filter((entry) => entry.parentId === member.processId && !tree.includes(entry)))
  }
  return tree
}

function listProcesses(): ProcessEntry[] {
  if (process.platform !== 'linux') return askPs(['-A'])
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(Number(name)))
    .filter((entry) => entry !== undefined)
}

const PS_LINE = /^ *(\d+) +(\d+) +(\d+) +(\S+) +(.+?) *$/gm

/** macOS has no /proc. Its `ps` shows the start to the second. */
export function askPs(which: readonly string[]): ProcessEntry[] {
  const { stdout } = spawnSync('ps', [...which, '-o', 'pid=,ppid=,pgid=,state=,lstart='], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  })
  return [...stdout.matchAll(PS_LINE)].flatMap(([, id, parentId, groupId, state = '', startTime = '']) =>
    /^[ZX]/.test(state)
      ? []
      : [{ processId: Number(id), parentId: Number(parentId), groupId: Number(groupId), startTime }],
  )
}
