import { setTimeout as sleep } from 'node:timers/promises'

export type Repeating = Readonly<{ stop(): Promise<void> }>

/**
 * Runs `work` for as long as the process lives: at once again while it finds something to do (true), else after
 * `everyMs`, a little spread so that many processes do not knock together. A failure is told and tried again.
 */
export function repeat(
  work: () => Promise<boolean>,
  everyMs: number,
  onError: (error: unknown) => void,
): Repeating {
  const stopping = new AbortController()
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const busy = await work().catch((error: unknown) => {
        onError(error)
        return false
      })
      if (busy) continue
      await sleep(everyMs * (0.9 + Math.random() * 0.2), undefined, { signal: stopping.signal }).catch(
        () => {},
      )
    }
  }
  const running = loop()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
