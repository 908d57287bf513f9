import type { FastifyInstance } from 'fastify'
import { readFeed } from '../../../flows/events/read-feed.ts'
import type { AppDeps } from '../app-deps.ts'
import { keyOf } from '../require-key.ts'
import { toEventWire } from './event-wire.ts'
import { EventsQuery, readEventsQuery } from './events-query.ts'
import { readEventsOperation } from './read-events-operation.ts'

/** 200: the next events, oldest first; empty when there is none, after waiting as long as was asked for. */
export function readEventsRoute(app: FastifyInstance, deps: AppDeps): void {
  app.get<{ Querystring: EventsQuery }>(
    '/events/v1',
    { config: { access: 'read', operation: readEventsOperation }, schema: { querystring: EventsQuery } },
    async (request, reply) => {
      const asked = readEventsQuery(request.query)
      const gone = new AbortController()
      const onClose = (): void => gone.abort()
      reply.raw.once('close', onClose)
      const { events, nextAfter, hasMore } = await readFeed(deps, keyOf(request).tenant, asked, gone.signal)
      reply.raw.removeListener('close', onClose)
      return {
        status: 'success',
        message: messageOf(events.length),
        events: events.map((event) => toEventWire(event, deps.addresses)),
        next_after: nextAfter,
        has_more: hasMore,
      }
    },
  )
}

function messageOf(count: number): string {
  if (count === 0) return 'Nothing new.'
  return count === 1 ? '1 event.' : `${count} events.`
}
