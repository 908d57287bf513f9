import { type Static, Type } from 'typebox'
import { unknownEndpoint } from '../../../flows/webhooks/manage-endpoints.ts'
import { formatId, parseId } from '../../../kernel/ids/ids.ts'
import type { WebhookEndpoint } from '../../../records/webhooks/webhook-endpoint-store.ts'
import { modeReply } from '../events/event-wire.ts'
import { pageReplyFields } from '../list-query.ts'
import { closedObject, namedObject } from '../object-schemas.ts'
import { successField, textReply, wordReply } from '../reply-fields.ts'

export const ENDPOINTS_PATH = '/webhooks/v1/endpoints'
/** Only a well-formed id matches these routes, so that a mistyped URL is not found. */
export const ENDPOINT_PATH = `${ENDPOINTS_PATH}/:id(^whe_[0-9a-f]{32}$)`

export const EndpointPath = Type.Object({
  id: Type.String({
    pattern: '^whe_[0-9a-f]{32}$',
    description: 'The id of the endpoint.',
    examples: ['whe_01a1dcc4a1b27c3d9e4f5061728394a5'],
  }),
})

export type EndpointParams = Readonly<{ Params: { id: string } }>

const timeReply = (description: string) => Type.String({ format: 'date-time', description })
const timeOrNull = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description })

const WebhookEndpointSchema = namedObject('WebhookEndpoint', {
  id: Type.String({
    description: 'The id of the endpoint.',
    pattern: '^whe_[0-9a-f]{32}$',
    examples: ['whe_01a1dcc4a1b27c3d9e4f5061728394a5'],
  }),
  url: textReply('Where events are sent.', 'https://hooks.ada-foods.ng/afara'),
  events: Type.Array(Type.String(), { description: 'Which events are sent there.', examples: [['*']] }),
  description: Type.String({ description: 'Your own description.', examples: ['The shop'] }),
  state: wordReply(
    ['active', 'paused', 'disabled'],
    'paused: you paused it, or a key that opened or changed it was revoked. disabled: we disabled it because no delivery succeeded for three days. Events are held in both states.',
  ),
  mode: modeReply,
  created_at: timeReply('When it was created.'),
  failing_since: timeOrNull('Since when deliveries have failed; null if they succeed.'),
  last_success_at: timeOrNull('When the last delivery succeeded.'),
  waiting: Type.Integer({
    description: 'The number of pending deliveries.',
    minimum: 0,
    examples: [0],
  }),
  secrets: Type.Array(
    closedObject({
      created_at: timeReply('When it was created.'),
      expires_at: timeOrNull('When it stops signing; null for the current secret.'),
    }),
    {
      description:
        'The active secrets, newest first. The value of a secret is shown once, when it is created.',
    },
  ),
  notices: Type.Array(
    closedObject({
      kind: textReply('What happened, as a code.', 'disabled'),
      message: textReply('What happened, in words.', 'Disabled: no delivery succeeded since …'),
      at: timeReply('When.'),
    }),
    { description: 'The last ten changes, newest first.' },
  ),
})

const message = textReply('A human-readable message.', 'The endpoint was created.')
const secret = Type.String({
  description: 'The signing secret. Store it: we show it only once.',
  pattern: '^whsec_[A-Za-z0-9+/]{43}=$',
  examples: ['whsec_bm90IGEgc2VjcmV0LCBvbmx5IGFuIGV4YW1wbGUuLi4='],
})

export const EndpointReply = namedObject('WebhookEndpointReply', {
  status: successField,
  message,
  endpoint: WebhookEndpointSchema,
})

export const EndpointSecretReply = namedObject('WebhookEndpointSecretReply', {
  status: successField,
  message,
  endpoint: WebhookEndpointSchema,
  secret,
})

export const EndpointsReply = namedObject('WebhookEndpointsReply', {
  status: successField,
  message,
  endpoints: Type.Array(WebhookEndpointSchema, { description: 'Oldest first.' }),
  ...pageReplyFields,
})

export const endpointExample = {
  id: 'whe_01a1dcc4a1b27c3d9e4f5061728394a5',
  url: 'https://hooks.ada-foods.ng/afara',
  events: ['*'],
  description: 'The shop',
  state: 'active',
  mode: 'test',
  created_at: '2026-11-15T09:00:00.000Z',
  failing_since: null,
  last_success_at: null,
  waiting: 0,
  secrets: [{ created_at: '2026-11-15T09:00:00.000Z', expires_at: null }],
  notices: [
    {
      kind: 'opened',
      message: 'Created. New events are sent to it.',
      at: '2026-11-15T09:00:00.000Z',
    },
  ],
}

export const secretExample = 'whsec_bm90IGEgc2VjcmV0LCBvbmx5IGFuIGV4YW1wbGUuLi4='

const urlField = Type.String({
  description: 'The URL that receives events: `https`, on a public host.',
  examples: ['https://hooks.ada-foods.ng/afara'],
  minLength: 1,
  maxLength: 2048,
})
const eventsField = Type.Array(Type.String({ minLength: 1, maxLength: 60, pattern: '^[a-z_.*]+$' }), {
  description:
    'The event types: `*` for all, `buy.*` for all events of buys, or types such as `buy.completed`.',
  examples: [['buy.*', 'sell.completed']],
  minItems: 1,
  maxItems: 50,
})
const descriptionField = Type.String({
  description: 'A description, for your own use.',
  examples: ['The shop'],
  maxLength: 200,
  // May be empty. No control characters and no half of a surrogate pair, which PostgreSQL cannot store.
  pattern: '^[^\\p{Cc}\\p{Cs}]*$',
})

export const EndpointBody = namedObject('WebhookEndpointRequest', {
  url: urlField,
  events: Type.Optional(eventsField),
  description: Type.Optional(descriptionField),
})
export type EndpointBody = Static<typeof EndpointBody>

export const EndpointChangeBody = namedObject('WebhookEndpointChange', {
  url: Type.Optional(urlField),
  events: Type.Optional(eventsField),
  description: Type.Optional(descriptionField),
})
export type EndpointChangeBody = Static<typeof EndpointChangeBody>

export const RotateSecretBody = namedObject('RotateWebhookSecretRequest', {
  overlap_hours: Type.Optional(
    Type.Integer({
      description: 'How many hours the previous secret also signs: 0 to 168. The default is 24.',
      minimum: 0,
      maximum: 168,
      examples: [24],
    }),
  ),
})
export type RotateSecretBody = Static<typeof RotateSecretBody>

export function readEndpointId(params: Readonly<{ id: string }>): string {
  const id = parseId('webhookEndpoint', params.id)
  if (id === undefined) throw unknownEndpoint(params.id)
  return id
}

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
