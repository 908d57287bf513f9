import { readNumberedEvents } from '../../records/transactions/event-store.ts'
import type { WebhookRound } from '../../records/webhooks/webhook-round-store.ts'
import type { WebhookDeps } from './webhook-deps.ts'

/** The body of each delivery of a round, by the delivery's id, in one question to the database. */
export async function loadBodies(
  { pool, render }: Pick<WebhookDeps, 'pool' | 'render'>,
  { businessId, mode, style, due }: WebhookRound,
): Promise<ReadonlyMap<string, string>> {
  const numbers = due.flatMap(({ number }) => (number === null ? [] : [number]))
  const events = numbers.length === 0 ? [] : await readNumberedEvents(pool, { businessId, mode }, numbers)
  const rendered = new Map(events.map((event) => [event.number, render(event, style)]))
  return new Map(
    due.flatMap(({ id, number, body }) => {
      const text = number === null ? body : rendered.get(number)
      return text === undefined || text === null ? [] : [[id, text] as const]
    }),
  )
}
