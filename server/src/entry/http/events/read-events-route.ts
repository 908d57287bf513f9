import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { readFeed } from '../../../flows/events/read-feed.ts'
import { parseId } from '../../../kernel/ids/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { AppDeps } from '../app-deps.ts'
import { buyTransactionExample } from '../buys/initiate-buy-operation.ts'
import { closedObject } from '../object-schemas.ts'
import { type Operation, successExample } from '../openapi/operation.ts'
import { keyOf } from '../require-key.ts'
import { EventsReply, toEventWire } from './event-wire.ts'

const LONGEST_WAIT_SECONDS = 25
const MOST = 100

const EventsQuery = closedObject({
  after: Type.Optional(
    Type.String({
      description:
        'The `number` of the last event you have. Omit it or send 0 to start from the first event.',
      pattern: '^(0|[1-9][0-9]{0,14})$',
      examples: ['1283'],
    }),
  ),
  limit: Type.Optional(
    Type.String({
      description: `The maximum number of results, 1 to ${MOST}. The default is ${MOST}.`,
      pattern: '^([1-9][0-9]?|100)$',
      examples: ['50'],
    }),
  ),
  wait: Type.Optional(
    Type.String({
      description: `How many seconds to wait for a new event if there is none, 0 to ${LONGEST_WAIT_SECONDS}.`,
      pattern: '^(1?[0-9]|2[0-5])$',
      examples: ['0'],
    }),
  ),
  transaction_id: Type.Optional(
    Type.String({
      description: 'Only events of this transaction.',
      pattern: '^txn_[0-9a-f]{32}$',
      examples: ['txn_01a1dcc33c477feca0d6d2cee34c8ce8'],
    }),
  ),
})

type EventsQuery = Static<typeof EventsQuery>

export const eventExample = {
  id: 'evt_01a1dcc33c497c2e9a3b52d7c1e0f4a6',
  type: 'buy.completed',
  number: 1284,
  sequence: 5,
  mode: 'test',
  created_at: '2026-11-15T09:30:08.402Z',
  data: { previous_status: 'sending', transaction: { ...buyTransactionExample, status: 'completed' } },
}

const readEventsOperation: Operation = {
  id: 'readEvents',
  tag: 'Events',
  summary: 'Read the event feed',
  description: `Every status change of every transaction of your business in this mode, what you are asked, and what happened to your batches, oldest first. The feed is the source of truth: webhooks carry the same events, and an event that your receiver missed is here.

\`number\` counts from 1 without gaps, so a gap means that you missed an event. The bytes of an event never change.

With \`wait\`, the reply comes as soon as there is an event, or empty when the time is up. Then send the next request at once.`,
  replies: {
    200: {
      description: 'The events after `after`; can be empty.',
      schema: EventsReply,
      examples: {
        one: successExample('One event', '1 event.', {
          events: [eventExample],
          next_after: 1284,
          next: null,
          has_more: false,
        }),
        none: successExample('No new events', 'No new events.', {
          events: [],
          next_after: 1284,
          next: null,
          has_more: false,
        }),
      },
    },
  },
  refusals: ['transaction_unknown', 'overloaded'],
}

/** 200: the next events, oldest first. Empty if there are none after the requested wait. */
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
        next: hasMore ? String(nextAfter) : null,
        has_more: hasMore,
      }
    },
  )
}

function readEventsQuery(query: EventsQuery) {
  return {
    after: Number(query.after ?? 0),
    limit: Number(query.limit ?? MOST),
    waitMs: Number(query.wait ?? 0) * 1000,
    transactionId: query.transaction_id === undefined ? undefined : readTransaction(query.transaction_id),
  }
}

function readTransaction(text: string): string {
  const id = parseId('transaction', text)
  if (id === undefined) throw new Refusal('transaction_unknown', `No transaction has the id ${text}.`)
  return id
}

function messageOf(count: number): string {
  if (count === 0) return 'No new events.'
  return count === 1 ? '1 event.' : `${count} events.`
}
