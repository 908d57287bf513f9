/** The headers that mean something to a caller, as OpenAPI's `components.headers`. */
export const replyHeaders = {
  'X-Request-Id': {
    description: 'The id of this request, as in our log. Quote it when you ask us.',
    required: true,
    schema: { type: 'string', format: 'uuid', examples: ['cc1a5e3e-82c1-4ca3-bb4f-f5486d96573b'] },
  },
  RateLimit: {
    description:
      'How many requests the key has left in this window (`r`), and the seconds until the next one (`t`).',
    schema: { type: 'string', examples: ['"key";r=998;t=7'] },
  },
  'RateLimit-Policy': {
    description: 'The limit of the key: so many requests (`q`) in so many seconds (`w`).',
    schema: { type: 'string', examples: ['"key";q=1000;w=10'] },
  },
  'Retry-After': {
    description: 'Seconds to wait before you ask again.',
    required: true,
    schema: { type: 'string', pattern: '^[0-9]+$', examples: ['5'] },
  },
  'Idempotent-Replayed': {
    description: 'There, and `true`, when this was accepted before and nothing new was recorded.',
    schema: { type: 'string', enum: ['true'], examples: ['true'] },
  },
  'Rate-Unit': {
    description: 'What the numbers are prices of.',
    required: true,
    schema: { type: 'string', examples: ['NGNC to pay for 1 unit of the currency'] },
  },
  'Rate-As-Of': {
    description: 'The moment that the rates are of, in UTC.',
    required: true,
    schema: { type: 'string', format: 'date-time', examples: ['2026-11-15T09:29:30.000Z'] },
  },
  'Rate-Expires': {
    description: 'The moment from which the rates no longer hold, in UTC.',
    required: true,
    schema: { type: 'string', format: 'date-time', examples: ['2026-11-15T09:31:30.000Z'] },
  },
} as const

export type ReplyHeader = keyof typeof replyHeaders
