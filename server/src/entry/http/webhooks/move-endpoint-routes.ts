import type { FastifyInstance } from 'fastify'
import { moveWebhookEndpoint, rotateWebhookSecret } from '../../../flows/webhooks/manage-endpoints.ts'
import type { AppDeps } from '../app-deps.ts'
import { keyOf } from '../require-key.ts'
import {
  pauseEndpointOperation,
  removeEndpointOperation,
  resumeEndpointOperation,
  rotateSecretOperation,
} from './endpoint-operations.ts'
import { ENDPOINT_PATH, type EndpointParams, readEndpointId } from './endpoint-path.ts'
import { RotateSecretBody, toEndpointWire } from './endpoint-wire.ts'

const USUAL_OVERLAP_HOURS = 24

const moves = [
  {
    verb: 'pause',
    state: 'paused',
    message: 'The endpoint is paused: events are kept.',
    operation: pauseEndpointOperation,
  },
  {
    verb: 'resume',
    state: 'active',
    message: 'The endpoint is active: what was kept is sent.',
    operation: resumeEndpointOperation,
  },
  {
    verb: 'remove',
    state: 'removed',
    message: 'The endpoint was removed.',
    operation: removeEndpointOperation,
  },
] as const

/** Pause, resume and remove. What it is already is no error. */
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
      const { endpoint, secret } = await rotateWebhookSecret(deps, keyOf(request), id, hours)
      const until = endpoint.secrets[1]?.expiresAt
      const both = until ? `Both secrets sign until ${until.toISOString()}.` : 'Only the new secret signs.'
      return {
        status: 'success',
        message: `${both} Keep the new one: it is not shown again.`,
        endpoint: toEndpointWire(endpoint),
        secret,
      }
    },
  })
}
