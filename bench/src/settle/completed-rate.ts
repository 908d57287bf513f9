import { setTimeout as sleep } from 'node:timers/promises'

// Blocks come once a second: nobody sees more by asking more often, and each question costs the database something.
const EVERY_MS = 100
const ALL_WITHIN_MS = 600_000
// How long the first takes to become final, and how the last ones trickle in, is not a rate.
const FROM = 0.1
const UPTO = 0.9

/**
 * Watches a count that grows to `all` and returns how fast it grew in between, in one second. Both sides of a comparison are watched
 * in this way.
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
    throw new Error(`${all} are too few to have a rate`)
  }
  // A few become final in one block: then the wait for it is all there is to count.
  if (first === last) return (last.done * 1000) / (last.at - began)
  return ((last.done - first.done) * 1000) / (last.at - first.at)
}
