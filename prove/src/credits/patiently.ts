import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '@afara/server/kernel/refusal.ts'

const LONGEST_MS = 120_000

/** Retries work that failed because PostgreSQL was killed. A refusal is an answer and is not retried. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const until = performance.now() + LONGEST_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Refusal || performance.now() > until) throw error
      await sleep(300)
    }
  }
}
