import { type Static, Type } from 'typebox'
import { formatId } from '../../../kernel/ids/ids.ts'
import type { WebhookEndpoint } from '../../../records/webhooks/webhook-endpoint-store.ts'

const urlField = Type.String({
  description: 'Where events are sent: `https`, on a public name.',
  examples: ['https://hooks.ada-foods.ng/afara'],
  minLength: 1,
  maxLength: 2048,
})
const eventsField = Type.Array(Type.String({ minLength: 1, maxLength: 60, pattern: '^[a-z_.*]+$' }), {
  description: 'Which events: `*` for all, `buy.*` for all of buys, or types such as `buy.completed`.',
  examples: [['buy.*', 'sell.completed']],
  minItems: 1,
  maxItems: 50,
})
const descriptionField = Type.String({
  description: 'For yourselves.',
  examples: ['The shop'],
  maxLength: 200,
  // May be empty. No control characters and no half of a surrogate pair, which no database keeps.
  pattern: '^[^\\p{Cc}\\p{Cs}]*$',
})

export const EndpointBody = Type.Object(
  {
    url: urlField,
    events: Type.Optional(eventsField),
    description: Type.Optional(descriptionField),
  },
  { $id: 'WebhookEndpointRequest', additionalProperties: false },
)
export type EndpointBody = Static<typeof EndpointBody>

export const EndpointChangeBody = Type.Object(
  {
    url: Type.Optional(urlField),
    events: Type.Optional(eventsField),
    description: Type.Optional(descriptionField),
  },
  { $id: 'WebhookEndpointChange', additionalProperties: false },
)
export type EndpointChangeBody = Static<typeof EndpointChangeBody>

export const RotateSecretBody = Type.Object(
  {
    overlap_hours: Type.Optional(
      Type.Integer({
        description:
          'How long the secret before signs beside the new one: 0 to 168 hours; 24 when not given.',
        minimum: 0,
        maximum: 168,
        examples: [24],
      }),
    ),
  },
  { $id: 'RotateWebhookSecretRequest', additionalProperties: false },
)
export type RotateSecretBody = Static<typeof RotateSecretBody>

export function toEndpointWire(endpoint: WebhookEndpoint) {
  return {
    id: formatId('webhookEndpoint', endpoint.id),
    url: endpoint.url,
    events: endpoint.eventTypes,
    description: endpoint.description,
    state: endpoint.state,
    mode: endpoint.mode,
    created_at: endpoint.createdAt.toISOString(),
    failing_since: endpoint.failingSince?.toISOString() ?? null,
    last_success_at: endpoint.lastSuccessAt?.toISOString() ?? null,
    waiting: endpoint.waiting,
    secrets: endpoint.secrets.map(({ createdAt, expiresAt }) => ({
      created_at: createdAt.toISOString(),
      expires_at: expiresAt?.toISOString() ?? null,
    })),
    notices: endpoint.notices.map(({ kind, message, at }) => ({ kind, message, at: at.toISOString() })),
  }
}
