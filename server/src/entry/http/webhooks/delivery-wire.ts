import { type Static, Type } from 'typebox'
import { formatId, parseId } from '../../../kernel/ids/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { deliveryStates, type WebhookDelivery } from '../../../records/webhooks/webhook-delivery-store.ts'
import { eventIdReply } from '../events/event-wire.ts'
import { pageReplyFields } from '../list-query.ts'
import { closedObject, namedObject } from '../object-schemas.ts'
import { successField, textReply, wordReply } from '../reply-fields.ts'

const MOST = 100
const USUAL = 20

export const DeliveriesQuery = closedObject({
  after: Type.Optional(
    Type.String({
      description: 'The `next` value of the previous page.',
      pattern: '^whd_[0-9a-f]{32}$',
      examples: ['whd_01a1dcc5b0c17d2e8f30415263748596'],
    }),
  ),
  limit: Type.Optional(
    Type.String({
      description: `The maximum number of results, 1 to ${MOST}. The default is ${USUAL}.`,
      pattern: '^([1-9][0-9]?|100)$',
      examples: ['20'],
    }),
  ),
  state: Type.Optional(
    Type.Enum([...deliveryStates], { description: 'Only deliveries in this state.', examples: ['given_up'] }),
  ),
})
export type DeliveriesQuery = Static<typeof DeliveriesQuery>

export const ResendBody = namedObject('ResendWebhooksRequest', {
  event_id: Type.Optional(
    Type.String({
      description: 'One event, even if it does not match the filter of the endpoint.',
      pattern: '^evt_[0-9a-f]{32}$',
      examples: ['evt_01a1dcc33c497c2e9a3b52d7c1e0f4a6'],
    }),
  ),
  from_number: Type.Optional(
    Type.Integer({
      description: 'The first event number of the range.',
      minimum: 1,
      maximum: 999_999_999_999_999,
      examples: [1200],
    }),
  ),
  to_number: Type.Optional(
    Type.Integer({
      description: 'The last event number of the range.',
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
    throw new Refusal('field_invalid', '"after" must be the "next" of an earlier page of deliveries.', {
      problems: [
        {
          field: 'after',
          code: 'field_invalid',
          message: '"after" must be the "next" of an earlier page of deliveries.',
        },
      ],
    })
  }
  return { before, limit: Number(query.limit ?? USUAL), state: query.state }
}

export function readResend({ event_id, from_number, to_number }: ResendBody) {
  if (event_id !== undefined && from_number === undefined && to_number === undefined) {
    const eventId = parseId('event', event_id)
    if (eventId === undefined) throw new Refusal('event_unknown', `No event has the id ${event_id}.`)
    return { eventId }
  }
  if (event_id === undefined && from_number !== undefined && to_number !== undefined)
    return { from: from_number, to: to_number }
  throw new Refusal('resend_range_invalid', 'Send event_id, or from_number and to_number.')
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
  number: orNull(Type.Integer({ minimum: 1 }), 'The position in the feed; null for a ping or a notice.'),
  transaction_id: orNull(Type.String(), 'The transaction of the event.'),
  state: wordReply(
    [...deliveryStates],
    'given_up: every attempt failed for three days. You can resend the event.',
  ),
  attempts: Type.Integer({ description: 'The number of attempts.', minimum: 0, examples: [1] }),
  next_attempt_at: orNull(
    Type.String({ format: 'date-time' }),
    'When the next attempt is due; null if there is none.',
  ),
  created_at: timeReply('When the first attempt was due.'),
  finished_at: orNull(Type.String({ format: 'date-time' }), 'When it was delivered or failed.'),
  log: Type.Array(
    closedObject({
      attempt: Type.Integer({ description: 'The number of the attempt.', minimum: 1, examples: [1] }),
      at: timeReply('When the attempt was sent.'),
      outcome: wordReply(
        ['answered', 'refused_address', 'no_answer', 'too_slow'],
        'Only a 2xx response counts as delivered.',
      ),
      status: orNull(Type.Integer(), 'The HTTP status of your server’s response.'),
      body: Type.String({
        description: 'The first 4 kB of the response, or the reason why there was none.',
      }),
      duration_ms: Type.Integer({ description: 'The duration in milliseconds.', minimum: 0, examples: [84] }),
    }),
    { description: 'The last twenty attempts, newest first. We keep them for thirty days.' },
  ),
})

export const DeliveriesReply = namedObject('WebhookDeliveriesReply', {
  status: successField,
  message: textReply('The number of results.', '1 delivery.'),
  deliveries: Type.Array(WebhookDeliverySchema, { description: 'Newest first.' }),
  ...pageReplyFields,
})

export const PingReply = namedObject('WebhookPingReply', {
  status: successField,
  message: textReply('A human-readable message.', 'A ping is queued.'),
  delivery: closedObject({
    id: textReply(
      'The id of the delivery, which you find in the deliveries of the endpoint.',
      'whd_01a1dcc5b0c17d2e8f30415263748596',
    ),
    event_id: eventIdReply,
  }),
})

export const ResendReply = namedObject('ResendWebhooksReply', {
  status: successField,
  message: textReply('A human-readable message.', '85 events are queued.'),
  resent: Type.Integer({ description: 'The number of events queued.', minimum: 0, examples: [85] }),
})
