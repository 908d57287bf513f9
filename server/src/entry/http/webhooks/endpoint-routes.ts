import type { FastifyInstance } from 'fastify'
import {
  changeWebhookEndpoint,
  listWebhookEndpoints,
  openWebhookEndpoint,
  readWebhookEndpoint,
} from '../../../flows/webhooks/manage-endpoints.ts'
import type { AppDeps } from '../app-deps.ts'
import { keyOf } from '../require-key.ts'
import {
  changeEndpointOperation,
  listEndpointsOperation,
  openEndpointOperation,
  readEndpointOperation,
} from './endpoint-operations.ts'
import { ENDPOINT_PATH, ENDPOINTS_PATH, type EndpointParams, readEndpointId } from './endpoint-path.ts'
import { EndpointBody, EndpointChangeBody, toEndpointWire } from './endpoint-wire.ts'

/** 200: open, with the secret that is never shown again. */
export function openEndpointRoute(app: FastifyInstance, deps: AppDeps): void {
  app.route<{ Body: EndpointBody }>({
    method: 'POST',
    url: ENDPOINTS_PATH,
    config: { access: 'webhooks', operation: openEndpointOperation },
    schema: { body: EndpointBody },
    handler: async (request) => {
      const { url, events = ['*'], description = '' } = request.body
      const wishes = { url, eventTypes: events, description }
      const { endpoint, secret } = await openWebhookEndpoint(deps, keyOf(request), wishes)
      const message = 'The endpoint is open. Keep the secret: it is not shown again.'
      return { status: 'success', message, endpoint: toEndpointWire(endpoint), secret }
    },
  })
}

export function listEndpointsRoute(app: FastifyInstance, deps: AppDeps): void {
  const config = { access: 'read', operation: listEndpointsOperation } as const
  app.get(ENDPOINTS_PATH, { config }, async (request) => {
    const endpoints = await listWebhookEndpoints(deps, keyOf(request))
    const message = endpoints.length === 1 ? '1 endpoint.' : `${endpoints.length} endpoints.`
    return { status: 'success', message, endpoints: endpoints.map(toEndpointWire) }
  })
}

export function readEndpointRoute(app: FastifyInstance, deps: AppDeps): void {
  const config = { access: 'read', operation: readEndpointOperation } as const
  app.get<EndpointParams>(ENDPOINT_PATH, { config }, async (request) => {
    const endpoint = await readWebhookEndpoint(deps, keyOf(request), readEndpointId(request.params))
    return {
      status: 'success',
      message: `The endpoint is ${endpoint.state}.`,
      endpoint: toEndpointWire(endpoint),
    }
  })
}

export function changeEndpointRoute(app: FastifyInstance, deps: AppDeps): void {
  app.route<EndpointParams & { Body: EndpointChangeBody }>({
    method: 'POST',
    url: `${ENDPOINT_PATH}/update`,
    config: { access: 'webhooks', operation: changeEndpointOperation },
    schema: { body: EndpointChangeBody },
    handler: async (request) => {
      const { events, ...wishes } = request.body
      const id = readEndpointId(request.params)
      const changed = await changeWebhookEndpoint(deps, keyOf(request), id, {
        ...wishes,
        ...(events && { eventTypes: events }),
      })
      return {
        status: 'success',
        message: 'The endpoint was updated.',
        endpoint: toEndpointWire(changed),
      }
    },
  })
}
