import type { Clock } from '../src/kernel/clock/clock.ts'

/** A clock that advances only on request. */
export function createManualClock(start: Date): Clock & { advance(ms: number): void } {
  let now = start.getTime()
  return {
    now: () => new Date(now),
    advance: (ms) => {
      now += ms
    },
  }
}
