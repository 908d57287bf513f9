import { setTimeout as sleep } from 'node:timers/promises'

// A new block appears once a second, so more frequent queries would only cost the database time.
const EVERY_MS = 100
const ALL_WITHIN_MS = 600_000
// The wait for the first items and the slow end are not part of the rate.
const FROM = 0.1
const UPTO = 0.9

/**
 * Watches a count until it reaches `all` and returns its growth per second in between. Both sides of a comparison are measured in this way.
 */
export async function completedRate(all: number, count: () => Promise<number>): Promise<number> {
  const began = performance.now()
  const deadline = began + ALL_WITHIN_MS
  const seen: Array<Readonly<{ at: number; done: number }>> = []
  for (;;) {
    const done = await count()
    seen.push({ at: performance.now(), done })
    if (done >= all) break
    if (performance.now() > deadline) throw new Error(`only ${done} of ${all} were settled`)
    await sleep(EVERY_MS)
  }
  const first = seen.find(({ done }) => done >= all * FROM)
  const last = seen.find(({ done }) => done >= all * UPTO)
  if (first === undefined || last === undefined || last === seen[0]) {
    throw new Error(`${all} items are too few to measure a rate`)
  }
  // If all items become final in one block, only the wait for that block can be measured.
  if (first === last) return (last.done * 1000) / (last.at - began)
  return ((last.done - first.done) * 1000) / (last.at - first.at)
}
