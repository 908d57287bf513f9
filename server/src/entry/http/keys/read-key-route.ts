import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { formatId } from '../../../kernel/ids/ids.ts'
import { keyScopes, requestWindowMs } from '../../../records/keys/key-rights.ts'
import type { AuthenticatedKey } from '../../../records/keys/known-key.ts'
import { namedObject } from '../object-schemas.ts'
import { type Operation, successExample } from '../openapi/operation.ts'
import { successField, textReply, wordReply } from '../reply-fields.ts'
import { keyOf } from '../require-key.ts'

const Key = namedObject(
  'Key',
  {
    business_id: textReply('The business that the key belongs to.', 'biz_01a1dcc264cc7ab5819881f76f5e96ba'),
    link_tag: textReply('The link tag of that business.', 'ada-foods'),
    mode: wordReply(['test', 'live'], 'live moves real money; test does not.'),
    scopes: Type.Array(wordReply(keyScopes, 'What the key can do.'), { description: 'What the key can do.' }),
    requests_per_window: Type.Integer({
      description: 'The number of requests allowed per window.',
      examples: [500],
    }),
    window_seconds: Type.Integer({ description: 'The length of a window in seconds.', examples: [10] }),
    expires_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'When the key stops working; null if it does not expire. Ask us to rotate it before then.',
    }),
  },
  'The business and permissions of a key. Never includes the secret.',
)

const KeyReply = namedObject('KeyReply', {
  status: successField,
  message: textReply('A human-readable message.', 'A test key of ada-foods.'),
  key: Key,
})

const readKeyOperation: Operation = {
  id: 'readKey',
  tag: 'Service',
  summary: 'Read the current key',
  description:
    'The business_id and link_tag to send in every request, and what the key can do. Read it before the first request.',
  replies: {
    200: {
      description: 'The key that sent the request.',
      schema: KeyReply,
      examples: {
        test: successExample('A test key', 'A test key of ada-foods.', {
          key: {
            business_id: 'biz_01a1dcc264cc7ab5819881f76f5e96ba',
            link_tag: 'ada-foods',
            mode: 'test',
            scopes: ['read', 'buy', 'sell'],
            requests_per_window: 500,
            window_seconds: 10,
            expires_at: null,
          },
        }),
      },
    },
  },
  refusals: [],
}

/** 200: the key's business and permissions. Answered from what the gate already knows. */
export function readKeyRoute(app: FastifyInstance): void {
  app.get('/keys/v1/me', { config: { access: 'read', operation: readKeyOperation } }, async (request) =>
    toKeyReply(keyOf(request)),
  )
}

function toKeyReply({ tenant, linkTag, scopes, requestsPerWindow, expiresAt }: AuthenticatedKey): object {
  return {
    status: 'success',
    message: `A ${tenant.mode} key of ${linkTag}.`,
    key: {
      business_id: formatId('business', tenant.businessId),
      link_tag: linkTag,
      mode: tenant.mode,
      scopes,
      requests_per_window: requestsPerWindow,
      window_seconds: requestWindowMs / 1000,
      expires_at: expiresAt?.toISOString() ?? null,
    },
  }
}
