import { Type } from 'typebox'
import type { Operation } from '../openapi/operation.ts'
import { wordReply } from '../reply-fields.ts'

const HealthReply = Type.Object(
  {
    status: wordReply(['ok', 'error'], 'Whether requests can be answered.'),
    postgresql: Type.Boolean({ description: 'Whether the record can be reached.' }),
  },
  { $id: 'Health', additionalProperties: false },
)

export const readHealthOperation: Operation = {
  id: 'readHealth',
  tag: 'Service',
  summary: 'Is it up?',
  description: 'For load balancers and for you; it asks for no key.',
  replies: {
    200: {
      description: 'It is up.',
      schema: HealthReply,
      examples: { up: { summary: 'Up', value: { status: 'ok', postgresql: true } } },
    },
    503: {
      description: 'It is running but cannot reach the record.',
      schema: HealthReply,
      examples: { down: { summary: 'Down', value: { status: 'error', postgresql: false } } },
    },
  },
  refusals: [],
}
