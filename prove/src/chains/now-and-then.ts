import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../fuzz/random.ts'
import type { ChainTrouble } from './chain-witness.ts'

type Wait = (ms: number) => Promise<unknown>

/**
 * Causes the given faults of a chain in turn, by name, with a random pause between them. A fault that returns false was skipped and is not
 * counted. An error in a fault is thrown by `stop`, so that the run finishes first.
 */
export function nowAndThen(
  random: Random,
  [least, most]: readonly [number, number],
  kinds: Readonly<Record<string, (wait: Wait) => Promise<boolean>>>,
): ChainTrouble {
  const over = new AbortController()
  const acts = Object.entries(kinds)
  // A fault that never occurred counts as zero, so that the proof can require it.
  const counts = new Map(acts.map(([name]) => [name, 0]))
  let isCalm = false
  const wait: Wait = async (ms) => sleep(ms, undefined, { signal: over.signal }).catch(() => undefined)
  const trouble = async (): Promise<void> => {
    for (let turn = 0; ; turn += 1) {
      await wait(random.between(least, most))
      if (isCalm || over.signal.aborted) return
      const [name, act] = acts[turn % acts.length] ?? []
      if (name !== undefined && (await act?.(wait))) counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  }
  const troubling = trouble().then(
    () => undefined,
    (error: unknown) => error,
  )
  return {
    calm: () => {
      isCalm = true
    },
    counts: () => counts,
    stop: async () => {
      over.abort()
      const problem = await troubling
      if (problem !== undefined)
        throw new Error('a fault of a chain could not be started or ended', { cause: problem })
      return counts
    },
  }
}
