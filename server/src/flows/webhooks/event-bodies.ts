import { createBoundedMap } from '../../kernel/bounded-map.ts'
import type { Pool, Tenant } from '../../kernel/postgres/pool.ts'
import { type FeedEvent, readNumberedEvents } from '../../records/transactions/feed/feed-store.ts'

type Wanted = Readonly<{ eventId: string; number: number }>

/** The bodies of events, by event id. An event that no longer exists is left out. */
export type EventBodies = (tenant: Tenant, wanted: readonly Wanted[]) => Promise<ReadonlyMap<string, string>>

/**
 * Reads and renders each event once, however many endpoints ask for it at the same time or soon after: the body of an event never changes.
 * Remembers the last `most` bodies.
 */
export function createEventBodies({
  pool,
  render,
  most,
}: Readonly<{
  pool: Pool
  /** The same event always gives the same text. */
  render: (event: FeedEvent) => string
  most: number
}>): EventBodies {
  const bodies = createBoundedMap<Promise<string | undefined>>(most)

  const load = (tenant: Tenant, missing: readonly Wanted[]): void => {
    const loaded = readNumberedEvents(
      pool,
      tenant,
      missing.map(({ number }) => number),
    ).then((events) => new Map(events.map((event) => [event.id, render(event)])))
    for (const { eventId } of missing) {
      bodies.set(
        eventId,
        loaded.then((found) => found.get(eventId)),
      )
    }
    // The callers that wait for these bodies get the error. The next caller asks the database again.
    loaded.catch(() => {
      for (const { eventId } of missing) bodies.delete(eventId)
    })
  }

  return async (tenant, wanted) => {
    const missing = wanted.filter(({ eventId }) => bodies.get(eventId) === undefined)
    if (missing.length > 0) load(tenant, missing)
    const found = await Promise.all(
      wanted.map(async ({ eventId }) => [eventId, await bodies.get(eventId)] as const),
    )
    return new Map(found.flatMap(([id, body]) => (body === undefined ? [] : [[id, body] as const])))
  }
}
