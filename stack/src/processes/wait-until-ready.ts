import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Child } from './child-process.ts'

// Shared machines can be slow, so the deadline only detects hangs.
const READY_WITHIN_MS = 180_000
const PROBE_EVERY_MS = 20
const LOG_LINES = 25

/**
 * Waits until the probe returns true while the child is alive; one of the two alone proves nothing.
 * On failure, kills the child and throws an error with the end of its log and advice.
 */
export async function waitUntilReady(
  child: Child,
  probe: () => Promise<boolean>,
  advice: string,
  withinMs = READY_WITHIN_MS,
): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!(await probe()) || !child.isAlive()) {
    if (!child.isAlive()) {
      throw new ChildFailed(child, `ended (${await child.ended}) before it was ready`, advice)
    }
    if (Date.now() > deadline) {
      await child.kill()
      throw new ChildFailed(child, `was not ready within ${withinMs / 1000} s`, advice)
    }
    await sleep(PROBE_EVERY_MS)
  }
}

class ChildFailed extends Error {
  override readonly name = 'ChildFailed'

  constructor(child: Child, what: string, advice: string) {
    const log = readLastLines(child.logFile).map((line) => `    ${line}`)
    super([`${child.name} ${what}.`, `  ${advice}`, `  The end of ${child.logFile}:`, ...log].join('\n'))
  }
}

export function readLastLines(file: string): string[] {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-LOG_LINES)
}
