import { ConnectionError, FeedGapError, RateLimitedError, UnavailableError } from '../errors.ts'
import { backOffMs, pause } from '../http/back-off.ts'
import type { CallOptions } from '../options.ts'
import type { FeedEvent } from './event.ts'

/** Stores the position of a follower, such as in a file or a row. */
export type FeedPlace = Readonly<{
  /** Returns the number of the last handled event; undefined at the first start. */
  load(): Promise<number | undefined> | number | undefined
  save(number: number): Promise<void> | void
}>

export type FollowSettings = Readonly<{
  /** Starts after this number; 0 by default. A position in `place` has priority. */
  after?: number
  /** Saved when the loop requests the next event, after it handled the last one. After a crash, the last event is delivered again. */
  place?: FeedPlace
  signal?: AbortSignal
  /** How long one request waits for new events; 20 seconds by default. */
  waitSeconds?: number
  /** Called with each failure that is retried. */
  onTrouble?: (error: Error) => void
}>

type List = (
  query: { after: number; limit: number; wait: number },
  options: CallOptions,
) => Promise<Readonly<{ events: readonly FeedEvent[] }>>

/** Yields the feed endlessly, until the signal aborts. Throws errors that a retry does not fix, above all a gap. */
export async function* followFeed(list: List, settings: FollowSettings = {}): AsyncGenerator<FeedEvent> {
  const { place, signal, waitSeconds = 20, onTrouble } = settings
  let after = (await place?.load()) ?? settings.after ?? 0
  let failures = 0
  let looksAtGap = 0
  const ended = (): boolean => signal?.aborted === true
  while (!ended()) {
    try {
      const { events } = await list({ after, limit: 100, wait: waitSeconds }, { signal })
      failures = 0
      for (const event of events) {
        // Reads the page again before it reports a gap, because one page may combine two states of the database.
        if (event.number !== after + 1) {
          looksAtGap += 1
          if (looksAtGap > 1) throw new FeedGapError(after, event.number)
          break
        }
        looksAtGap = 0
        yield event
        after = event.number
        await place?.save(after)
        if (ended()) return
      }
    } catch (error) {
      if (ended()) return
      if (!passes(error)) throw error
      failures += 1
      onTrouble?.(error)
      await pause(backOffMs(Math.min(failures, 6), undefined), signal).catch(() => undefined)
    }
  }
}

/** Tells whether a retry may succeed. */
function passes(error: unknown): error is Error {
  return (
    error instanceof ConnectionError || error instanceof UnavailableError || error instanceof RateLimitedError
  )
}
