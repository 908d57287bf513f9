import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../fuzz/random.ts'
import type { LiveStack } from '../live-stack.ts'

export type Kill = Readonly<{ name: string; downMs: number }>

type Killing = Readonly<{
  stack: LiveStack
  random: Random
  kills: number
  /** Share of the run that is over, from 0 to 1. */
  progress(): number
  onKill(kill: Kill): void
}>

/** Kills worker, API and PostgreSQL in turn with SIGKILL, at random times spread over the run, and restarts them. */
export async function killInTurn({ stack, random, kills, progress, onKill }: Killing): Promise<Kill[]> {
  const parts = [
    { name: 'worker', crash: stack.crashWorker },
    { name: 'api', crash: stack.crashApi },
    { name: 'PostgreSQL', crash: stack.crashPostgres },
  ]
  const done: Kill[] = []
  for (let turn = 0; turn < kills; turn += 1) {
    const part = parts[turn % parts.length]
    if (part === undefined) throw new Error('the list of processes to kill is empty')
    // The first kill follows the first progress.
    const strikesAt = turn === 0 ? Number.EPSILON : (turn + random.between(20, 80) / 100) / kills
    while (progress() < strikesAt) await sleep(50)
    await sleep(random.between(0, 500))
    const struckAt = performance.now()
    await part.crash()
    const kill = { name: part.name, downMs: performance.now() - struckAt }
    done.push(kill)
    onKill(kill)
  }
  return done
}
