import { ENDPOINT_PATH } from '../../../src/entry/http/webhooks/endpoint-wire.ts'
import { newId } from '../../../src/kernel/ids/ids.ts'
import { get, sendJson, type WireRequest } from './requests.ts'
import type { Parties, Row, Verdict } from './rows.ts'

const both = (verdict: Verdict) => ({ test: verdict, live: verdict })
const UNKNOWN = '404 webhook_endpoint_unknown'
const at = (id: string, verb: string): string => `/webhooks/v1/endpoints/${id}${verb}`

/** A request about an endpoint by its id. Only the caller's own endpoint in its own mode exists. */
const ofEndpoint = (access: Row['access'], ask: (id: string) => WireRequest, hasOwn = true): Row => ({
  access,
  probes: {
    ...(hasOwn && { own: { request: ({ own }: Parties) => ask(own.endpointId), passed: both(200) } }),
    "another's endpoint": { request: ({ another }) => ask(another.endpointId), passed: both(UNKNOWN) },
    'the endpoint of the other mode': {
      request: ({ ownOtherMode }) => ask(ownOtherMode.endpointId),
      passed: both(UNKNOWN),
    },
    'an unknown endpoint': {
      request: () => ask(`whe_${newId().replaceAll('-', '')}`),
      passed: both(UNKNOWN),
    },
  },
})

const doing = (verb: string, fields?: Readonly<Record<string, unknown>>) => (id: string) =>
  sendJson(at(id, `/${verb}`), undefined, fields)

/** Expected answers of the feed and the endpoints. */
export const webhookRows: Readonly<Record<string, Row>> = {
  'GET /events/v1': {
    access: 'read',
    probes: {
      own: { request: () => get('/events/v1'), passed: both(200) },
      "another's transaction": {
        request: ({ another }) => get(`/events/v1?transaction_id=${another.buyId}`),
        passed: both(200),
      },
      'the transaction of the other mode': {
        request: ({ ownOtherMode }) => get(`/events/v1?transaction_id=${ownOtherMode.buyId}`),
        passed: both(200),
      },
      "another's business in the query": {
        request: ({ another }) => get(`/events/v1?business_id=${another.businessId}`),
        passed: both('422 field_unknown'),
      },
    },
  },
  'POST /webhooks/v1/endpoints': {
    access: 'webhooks',
    probes: {
      own: {
        request: () => sendJson('/webhooks/v1/endpoints', undefined, { url: `https://hooks.${newId()}.ng/` }),
        passed: both(200),
      },
    },
  },
  'GET /webhooks/v1/endpoints': {
    access: 'read',
    probes: { own: { request: () => get('/webhooks/v1/endpoints'), passed: both(200) } },
  },
  [`GET ${ENDPOINT_PATH}`]: ofEndpoint('read', (id) => get(at(id, ''))),
  [`POST ${ENDPOINT_PATH}/update`]: ofEndpoint('webhooks', doing('update', { description: 'the same' })),
  [`POST ${ENDPOINT_PATH}/pause`]: ofEndpoint('webhooks', doing('pause')),
  [`POST ${ENDPOINT_PATH}/resume`]: ofEndpoint('webhooks', doing('resume')),
  // The first caller removes the endpoint, so there is no probe for one's own.
  [`POST ${ENDPOINT_PATH}/remove`]: ofEndpoint('webhooks', doing('remove'), false),
  [`POST ${ENDPOINT_PATH}/rotate-secret`]: ofEndpoint('webhooks', doing('rotate-secret', {})),
  [`POST ${ENDPOINT_PATH}/ping`]: { ...ofEndpoint('webhooks', doing('ping')), personAccess: 'buy' },
  [`GET ${ENDPOINT_PATH}/deliveries`]: ofEndpoint('read', (id) => get(at(id, '/deliveries'))),
  [`POST ${ENDPOINT_PATH}/resend`]: {
    ...ofEndpoint('webhooks', doing('resend', { from_number: 1, to_number: 2 })),
    personAccess: 'buy',
  },
}
