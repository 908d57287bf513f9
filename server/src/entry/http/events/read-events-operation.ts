import { buyTransactionExample } from '../buys/initiate-buy-operation.ts'
import type { Operation } from '../openapi/operation.ts'
import { EventsReply } from './event-reply-schema.ts'

export const eventExample = {
  id: 'evt_01a1dcc33c497c2e9a3b52d7c1e0f4a6',
  type: 'buy.completed',
  number: 1284,
  sequence: 5,
  mode: 'test',
  created_at: '2026-11-15T09:30:08.402Z',
  data: { previous_status: 'sending', transaction: { ...buyTransactionExample, status: 'completed' } },
}

export const readEventsOperation: Operation = {
  id: 'readEvents',
  tag: 'Events',
  summary: 'Read the feed of events',
  description: `Every change of every transaction of your business in the mode of the key, oldest first. This is the source of truth: webhooks carry the same events, and whatever a receiver missed is here.

\`number\` runs from 1 without a gap, so that a hole is a thing you missed. The same event is always the same text.

With \`wait\` the answer comes as soon as there is an event, or empty when the time is up: ask again then, at once.`,
  replies: {
    200: {
      description: 'The events after `after`, which may be none.',
      schema: EventsReply,
      examples: {
        one: {
          summary: 'One event',
          value: {
            status: 'success',
            message: '1 event.',
            events: [eventExample],
            next_after: 1284,
            has_more: false,
          },
        },
        none: {
          summary: 'Nothing new',
          value: {
            status: 'success',
            message: 'Nothing new.',
            events: [],
            next_after: 1284,
            has_more: false,
          },
        },
      },
    },
  },
  refusals: ['transaction_unknown', 'overloaded'],
}
