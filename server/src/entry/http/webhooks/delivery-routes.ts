import type { FastifyInstance } from 'fastify'
import { pingWebhook, readDeliveries, resendWebhooks } from '../../../flows/webhooks/ask-for-deliveries.ts'
import { formatId } from '../../../kernel/ids/ids.ts'
import type { AppDeps } from '../app-deps.ts'
import { pageEnd } from '../list-query.ts'
import { type Operation, successExample } from '../openapi/operation.ts'
import { keyOf } from '../require-key.ts'
import {
  DeliveriesQuery,
  DeliveriesReply,
  PingReply,
  ResendBody,
  ResendReply,
  readDeliveriesQuery,
  readResend,
  toDeliveryWire,
} from './delivery-wire.ts'
import { ENDPOINT_PATH, type EndpointParams, EndpointPath, readEndpointId } from './endpoint-wire.ts'

const delivery = {
  id: 'whd_01a1dcc5b0c17d2e8f30415263748596',
  event_id: 'evt_01a1dcc33c497c2e9a3b52d7c1e0f4a6',
}

const ofOne = {
  tag: 'Webhooks',
  parameters: { path: EndpointPath },
  refusals: ['webhook_endpoint_unknown', 'not_found'],
} as const

const listDeliveriesOperation: Operation = {
  ...ofOne,
  id: 'listWebhookDeliveries',
  summary: 'List deliveries of an endpoint',
  description: 'Each event with every attempt: the response of your server and its duration. Newest first.',
  replies: {
    200: {
      description: 'One page of deliveries.',
      schema: DeliveriesReply,
      examples: {
        one: successExample('Delivered at the second attempt', '1 delivery.', {
          deliveries: [
            {
              ...delivery,
              event_type: 'buy.completed',
              number: 1284,
              transaction_id: 'txn_01a1dcc33c477feca0d6d2cee34c8ce8',
              state: 'delivered',
              attempts: 2,
              next_attempt_at: null,
              created_at: '2026-11-15T09:30:08.611Z',
              finished_at: '2026-11-15T09:30:13.702Z',
              log: [
                {
                  attempt: 2,
                  at: '2026-11-15T09:30:13.618Z',
                  outcome: 'answered',
                  status: 200,
                  body: 'ok',
                  duration_ms: 84,
                },
                {
                  attempt: 1,
                  at: '2026-11-15T09:30:08.640Z',
                  outcome: 'answered',
                  status: 500,
                  body: 'no connection to the database',
                  duration_ms: 31,
                },
              ],
            },
          ],
          ...pageEnd(null),
        }),
      },
    },
  },
}

const pingEndpointOperation: Operation = {
  ...ofOne,
  id: 'pingWebhookEndpoint',
  summary: 'Send a test message',
  description:
    'A signed message of type `webhook.ping`, sent once, even if the endpoint is paused. The result appears in the deliveries.',
  replies: {
    200: {
      description: 'The ping is queued.',
      schema: PingReply,
      examples: {
        asked: successExample('Queued', 'A ping is queued.', { delivery }),
      },
    },
  },
}

const resendOperation: Operation = {
  ...ofOne,
  id: 'resendWebhooks',
  summary: 'Resend events',
  description:
    'Resends one event by its id, or all events in a range of numbers whose type the endpoint receives, even if they were delivered before. Each event keeps its id and its bytes, so a receiver that stores ids processes nothing twice.',
  requestExamples: {
    one: { summary: 'One event', value: { event_id: delivery.event_id } },
    range: { summary: 'A range', value: { from_number: 1200, to_number: 1284 } },
  },
  replies: {
    200: {
      description: 'The events are queued.',
      schema: ResendReply,
      examples: {
        asked: successExample('A range', '85 events are queued.', { resent: 85 }),
      },
    },
  },
  refusals: [...ofOne.refusals, 'event_unknown', 'resend_range_invalid'],
}

export function listDeliveriesRoute(app: FastifyInstance, deps: AppDeps): void {
  app.get<EndpointParams & { Querystring: DeliveriesQuery }>(
    `${ENDPOINT_PATH}/deliveries`,
    {
      config: { access: 'read', operation: listDeliveriesOperation },
      schema: { querystring: DeliveriesQuery },
    },
    async (request) => {
      const id = readEndpointId(request.params)
      const page = readDeliveriesQuery(request.query)
      const { deliveries, hasMore } = await readDeliveries(deps, keyOf(request), id, page)
      const last = deliveries.at(-1)
      return {
        status: 'success',
        message: deliveries.length === 1 ? '1 delivery.' : `${deliveries.length} deliveries.`,
        deliveries: deliveries.map(toDeliveryWire),
        ...pageEnd(hasMore && last !== undefined ? formatId('webhookDelivery', last.id) : null),
      }
    },
  )
}

export function pingEndpointRoute(app: FastifyInstance, deps: AppDeps): void {
  app.post<EndpointParams>(
    `${ENDPOINT_PATH}/ping`,
    { config: { access: 'webhooks', personAccess: 'buy', operation: pingEndpointOperation } },
    async (request) => {
      const { deliveryId, eventId } = await pingWebhook(deps, keyOf(request), readEndpointId(request.params))
      return {
        status: 'success',
        message: 'A ping is queued.',
        delivery: { id: formatId('webhookDelivery', deliveryId), event_id: formatId('event', eventId) },
      }
    },
  )
}

export function resendRoute(app: FastifyInstance, deps: AppDeps): void {
  app.route<EndpointParams & { Body: ResendBody }>({
    method: 'POST',
    url: `${ENDPOINT_PATH}/resend`,
    config: { access: 'webhooks', personAccess: 'buy', operation: resendOperation },
    schema: { body: ResendBody },
    handler: async (request) => {
      const id = readEndpointId(request.params)
      const resent = await resendWebhooks(deps, keyOf(request), id, readResend(request.body))
      const message = resent === 1 ? '1 event is queued.' : `${resent} events are queued.`
      return { status: 'success', message, resent }
    },
  })
}
