import { asTenant, type Pool, type Tenant } from '../../kernel/postgres/pool.ts'
import { type EventPage, type FeedEvent, readEvents } from '../../records/transactions/feed/feed-store.ts'
import type { FeedWaiters } from './feed-waiters.ts'

export type FeedPage = Readonly<{
  events: readonly FeedEvent[]
  /** What to ask for next. */
  nextAfter: number
  /** More is there already. */
  hasMore: boolean
}>

/** The next events of a business, oldest first. Where there is none it waits, if it was asked to, until there is or time is up. */
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
    // The news may be of another transaction than the one asked for: then what comes after them is waited for.
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
