/** Rules never read the time themselves: they are handed this, so that a test or a simulation can move it. */
export type Clock = Readonly<{ now(): Date }>

export const systemClock: Clock = { now: () => new Date() }

/** A clock that stands still until it is moved. */
export function createManualClock(start: Date): Clock & { advance(ms: number): void } {
  let now = start.getTime()
  return {
    now: () => new Date(now),
    advance: (ms) => {
      now += ms
    },
  }
}
