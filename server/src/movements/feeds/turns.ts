export type Turns = Readonly<{
  /** Waits for a turn, first come, first served; undefined when the signal ends the wait. */
  take(signal: AbortSignal): Promise<{ end(): void } | undefined>
}>

/** At most so many at once. */
export function createTurns(most: number): Turns {
  let taken = 0
  const waiting = new Set<() => void>()

  const end = (): void => {
    const [next] = waiting
    if (next === undefined) {
      taken -= 1
      return
    }
    // The turn is handed on: nobody who comes now can slip in between.
    waiting.delete(next)
    next()
  }

  return {
    take: async (signal) => {
      if (signal.aborted) return undefined
      if (taken < most) {
        taken += 1
        return { end }
      }
      return new Promise((resolve) => {
        const giveUp = () => {
          waiting.delete(begin)
          resolve(undefined)
        }
        const begin = () => {
          signal.removeEventListener('abort', giveUp)
          resolve({ end })
        }
        waiting.add(begin)
        signal.addEventListener('abort', giveUp, { once: true })
      })
    },
  }
}
