import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive, killProcessTree, readProcess, sendSignal } from './process-table.ts'
import type { SystemUser } from './system-user.ts'

/** Called as soon as a process exists, before it is ready, so that the next supervisor can find it after this one dies. */
export type OnSpawn = (processId: number) => void

type ChildOptions = Readonly<{
  name: string
  command: string
  args: readonly string[]
  /** The complete environment. Nothing is inherited. */
  environment: NodeJS.ProcessEnv
  logFile: string
  directory?: string
  user?: SystemUser | undefined
  stopSignal?: NodeJS.Signals
  stopWithinMs?: number
  onSpawn?: OnSpawn | undefined
}>

/** A running component of the stack. */
export type Part = Readonly<{
  logFile: string
  /** Resolves when the part ends, with the reason ("code 1", "SIGKILL"). Never rejects. */
  ended: Promise<string>
  /** Asks the part to end and waits. Kills it after `stopWithinMs`, or kills what it left of its group. Safe to repeat. */
  stop(): Promise<void>
  /** Sends SIGKILL to the part and all its descendants, like a power cut. Safe to repeat. */
  kill(): Promise<void>
}>

/** A part that is one process with its children. */
export type Child = Part & Readonly<{ name: string; processId: number; isAlive(): boolean }>

const living = new Set<number>()

/** Spawns a process in its own group, with stdout and stderr in a log file. */
export async function startChild(options: ChildOptions): Promise<Child> {
  const { name, logFile } = options
  const child = spawnDetached(options)
  if (child.pid !== undefined) options.onSpawn?.(child.pid)
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`))
  })
  await once(child, 'spawn')
  const processId = child.pid as number
  const identity = { processId, startTime: readProcess(processId)?.startTime ?? 'gone' }
  living.add(processId)
  void ended.then(() => living.delete(processId))

  const kill = async () => {
    if (isAlive(identity)) await killProcessTree(processId)
    await ended
  }
  const stop = async () => {
    if (!isAlive(identity)) return
    sendSignal(processId, options.stopSignal ?? 'SIGTERM')
    await Promise.race([ended, sleep(options.stopWithinMs ?? 10_000, undefined, { ref: false })])
    // Children can outlive the process. The group id is not reused while one of them lives, so this signal reaches only them.
    if (isAlive(identity)) await kill()
    else sendSignal(-processId, 'SIGKILL')
  }
  return { name, processId, logFile, ended, isAlive: () => isAlive(identity), stop, kill }
}

function spawnDetached(options: ChildOptions): ChildProcess {
  mkdirSync(dirname(options.logFile), { recursive: true })
  const log = openSync(options.logFile, 'a')
  try {
    return spawn(options.command, options.args, {
      stdio: ['ignore', log, log],
      env: options.environment,
      detached: true,
      ...(options.directory === undefined ? {} : { cwd: options.directory }),
      ...options.user,
    })
  } finally {
    closeSync(log)
  }
}

// A program that ends without stopping its parts (a failed proof, process.exit) must not leave them running.
process.once('exit', () => {
  for (const processId of living) sendSignal(-processId, 'SIGKILL')
})
