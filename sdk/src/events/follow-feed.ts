import { ConnectionError, FeedGapError, RateLimitedError, UnavailableError } from '../errors.ts'
import { backOffMs, pause } from '../http/back-off.ts'
import type { CallOptions } from '../options.ts'
import type { AfaraEvent } from './event.ts'

/** Where a follower keeps how far it has come, such as a file or a row. */
export type FeedPlace = Readonly<{
  /** The number of the last event that was dealt with; undefined at the first start. */
  load(): Promise<number | undefined> | number | undefined
  save(number: number): Promise<void> | void
}>

export type FollowSettings = Readonly<{
  /** Begin behind this number; 0, the beginning, unless told otherwise. What `place` knows comes first. */
  after?: number
  /** Saved when the loop asks for the next event: by then the last one was dealt with. After a crash it comes once more. */
  place?: FeedPlace
  signal?: AbortSignal
  /** How long one request waits for news; 20 seconds unless told otherwise. */
  waitSeconds?: number
  /** Told of each failure that is outlasted. */
  onTrouble?: (error: Error) => void
}>

type List = (
  query: { after: number; limit: number; wait: number },
  options: CallOptions,
) => Promise<Readonly<{ events: readonly AfaraEvent[] }>>

/** The feed as an endless loop. Ends when its signal does; throws what waiting does not heal, a gap above all. */
export async function* followFeed(list: List, settings: FollowSettings = {}): AsyncGenerator<AfaraEvent> {
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
        // Asked for once more before it is called a gap: two halves of a page may have come from two states.
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

/** Whether it may be gone the next time. */
function passes(error: unknown): error is Error {
  return (
    error instanceof ConnectionError || error instanceof UnavailableError || error instanceof RateLimitedError
  )
}
