import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { keyScopes } from '../../../records/keys/key-rights.ts'
import { issueTestKey, revokeOwnKey, rotateTestKey } from '../../../records/keys/member-keys.ts'
import { closedObject, namedObject } from '../../http/object-schemas.ts'
import { type Operation, successExample } from '../../http/openapi/operation.ts'
import { successField, wordReply } from '../../http/reply-fields.ts'
import type { PeopleDeps } from '../people-deps.ts'
import { signedInOf } from '../people-gate.ts'
import { readIdOr, timeReply } from '../people-wire.ts'
import {
  ACCOUNT_PATH,
  businessPath,
  IssuedKeyWire,
  issuedKeyExample,
  message,
  toIssuedKey,
} from './account-wire.ts'
import { businessOf } from './team-routes.ts'

const KEYS_PATH = `${ACCOUNT_PATH}/businesses/:business_id/keys`
const keyPath = { ...businessPath, key_id: Type.String({ description: 'The id of the key (key_…).' }) }

const IssueBody = closedObject({
  label: Type.String({ description: 'What you call it.', examples: ['checkout'], maxLength: 100 }),
  scopes: Type.Array(wordReply(keyScopes, 'A scope.'), { description: 'What it can do.', minItems: 1 }),
  expires_in_days: Type.Optional(
    Type.Integer({ description: 'It stops working then.', minimum: 1, maximum: 365, examples: [90] }),
  ),
  public_key: Type.Optional(
    Type.String({
      description:
        'Your Ed25519 public key, as PEM or in base64url. Only with the scope payouts. Every request that takes money out of the balance must then be signed, also those of your other test keys, and this cannot be undone.',
      maxLength: 1000,
      examples: ['11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'],
    }),
  ),
})

const issueKeyOperation: Operation = {
  id: 'issueKey',
  tag: 'Account',
  summary: 'Issue a test key',
  description: 'A key of test mode. Live keys are issued by Afara after the business goes live.',
  requestExamples: {
    checkout: {
      summary: 'A key that expires',
      value: { label: 'checkout', scopes: ['read', 'buy'], expires_in_days: 90 },
    },
  },
  parameters: { path: Type.Object(businessPath) },
  replies: {
    200: {
      description: 'The key. The secret is in this reply and nowhere else.',
      schema: namedObject('IssuedKeyReply', { status: successField, message, key: IssuedKeyWire }),
      examples: {
        key: successExample('A key', 'Copy the key now. We do not show it again.', { key: issuedKeyExample }),
      },
    },
  },
  refusals: ['business_unknown', 'public_key_invalid'],
}

const rotateKeyOperation: Operation = {
  id: 'rotateKey',
  tag: 'Account',
  summary: 'Rotate a test key',
  description: 'Issues a successor with the same rights. The old key works for 24 more hours.',
  parameters: { path: Type.Object(keyPath) },
  replies: {
    200: {
      description: 'The successor. The secret is in this reply and nowhere else.',
      schema: namedObject('RotatedKeyReply', {
        status: successField,
        message,
        key: IssuedKeyWire,
        old_key_expires_at: timeReply('When the old key stops working.'),
      }),
      examples: {
        key: successExample('A successor', 'Copy the key now. We do not show it again.', {
          key: issuedKeyExample,
          old_key_expires_at: '2026-11-16T09:30:00.000Z',
        }),
      },
    },
  },
  refusals: ['business_unknown', 'key_id_unknown'],
}

const revokeKeyOperation: Operation = {
  id: 'revokeKey',
  tag: 'Account',
  summary: 'Revoke a key',
  description:
    'The key of either mode stops within five seconds, for good. Webhook endpoints that it opened or changed are paused.',
  parameters: { path: Type.Object(keyPath) },
  replies: {
    200: {
      description: 'The key is revoked.',
      schema: namedObject('RevokedKeyReply', {
        status: successField,
        message,
        paused_endpoints: Type.Integer({ description: 'Webhook endpoints that were paused.', examples: [0] }),
      }),
      examples: { key: successExample('Revoked', 'The key is revoked.', { paused_endpoints: 0 }) },
    },
  },
  refusals: ['business_unknown', 'key_id_unknown'],
}

const COPY = 'Copy the key now. We do not show it again.'

export function issueKeyRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.route<{ Params: { business_id: string }; Body: Static<typeof IssueBody> }>({
    method: 'POST',
    url: KEYS_PATH,
    config: { person: 'keys.manage', operation: issueKeyOperation },
    schema: { body: IssueBody },
    handler: async (request) => {
      const by = managerOf(request)
      const { label, scopes, expires_in_days: expiresInDays, public_key: publicKey } = request.body
      const key = await issueTestKey(keyDeps(deps), by, { label, scopes, expiresInDays, publicKey })
      return { status: 'success', message: COPY, key: toIssuedKey(key) }
    },
  })
}

export function rotateKeyRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.post<{ Params: KeyParams }>(
    `${KEYS_PATH}/:key_id/rotate`,
    { config: { person: 'keys.manage', operation: rotateKeyOperation } },
    async (request) => {
      const key = await rotateTestKey(keyDeps(deps), managerOf(request), keyIdOf(request))
      const until = key.oldKeyExpiresAt.toISOString()
      return { status: 'success', message: COPY, key: toIssuedKey(key), old_key_expires_at: until }
    },
  )
}

export function revokeKeyRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.post<{ Params: KeyParams }>(
    `${KEYS_PATH}/:key_id/revoke`,
    { config: { person: 'keys.manage', operation: revokeKeyOperation } },
    async (request) => {
      const paused = await revokeOwnKey(deps, managerOf(request), keyIdOf(request))
      return { status: 'success', message: 'The key is revoked.', paused_endpoints: paused }
    },
  )
}

type KeyParams = { business_id: string; key_id: string }

/** Returns who manages the keys of the business in the URL. */
function managerOf(request: FastifyRequest<{ Params: { business_id: string } }>) {
  return { memberId: signedInOf(request).person.id, businessId: businessOf(request, 'keys.manage') }
}

function keyIdOf(request: FastifyRequest<{ Params: KeyParams }>): string {
  return readIdOr('key', request.params.key_id, 'key_id_unknown', 'Your business has no such key.')
}

function keyDeps(deps: PeopleDeps) {
  return { ...deps, ...deps.tools.readKeySettings() }
}
