import { type Static, Type } from 'typebox'
import { formatId, parseId } from '../../../kernel/ids/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { deliveryStates, type WebhookDelivery } from '../../../records/webhooks/webhook-delivery-store.ts'
import { eventIdReply } from '../events/event-wire.ts'
import { closedObject, namedObject } from '../object-schemas.ts'
import { successField, textReply, wordReply } from '../reply-fields.ts'

const MOST = 100
const USUAL = 20

export const DeliveriesQuery = closedObject({
  after: Type.Optional(
    Type.String({
      description: '`next` of the page before.',
      pattern: '^whd_[0-9a-f]{32}$',
      examples: ['whd_01a1dcc5b0c17d2e8f30415263748596'],
    }),
  ),
  limit: Type.Optional(
    Type.String({
      description: `At most so many, 1 to ${MOST}; ${USUAL} when not given.`,
      pattern: '^([1-9][0-9]?|100)$',
      examples: ['20'],
    }),
  ),
  state: Type.Optional(
    Type.Enum([...deliveryStates], { description: 'Only those in this state.', examples: ['given_up'] }),
  ),
})
export type DeliveriesQuery = Static<typeof DeliveriesQuery>

export const ResendBody = namedObject('ResendWebhooksRequest', {
  event_id: Type.Optional(
    Type.String({
      description: 'One event, whatever the endpoint wants otherwise.',
      pattern: '^evt_[0-9a-f]{32}$',
      examples: ['evt_01a1dcc33c497c2e9a3b52d7c1e0f4a6'],
    }),
  ),
  from_number: Type.Optional(
    Type.Integer({
      description: 'The first of a range.',
      minimum: 1,
      maximum: 999_999_999_999_999,
      examples: [1200],
    }),
  ),
  to_number: Type.Optional(
    Type.Integer({
      description: 'The last of it.',
      minimum: 1,
      maximum: 999_999_999_999_999,
      examples: [1284],
    }),
  ),
})
export type ResendBody = Static<typeof ResendBody>

export function readDeliveriesQuery(query: DeliveriesQuery) {
  const before = query.after === undefined ? undefined : parseId('webhookDelivery', query.after)
  if (query.after !== undefined && before === undefined) {
    throw new Refusal('field_invalid', 'after is the next of a page of deliveries.', {
      problems: [
        { field: 'after', code: 'field_invalid', message: 'after is the next of a page of deliveries.' },
      ],
    })
  }
  return { before, limit: Number(query.limit ?? USUAL), state: query.state }
}

export function readResend({ event_id, from_number, to_number }: ResendBody) {
  if (event_id !== undefined && from_number === undefined && to_number === undefined) {
    const eventId = parseId('event', event_id)
    if (eventId === undefined) throw new Refusal('event_unknown', 'There is no such event.')
    return { eventId }
  }
  if (event_id === undefined && from_number !== undefined && to_number !== undefined)
    return { from: from_number, to: to_number }
  throw new Refusal('resend_range_invalid', 'Give event_id, or from_number and to_number.')
}

export function toDeliveryWire(delivery: WebhookDelivery) {
  return {
    id: formatId('webhookDelivery', delivery.id),
    event_id: formatId('event', delivery.eventId),
    event_type: delivery.eventType,
    number: delivery.number,
    transaction_id: delivery.transactionId === null ? null : formatId('transaction', delivery.transactionId),
    state: delivery.state,
    attempts: delivery.attempts,
    next_attempt_at: delivery.state === 'pending' ? delivery.dueAt.toISOString() : null,
    created_at: delivery.createdAt.toISOString(),
    finished_at: delivery.finishedAt?.toISOString() ?? null,
    log: delivery.log.map(({ attempt, at, outcome, status, said, durationMs }) => ({
      attempt,
      at: at.toISOString(),
      outcome,
      status,
      body: said,
      duration_ms: durationMs,
    })),
  }
}

const timeReply = (description: string) => Type.String({ format: 'date-time', description })
const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description })

const WebhookDeliverySchema = namedObject('WebhookDelivery', {
  id: textReply('The id of the delivery.', 'whd_01a1dcc5b0c17d2e8f30415263748596'),
  event_id: eventIdReply,
  event_type: textReply('The type of the event.', 'buy.completed'),
  number: orNull(Type.Integer({ minimum: 1 }), 'Its place in the feed; null for a ping or a notice.'),
  transaction_id: orNull(Type.String(), 'The transaction that it is about.'),
  state: wordReply([...deliveryStates], 'Given up: tried for three days. It can be sent again.'),
  attempts: Type.Integer({ description: 'How often it was tried.', minimum: 0, examples: [1] }),
  next_attempt_at: orNull(
    Type.String({ format: 'date-time' }),
    'When it is tried next; null when it is over.',
  ),
  created_at: timeReply('When it was to be sent first.'),
  finished_at: orNull(Type.String({ format: 'date-time' }), 'When it was delivered or given up.'),
  log: Type.Array(
    closedObject({
      attempt: Type.Integer({ description: 'The how-manieth try.', minimum: 1, examples: [1] }),
      at: timeReply('When it was sent.'),
      outcome: wordReply(
        ['answered', 'refused_address', 'no_answer', 'too_slow'],
        'Only an answer of 2xx is a delivery.',
      ),
      status: orNull(Type.Integer(), 'The status that your server answered.'),
      body: Type.String({
        description: 'The beginning of what it answered (4 kB), or why there was no answer.',
      }),
      duration_ms: Type.Integer({ description: 'How long it took.', minimum: 0, examples: [84] }),
    }),
    { description: 'The last twenty tries, the newest first; kept for thirty days.' },
  ),
})

export const DeliveriesReply = namedObject('WebhookDeliveriesReply', {
  status: successField,
  message: textReply('How many there are.', '1 delivery.'),
  deliveries: Type.Array(WebhookDeliverySchema, { description: 'The newest first.' }),
  next: orNull(Type.String(), 'Ask with this as `after` for the next page; null when this is the last.'),
})

export const PingReply = namedObject('WebhookPingReply', {
  status: successField,
  message: textReply('For people.', 'A ping is on its way.'),
  delivery: closedObject({
    id: textReply('Look for it among the deliveries.', 'whd_01a1dcc5b0c17d2e8f30415263748596'),
    event_id: eventIdReply,
  }),
})

export const ResendReply = namedObject('ResendWebhooksReply', {
  status: successField,
  message: textReply('For people.', '85 events are sent again.'),
  resent: Type.Integer({ description: 'How many events are sent again.', minimum: 0, examples: [85] }),
})
