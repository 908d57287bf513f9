import { readNumberedEvents } from '../../records/transactions/event-store.ts'
import type { WebhookRound } from '../../records/webhooks/webhook-round-store.ts'
import type { WebhookDeps } from './webhook-deps.ts'

/** The body of each delivery of a round, by the delivery's id; those that are not remembered in one question to the database. */
export async function loadBodies(
  { pool, render, bodies }: Pick<WebhookDeps, 'pool' | 'render' | 'bodies'>,
  { businessId, mode, due }: WebhookRound,
): Promise<ReadonlyMap<string, string>> {
  // An event has one text, for ever.
  const known = new Map(due.map(({ eventId }) => [eventId, bodies.get(eventId)]))
  const missing = due.flatMap(({ eventId, number }) =>
    number === null || known.get(eventId) !== undefined ? [] : [number],
  )
  if (missing.length > 0) {
    for (const event of await readNumberedEvents(pool, { businessId, mode }, missing)) {
      const body = render(event)
      known.set(event.id, body)
      bodies.set(event.id, body)
    }
  }
  return new Map(
    due.flatMap(({ id, eventId, body }) => {
      const text = body ?? known.get(eventId)
      return text === undefined ? [] : [[id, text] as const]
    }),
  )
}
