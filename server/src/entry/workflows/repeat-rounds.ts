import { setTimeout as sleep } from 'node:timers/promises'

// A loop that found nothing for this long looks less often, until it finds something.
export const QUIET_AFTER_MS = 30_000

export type Loop = Readonly<{ stop(): Promise<void> }>
/** Does one round of a loop. `some`: it found work and did all of it. True: there may be more to do at once. False: it found nothing. */
export type Round = () => Promise<boolean | 'some'>
export type Pace = Readonly<{
  everyMs: number
  /** The pause of a loop that has found nothing for half a minute. */
  quietMs?: number
}>

/**
 * Repeats `round` until stopped: at once while it returns true, otherwise after a pause with a small random spread, so that many processes
 * do not call at the same time. A failure is reported and retried.
 */
export function repeat(
  round: Round,
  { everyMs, quietMs = everyMs }: Pace,
  onError: (error: unknown) => void,
): Loop {
  const stopping = new AbortController()
  const loop = async (): Promise<void> => {
    let workedAt = performance.now()
    while (!stopping.signal.aborted) {
      const found = await round().catch((error: unknown) => {
        onError(error)
        return false
      })
      if (found !== false) workedAt = performance.now()
      if (found === true) continue
      const pauseMs = performance.now() - workedAt > QUIET_AFTER_MS ? quietMs : everyMs
      const spreadMs = pauseMs * (0.9 + Math.random() * 0.2)
      await sleep(spreadMs, undefined, { signal: stopping.signal }).catch(() => {})
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
