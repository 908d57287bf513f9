import type { Operation } from '../openapi/operation.ts'
import { KeyReply } from './read-key-wire.ts'

export const readKeyOperation: Operation = {
  id: 'readKey',
  tag: 'Service',
  summary: 'Who am I?',
  description:
    'The business and link tag that every request names, and what the key may do: what a program needs to know of a key before its first request.',
  replies: {
    200: {
      description: 'The key that the request came with.',
      schema: KeyReply,
      examples: {
        test: {
          summary: 'A test key',
          value: {
            status: 'success',
            message: 'A test key of ada-foods.',
            key: {
              business_id: 'biz_01a1dcc264cc7ab5819881f76f5e96ba',
              link_tag: 'ada-foods',
              mode: 'test',
              scopes: ['read', 'buy', 'sell'],
              requests_per_window: 500,
              window_seconds: 10,
            },
          },
        },
      },
    },
  },
  refusals: [],
}
