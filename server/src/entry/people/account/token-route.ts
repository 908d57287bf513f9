import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { Refusal } from '../../../kernel/refusal.ts'
import { keyScopes } from '../../../records/keys/key-rights.ts'
import { requireMembership } from '../../../records/people/person.ts'
import { scopesOf, signTenantToken, TOKEN_LIFE_MS } from '../../../records/people/tenant-token.ts'
import { closedObject, namedObject } from '../../http/object-schemas.ts'
import { type Operation, successExample } from '../../http/openapi/operation.ts'
import { successField, textReply, wordReply } from '../../http/reply-fields.ts'
import { businessFields } from '../../http/request-fields.ts'
import type { PeopleDeps } from '../people-deps.ts'
import { businessExample } from '../people-examples.ts'
import { signedInOf } from '../people-gate.ts'
import { readIdOr, timeReply } from '../people-wire.ts'
import { ACCOUNT_PATH } from './account-wire.ts'

const TokenBody = closedObject({
  business_id: businessFields.business_id,
  mode: wordReply(['test', 'live'], 'live moves real money; test does not.'),
})

const createTokenOperation: Operation = {
  id: 'createToken',
  tag: 'Account',
  summary: 'Get a token for the API',
  description:
    'A token with which this session calls the API for one business in one mode, for one minute. Send it in the header `svc-sec-key` in place of a key. It can read and, if your role allows it, buy. It can never sell, pay out or change webhooks.',
  requestExamples: {
    test: { summary: 'Test mode', value: { business_id: businessExample.business_id, mode: 'test' } },
  },
  replies: {
    200: {
      description: 'The token.',
      schema: namedObject('TokenReply', {
        status: successField,
        message: textReply('A message for people.', 'This token lasts one minute.'),
        token: textReply('Send it in the header svc-sec-key.', 'svc_token_eyJidXNpbmVzc0lkIj.q83vEjRWeJA'),
        scopes: Type.Array(wordReply(keyScopes, 'What the token can do.'), {
          description: 'What the token can do.',
        }),
        expires_at: timeReply('When it stops working.'),
      }),
      examples: {
        token: successExample('A token of a viewer', 'This token lasts one minute.', {
          token: 'svc_token_eyJidXNpbmVzc0lkIj.q83vEjRWeJA',
          scopes: ['read'],
          expires_at: '2026-11-15T09:31:00.000Z',
        }),
      },
    },
  },
  refusals: ['business_unknown', 'unavailable'],
}

/** 200: a token that the API accepts for a minute. The API asks how the person stands, so an ended session ends the token too. */
export function createTokenRoute(app: FastifyInstance, { tokenKey, clock }: PeopleDeps): void {
  app.route<{ Body: Static<typeof TokenBody> }>({
    method: 'POST',
    url: `${ACCOUNT_PATH}/token`,
    config: { person: 'api.read', operation: createTokenOperation },
    schema: { body: TokenBody },
    handler: async (request) => {
      if (tokenKey === undefined) throw new Refusal('unavailable', 'There is no dashboard here.')
      const { person, session } = signedInOf(request)
      const { business_id: text, mode } = request.body
      const businessId = readIdOr('business', text, 'business_unknown', 'This business does not exist.')
      const { role } = requireMembership(person, businessId)
      const scopes = scopesOf(role, session.method)
      const expiresAtMs = clock.now().getTime() + TOKEN_LIFE_MS
      const claims = { businessId, mode, memberId: person.id, sessionId: session.id, scopes, expiresAtMs }
      return {
        status: 'success',
        message: 'This token lasts one minute.',
        token: signTenantToken(tokenKey, claims),
        scopes,
        expires_at: new Date(expiresAtMs).toISOString(),
      }
    },
  })
}
