import { Type } from 'typebox'
import { modeReply } from '../events/event-wire.ts'
import { successField, textReply, wordReply } from '../reply-fields.ts'

const timeReply = (description: string) => Type.String({ format: 'date-time', description })
const timeOrNull = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description })

const WebhookEndpoint = Type.Object(
  {
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
      Type.Object(
        {
          created_at: timeReply('When it was made.'),
          expires_at: timeOrNull('Until when it signs; null for the current one.'),
        },
        { additionalProperties: false },
      ),
      {
        description:
          'The secrets that sign now, the newest first. They themselves are shown once, when they are made.',
      },
    ),
    notices: Type.Array(
      Type.Object(
        {
          kind: textReply('What happened, for programs.', 'disabled'),
          message: textReply('The same, for people.', 'Disabled: nothing was delivered since …'),
          at: timeReply('When.'),
        },
        { additionalProperties: false },
      ),
      { description: 'What became of it, the newest first; the last ten.' },
    ),
  },
  { $id: 'WebhookEndpoint', additionalProperties: false },
)

const message = textReply('For people.', 'The endpoint is open.')
const secret = Type.String({
  description: 'Signs what is sent there. It is shown this once: keep it.',
  pattern: '^whsec_[A-Za-z0-9+/]{43}=$',
  examples: ['whsec_bm90IGEgc2VjcmV0LCBvbmx5IGFuIGV4YW1wbGUuLi4='],
})

export const EndpointReply = Type.Object(
  { status: successField, message, endpoint: WebhookEndpoint },
  { $id: 'WebhookEndpointReply', additionalProperties: false },
)

export const EndpointSecretReply = Type.Object(
  { status: successField, message, endpoint: WebhookEndpoint, secret },
  { $id: 'WebhookEndpointSecretReply', additionalProperties: false },
)

export const EndpointsReply = Type.Object(
  {
    status: successField,
    message,
    endpoints: Type.Array(WebhookEndpoint, { description: 'The oldest first.' }),
  },
  { $id: 'WebhookEndpointsReply', additionalProperties: false },
)

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
