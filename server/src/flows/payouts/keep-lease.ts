import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Renews a lease again and again until it is told to stop, and is over when that resolves. What cannot be renewed is tried again: whoever
 * has lost a lease cannot write anything, so nothing depends on it.
 */
export function keepLease(renew: () => Promise<void>, everyMs: number): () => Promise<void> {
  const over = new AbortController()
  const keep = async (): Promise<void> => {
    for (;;) {
      const isOver = await sleep(everyMs, false, { signal: over.signal }).catch(() => true)
      if (isOver) return
      await renew().catch(() => {})
    }
  }
  const keeping = keep()
  return async () => {
    over.abort()
    await keeping
  }
}
