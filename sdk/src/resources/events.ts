import { FeedGapError } from '../errors.ts'
import { type AfaraEvent, type FeedEvent, isTransactionEvent } from '../events/event.ts'
import { type FollowSettings, followFeed } from '../events/follow-feed.ts'
import type { Call, CallInput } from '../http/call.ts'
import type { CallOptions } from '../options.ts'

export type EventQuery = CallInput<'readEvents'>['query']
export type EventPage = Readonly<{ events: readonly FeedEvent[]; next_after: number; has_more: boolean }>

export type Events = Readonly<{
  /**
   * Returns one page of the feed after `after`, oldest first. With `wait` (seconds, at most 25), an empty page waits for the next event.
   */
  list(query?: EventQuery, options?: CallOptions): Promise<EventPage>
  /** Yields all current events of the feed after `after`. Throws a `FeedGapError` if one is missing. */
  iterate(query?: Omit<EventQuery, 'wait'>, options?: CallOptions): AsyncIterable<FeedEvent>
  /** Yields the feed endlessly: waits for the next event, retries after failures, and saves its position if it has a `place`. */
  follow(settings?: FollowSettings): AsyncIterable<FeedEvent>
  /** Returns every step of one transaction, oldest first. */
  ofTransaction(transactionId: string, options?: CallOptions): Promise<readonly AfaraEvent[]>
}>

export function createEvents(call: Call): Events {
  const list: Events['list'] = async (query = {}, options) => {
    const waitMs = Number(query.wait ?? 0) * 1000
    // The time of a long poll is added to the timeout.
    const patient =
      waitMs === 0 ? options : { ...options, timeoutMs: waitMs + (options?.timeoutMs ?? 15_000) }
    const { events, next_after, has_more } = await call('readEvents', { query, options: patient })
    return { events: events as readonly FeedEvent[], next_after, has_more }
  }
  async function* iterate(
    query: Omit<EventQuery, 'wait'> = {},
    options?: CallOptions,
  ): AsyncGenerator<FeedEvent> {
    let after = Number(query.after ?? 0)
    for (;;) {
      const page = await list({ limit: 100, ...query, after }, options)
      let expected = after + 1
      for (const event of page.events) {
        // The events of one transaction are only a part of the feed, so their numbers have gaps.
        if (query.transaction_id === undefined && event.number !== expected) {
          throw new FeedGapError(expected - 1, event.number)
        }
        yield event
        expected = event.number + 1
      }
      after = page.next_after
      if (!page.has_more) return
    }
  }
  return {
    list,
    iterate,
    follow: (settings) => followFeed(list, settings),
    async ofTransaction(transactionId, options) {
      const events: AfaraEvent[] = []
      for await (const event of iterate({ transaction_id: transactionId }, options))
        if (isTransactionEvent(event)) events.push(event)
      return events
    },
  }
}
