import type { FastifyInstance } from 'fastify'
import {
  changeWebhookEndpoint,
  listWebhookEndpoints,
  moveWebhookEndpoint,
  openWebhookEndpoint,
  readWebhookEndpoint,
  rotateWebhookSecret,
  type WithSecret,
} from '../../../flows/webhooks/manage-endpoints.ts'
import type { AppDeps } from '../app-deps.ts'
import { keepReplyIn } from '../keep-replies.ts'
import { onlyPage } from '../list-query.ts'
import { keyOf } from '../require-key.ts'
import {
  changeEndpointOperation,
  listEndpointsOperation,
  openEndpointOperation,
  pauseEndpointOperation,
  readEndpointOperation,
  removeEndpointOperation,
  resumeEndpointOperation,
  rotateSecretOperation,
} from './endpoint-operations.ts'
import {
  ENDPOINT_PATH,
  ENDPOINTS_PATH,
  EndpointBody,
  EndpointChangeBody,
  type EndpointParams,
  RotateSecretBody,
  readEndpointId,
  toEndpointWire,
} from './endpoint-wire.ts'

const USUAL_OVERLAP_HOURS = 24

const moves = [
  {
    verb: 'pause',
    state: 'paused',
    message: 'The endpoint is paused. Events are held.',
    operation: pauseEndpointOperation,
  },
  {
    verb: 'resume',
    state: 'active',
    message: 'The endpoint is active. Held events are being sent.',
    operation: resumeEndpointOperation,
  },
  {
    verb: 'remove',
    state: 'removed',
    message: 'The endpoint was removed.',
    operation: removeEndpointOperation,
  },
] as const

/** 200: the endpoint is open. The response contains the secret, which is never shown again. */
export function openEndpointRoute(app: FastifyInstance, deps: AppDeps): void {
  app.route<{ Body: EndpointBody }>({
    method: 'POST',
    url: ENDPOINTS_PATH,
    config: { access: 'webhooks', operation: openEndpointOperation },
    schema: { body: EndpointBody },
    handler: async (request) => {
      const { url, events = ['*'], description = '' } = request.body
      const wishes = { url, eventTypes: events, description }
      const opened = await openWebhookEndpoint(deps, keyOf(request), wishes, async (sql, made) =>
        keepReplyIn(sql, deps, request, toOpenedReply(made)),
      )
      return toOpenedReply(opened)
    },
  })
}

export function listEndpointsRoute(app: FastifyInstance, deps: AppDeps): void {
  const config = { access: 'read', operation: listEndpointsOperation } as const
  app.get(ENDPOINTS_PATH, { config }, async (request) => {
    const endpoints = await listWebhookEndpoints(deps, keyOf(request))
    const message = endpoints.length === 1 ? '1 endpoint.' : `${endpoints.length} endpoints.`
    return { status: 'success', message, endpoints: endpoints.map(toEndpointWire), ...onlyPage }
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

/** Pauses, resumes and removes an endpoint. It is no error if the endpoint already has the requested state. */
export function moveEndpointRoutes(app: FastifyInstance, deps: AppDeps): void {
  for (const { verb, state, message, operation } of moves) {
    app.post<EndpointParams>(
      `${ENDPOINT_PATH}/${verb}`,
      { config: { access: 'webhooks', operation } },
      async (request) => {
        const id = readEndpointId(request.params)
        const endpoint = await moveWebhookEndpoint(deps, keyOf(request), id, state)
        if (state === 'active') deps.wake(id)
        return { status: 'success', message, endpoint: toEndpointWire(endpoint) }
      },
    )
  }
}

export function rotateSecretRoute(app: FastifyInstance, deps: AppDeps): void {
  app.route<EndpointParams & { Body: RotateSecretBody }>({
    method: 'POST',
    url: `${ENDPOINT_PATH}/rotate-secret`,
    config: { access: 'webhooks', operation: rotateSecretOperation },
    schema: { body: RotateSecretBody },
    handler: async (request) => {
      const id = readEndpointId(request.params)
      const hours = request.body.overlap_hours ?? USUAL_OVERLAP_HOURS
      const rotated = await rotateWebhookSecret(deps, keyOf(request), id, hours, async (sql, made) =>
        keepReplyIn(sql, deps, request, toRotatedReply(made)),
      )
      return toRotatedReply(rotated)
    },
  })
}

function toOpenedReply({ endpoint, secret }: WithSecret) {
  const message = 'The endpoint was created. Store the secret: we do not show it again.'
  return { status: 'success', message, endpoint: toEndpointWire(endpoint), secret }
}

function toRotatedReply({ endpoint, secret }: WithSecret) {
  const until = endpoint.secrets[1]?.expiresAt
  const both = until ? `Both secrets sign until ${until.toISOString()}.` : 'Only the new secret signs.'
  return {
    status: 'success',
    message: `${both} Store the new one: we do not show it again.`,
    endpoint: toEndpointWire(endpoint),
    secret,
  }
}
