import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { formatId } from '../../../kernel/ids/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { confirmRequest, requestRequestConfirmation } from '../../../records/people/confirm-request.ts'
import { closedObject, namedObject } from '../../http/object-schemas.ts'
import { type Operation, successExample } from '../../http/openapi/operation.ts'
import { successField, textReply, wordReply } from '../../http/reply-fields.ts'
import { assertionExample, toAssertion } from '../credential-wire.ts'
import type { PeopleDeps } from '../people-deps.ts'
import { limitChallenges, limitFailures, signedInOf } from '../people-gate.ts'
import { timeReply } from '../people-wire.ts'
import { ACCOUNT_PATH, businessPath, message } from './account-wire.ts'
import { CHANGE, OptionsOfChange, optionsExample } from './team-operations.ts'
import { businessOf } from './team-routes.ts'
import { readChangeId, signedFields } from './team-wire.ts'

const CONFIRMED_PATH = `${ACCOUNT_PATH}/businesses/:business_id/confirmed-requests`
const DECISION_PATH = `${ACCOUNT_PATH}/businesses/:business_id/confirmed-decisions`

const wantedFields = {
  mode: wordReply(['test', 'live'], 'live moves real money; test does not.'),
  path: Type.String({
    description: 'The path of the request, which changes a webhook endpoint. Its method is POST.',
    pattern: '^/webhooks/v1/endpoints(/whe_[0-9a-f]{32}/(update|pause|resume|remove|rotate-secret))?$',
    examples: ['/webhooks/v1/endpoints'],
  }),
  body: Type.String({
    description: 'The body of the request, exactly as it will be sent; empty without one.',
    maxLength: 10_000,
    examples: ['{"url":"https://hooks.ada-foods.ng/afara"}'],
  }),
}
const OptionsBody = closedObject(wantedFields)
const ConfirmBody = closedObject({ ...wantedFields, ...signedFields })

const decisionFields = {
  ...wantedFields,
  path: Type.String({
    description: 'The path of the request, which decides a case. Its method is POST.',
    pattern: '^/cases/v1/cas_[0-9a-f]{32}/decisions$',
    examples: ['/cases/v1/cas_01a1dcc33c477feca0d6d2cee34c8ce8/decisions'],
  }),
  body: Type.String({
    description: 'The body of the request, exactly as it will be sent.',
    maxLength: 2_000,
    examples: ['{"choice":"return"}'],
  }),
}
const DecisionOptionsBody = closedObject(decisionFields)
const DecisionConfirmBody = closedObject({ ...decisionFields, ...signedFields })

const wantedExample = {
  mode: 'test',
  path: '/webhooks/v1/endpoints',
  body: '{"url":"https://hooks.ada-foods.ng/afara"}',
}

const requestRequestConfirmationOperation: Operation = {
  id: 'requestRequestConfirmation',
  tag: 'Account',
  summary: 'Start to confirm a request',
  description:
    'Returns what a browser needs to confirm one request to the API with a passkey. A webhook endpoint receives what your customers do, so a session alone does not create or change one.',
  requestExamples: { endpoint: { summary: 'A new endpoint', value: wantedExample } },
  parameters: { path: Type.Object(businessPath) },
  replies: {
    200: {
      description: 'What to sign.',
      schema: OptionsOfChange,
      examples: { options: optionsExample },
    },
  },
  refusals: ['business_unknown', 'rate_limited'],
}

const confirmRequestOperation: Operation = {
  id: 'confirmRequest',
  tag: 'Account',
  summary: 'Confirm a request',
  description:
    'Returns a token for exactly this request: the API refuses it for any other path or body. Send it in the header `svc-sec-key` within one minute.',
  requestExamples: {
    endpoint: {
      summary: 'A new endpoint',
      value: { ...wantedExample, change_id: CHANGE, credential: assertionExample },
    },
  },
  parameters: { path: Type.Object(businessPath) },
  replies: {
    200: {
      description: 'The token.',
      schema: namedObject('ConfirmedRequestReply', {
        status: successField,
        message,
        token: textReply('Send it in the header svc-sec-key.', 'svc_token_eyJidXNpbmVzc0lkIj.q83vEjRWeJA'),
        expires_at: timeReply('When it stops working.'),
      }),
      examples: {
        token: successExample('A token', 'This token is for this request only.', {
          token: 'svc_token_eyJidXNpbmVzc0lkIj.q83vEjRWeJA',
          expires_at: '2026-11-15T09:31:00.000Z',
        }),
      },
    },
  },
  refusals: [
    'business_unknown',
    'challenge_invalid',
    'passkey_unknown',
    'passkey_refused',
    'passkey_revoked',
    'passkey_copied',
    'rate_limited',
    'unavailable',
  ],
}

const decisionExample = {
  mode: 'test',
  path: '/cases/v1/cas_01a1dcc33c477feca0d6d2cee34c8ce8/decisions',
  body: '{"choice":"return"}',
}

const requestDecisionConfirmationOperation: Operation = {
  ...requestRequestConfirmationOperation,
  id: 'requestDecisionConfirmation',
  summary: 'Start to confirm a decision',
  description:
    'Returns what a browser needs to confirm one decision about a case with a passkey. A decision moves money, so a session alone does not make one.',
  requestExamples: { decision: { summary: 'Send a payment back', value: decisionExample } },
}

const confirmDecisionOperation: Operation = {
  ...confirmRequestOperation,
  id: 'confirmDecision',
  summary: 'Confirm a decision',
  requestExamples: {
    decision: {
      summary: 'Send a payment back',
      value: { ...decisionExample, change_id: CHANGE, credential: assertionExample },
    },
  },
}

/** What a person confirms: a change of an endpoint, or a decision about a case. */
type Confirmed = Readonly<{
  url: string
  person: 'webhooks.manage' | 'cases.decide'
  begins: Operation
  ends: Operation
  body: typeof OptionsBody | typeof DecisionOptionsBody
  signedBody: typeof ConfirmBody | typeof DecisionConfirmBody
}>

const endpoints: Confirmed = {
  url: CONFIRMED_PATH,
  person: 'webhooks.manage',
  begins: requestRequestConfirmationOperation,
  ends: confirmRequestOperation,
  body: OptionsBody,
  signedBody: ConfirmBody,
}
const decisions: Confirmed = {
  url: DECISION_PATH,
  person: 'cases.decide',
  begins: requestDecisionConfirmationOperation,
  ends: confirmDecisionOperation,
  body: DecisionOptionsBody,
  signedBody: DecisionConfirmBody,
}

export function confirmRequestRoutes(app: FastifyInstance, deps: PeopleDeps): void {
  for (const confirmed of [endpoints, decisions]) {
    beginRoute(app, deps, confirmed)
    endRoute(app, deps, confirmed)
  }
}

function beginRoute(app: FastifyInstance, deps: PeopleDeps, { url, person, begins, body }: Confirmed): void {
  app.route<{ Params: { business_id: string }; Body: Static<typeof OptionsBody> }>({
    method: 'POST',
    url: `${url}/options`,
    config: { person, operation: begins },
    schema: { body },
    handler: async (request, reply) => {
      const businessId = businessOf(request, person)
      limitChallenges(deps.challenges, request, reply)
      const wanted = toWanted(businessId, request.body)
      const { id, text, options } = await requestRequestConfirmation(deps, signedInOf(request), wanted)
      const message = 'Confirm with your passkey.'
      return { status: 'success', message, change_id: formatId('change', id), text, options }
    },
  })
}

function endRoute(
  app: FastifyInstance,
  deps: PeopleDeps,
  { url, person, ends, signedBody }: Confirmed,
): void {
  app.route<{ Params: { business_id: string }; Body: Static<typeof ConfirmBody> }>({
    method: 'POST',
    url,
    config: { person, operation: ends },
    schema: { body: signedBody },
    handler: async (request, reply) => {
      const businessId = businessOf(request, person)
      const { tokenKey } = deps
      if (tokenKey === undefined) throw new Refusal('unavailable', 'There is no dashboard here.')
      const { credential, change_id: text, ...wanted } = request.body
      const signed = { id: readChangeId(text), answer: toAssertion(credential) }
      const { token, expiresAt } = await limitFailures(deps.gate, request, reply, async () =>
        confirmRequest({ ...deps, tokenKey }, signedInOf(request), toWanted(businessId, wanted), signed),
      )
      return {
        status: 'success',
        message: 'This token is for this request only.',
        token,
        expires_at: expiresAt.toISOString(),
      }
    },
  })
}

function toWanted(businessId: string, { mode, path, body }: Static<typeof OptionsBody>) {
  return { businessId, mode, request: { method: 'POST', path, body } }
}
