import { type Static, Type } from 'typebox'
import { unknownEndpoint } from '../../../flows/webhooks/manage-endpoints.ts'
import { formatId, parseId } from '../../../kernel/ids/ids.ts'
import type { WebhookEndpoint } from '../../../records/webhooks/webhook-endpoint-store.ts'
import { modeReply } from '../events/event-wire.ts'
import { closedObject, namedObject } from '../object-schemas.ts'
import { successField, textReply, wordReply } from '../reply-fields.ts'

export const ENDPOINTS_PATH = '/webhooks/v1/endpoints'
/** Only what looks like an id leads to these routes, so that a mistyped URL stays a URL that leads nowhere. */
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
  description: Type.String({ description: 'Your own words.', examples: ['The shop'] }),
  state: wordReply(
    ['active', 'paused', 'disabled'],
    'Paused by you, or disabled by us because nothing got through for three days. What waits is kept.',
  ),
  mode: modeReply,
  created_at: timeReply('When it was opened.'),
  failing_since: timeOrNull('Since when nothing gets through; null while all is well.'),
  last_success_at: timeOrNull('When something was last delivered.'),
  waiting: Type.Integer({
    description: 'Deliveries that are still to be made.',
    minimum: 0,
    examples: [0],
  }),
  secrets: Type.Array(
    closedObject({
      created_at: timeReply('When it was made.'),
      expires_at: timeOrNull('Until when it signs; null for the current one.'),
    }),
    {
      description:
        'The secrets that sign now, the newest first. They themselves are shown once, when they are made.',
    },
  ),
  notices: Type.Array(
    closedObject({
      kind: textReply('What happened, for programs.', 'disabled'),
      message: textReply('The same, for people.', 'Disabled: nothing was delivered since …'),
      at: timeReply('When.'),
    }),
    { description: 'What became of it, the newest first; the last ten.' },
  ),
})

const message = textReply('For people.', 'The endpoint is open.')
const secret = Type.String({
  description: 'Signs what is sent there. It is shown this once: keep it.',
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
  endpoints: Type.Array(WebhookEndpointSchema, { description: 'The oldest first.' }),
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
      message: 'Opened. Events from now on are sent there.',
      at: '2026-11-15T09:00:00.000Z',
    },
  ],
}

export const secretExample = 'whsec_bm90IGEgc2VjcmV0LCBvbmx5IGFuIGV4YW1wbGUuLi4='

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
      description: 'How long the secret before signs beside the new one: 0 to 168 hours; 24 when not given.',
      minimum: 0,
      maximum: 168,
      examples: [24],
    }),
  ),
})
export type RotateSecretBody = Static<typeof RotateSecretBody>

export function readEndpointId(params: Readonly<{ id: string }>): string {
  const id = parseId('webhookEndpoint', params.id)
  if (id === undefined) throw unknownEndpoint()
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
