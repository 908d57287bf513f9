import type { FastifyInstance } from 'fastify'
import { pingWebhook, readDeliveries, resendWebhooks } from '../../../flows/webhooks/ask-for-deliveries.ts'
import { formatId } from '../../../kernel/ids/ids.ts'
import type { AppDeps } from '../app-deps.ts'
import { keyOf } from '../require-key.ts'
import { listDeliveriesOperation, pingEndpointOperation, resendOperation } from './delivery-operations.ts'
import {
  DeliveriesQuery,
  ResendBody,
  readDeliveriesQuery,
  readResend,
  toDeliveryWire,
} from './delivery-wire.ts'
import { ENDPOINT_PATH, type EndpointParams, readEndpointId } from './endpoint-path.ts'

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
        next: hasMore && last !== undefined ? formatId('webhookDelivery', last.id) : null,
      }
    },
  )
}

export function pingEndpointRoute(app: FastifyInstance, deps: AppDeps): void {
  app.post<EndpointParams>(
    `${ENDPOINT_PATH}/ping`,
    { config: { access: 'webhooks', operation: pingEndpointOperation } },
    async (request) => {
      const { deliveryId, eventId } = await pingWebhook(deps, keyOf(request), readEndpointId(request.params))
      return {
        status: 'success',
        message: 'A ping is on its way.',
        delivery: { id: formatId('webhookDelivery', deliveryId), event_id: formatId('event', eventId) },
      }
    },
  )
}

export function resendRoute(app: FastifyInstance, deps: AppDeps): void {
  app.route<EndpointParams & { Body: ResendBody }>({
    method: 'POST',
    url: `${ENDPOINT_PATH}/resend`,
    config: { access: 'webhooks', operation: resendOperation },
    schema: { body: ResendBody },
    handler: async (request) => {
      const id = readEndpointId(request.params)
      const resent = await resendWebhooks(deps, keyOf(request), id, readResend(request.body))
      const message = resent === 1 ? '1 event is sent again.' : `${resent} events are sent again.`
      return { status: 'success', message, resent }
    },
  })
}
