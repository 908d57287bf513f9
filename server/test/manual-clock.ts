import type { Clock } from '../src/kernel/clock/clock.ts'

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
