// What waits longer than this behind others has expired before its turn comes.
const MOST_WAITING = 60

/**
 * What is sent goes in so many at a time, the newest first, and when too many wait the oldest are dropped, as by a node that is asked for more
 * than it can do. A queue in order would, once it is longer than bytes are valid, hand on nothing but dead ones for ever.
 */
export function createSendQueue(send: (body: string) => Promise<unknown>, atOnce: number) {
  const waiting: string[] = []
  let under = 0

  const pump = (): void => {
    while (under < atOnce) {
      const newest = waiting.pop()
      if (newest === undefined) return
      under += 1
      void send(newest)
        .catch(() => undefined)
        .finally(() => {
          under -= 1
          pump()
        })
    }
  }

  return (body: string): void => {
    waiting.push(body)
    if (waiting.length > MOST_WAITING) waiting.shift()
    pump()
  }
}
