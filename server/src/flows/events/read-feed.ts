import { setTimeout as sleep } from 'node:timers/promises'
import { asTenant, type Pool, type Tenant } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import {
  type EventPage,
  type FeedEvent,
  feedName,
  readEvents,
  readFeedHeads,
} from '../../records/transactions/feed/feed-store.ts'

type FeedPage = Readonly<{
  events: readonly FeedEvent[]
  /** Cursor of the next page. */
  nextAfter: number
  /** Whether more events are available now. */
  hasMore: boolean
}>

/** Returns the next events of a business, oldest first. If there are none, waits up to `waitMs` for one. */
export async function readFeed(
  { pool, feed }: Readonly<{ pool: Pool; feed: FeedWaiters }>,
  tenant: Tenant,
  asked: EventPage & Readonly<{ waitMs: number }>,
  signal: AbortSignal,
): Promise<FeedPage> {
  const endsAt = performance.now() + asked.waitMs
  let floor = asked.after
  for (;;) {
    const page = await readPage(pool, tenant, asked)
    const leftMs = endsAt - performance.now()
    if (page.events.length > 0 || leftMs <= 0 || signal.aborted) return page
    // The new event may belong to a transaction that the filter excludes. The loop then waits for a later event.
    const head = await feed.wait(tenant, floor, leftMs, signal)
    if (head === undefined) return page
    floor = head
  }
}

async function readPage(pool: Pool, tenant: Tenant, asked: EventPage): Promise<FeedPage> {
  const found = await asTenant(pool, tenant, async (sql) =>
    readEvents(sql, tenant, { ...asked, limit: asked.limit + 1 }),
  )
  const events = found.slice(0, asked.limit)
  return {
    events,
    nextAfter: events.at(-1)?.number ?? asked.after,
    hasMore: found.length > events.length,
  }
}

/** Requests that wait for the next event of a feed. */
export type FeedWaiters = Readonly<{
  /**
   * Returns the head of the feed as soon as it is past `after`; undefined on timeout or abort. Throws a refusal when too many requests wait
   * already.
   */
  wait(tenant: Tenant, after: number, ms: number, signal: AbortSignal): Promise<number | undefined>
}>

type Waiter = Readonly<{ after: number; end: (head: number | undefined) => void }>
type Waiting = Readonly<{ tenant: Tenant; waiters: Set<Waiter> }>

const POLL_MS = 200
const MOST_WAITERS = 2_000
const MOST_WAITERS_OF_ONE_FEED = 25

/** Polls PostgreSQL with one query for all waiting requests of this process, a few times a second and only while requests wait. */
export function createFeedWaiters(
  deps: Readonly<{
    pool: Pool
    /** While the process stops, every waiting request ends. */
    isStopping: () => boolean
    onError: (error: unknown) => void
    everyMs?: number
  }>,
): FeedWaiters {
  const feeds = new Map<string, Waiting>()
  let count = 0
  let isAsking = false

  const ask = async (): Promise<void> => {
    const heads = await readFeedHeads(
      deps.pool,
      [...feeds.values()].map(({ tenant }) => tenant),
    )
    for (const [name, { waiters }] of feeds) {
      const head = heads.get(name) ?? 0
      for (const waiter of waiters) if (head > waiter.after) waiter.end(head)
    }
  }

  const askWhileWaitedFor = async (): Promise<void> => {
    if (isAsking) return
    isAsking = true
    while (feeds.size > 0) {
      if (deps.isStopping()) {
        for (const { waiters } of feeds.values()) for (const waiter of waiters) waiter.end(undefined)
        break
      }
      await ask().catch(deps.onError)
      await sleep(deps.everyMs ?? POLL_MS, undefined, { ref: false })
    }
    isAsking = false
  }

  return {
    wait: async (tenant, after, ms, signal) => {
      const name = feedName(tenant.businessId, tenant.mode)
      const feed = feeds.get(name) ?? { tenant, waiters: new Set<Waiter>() }
      if (count >= MOST_WAITERS || feed.waiters.size >= MOST_WAITERS_OF_ONE_FEED) {
        throw new Refusal(
          'overloaded',
          'Too many requests are waiting for events. Send the request without wait, or try again later.',
        )
      }
      feeds.set(name, feed)
      const { promise, resolve } = Promise.withResolvers<number | undefined>()
      const waiter = { after, end: resolve }
      feed.waiters.add(waiter)
      count += 1
      const giveUp = (): void => resolve(undefined)
      const timer = setTimeout(giveUp, ms)
      signal.addEventListener('abort', giveUp, { once: true })
      void askWhileWaitedFor()
      try {
        return await promise
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', giveUp)
        feed.waiters.delete(waiter)
        count -= 1
        if (feed.waiters.size === 0) feeds.delete(name)
      }
    },
  }
}
