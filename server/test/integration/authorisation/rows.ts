import { PAY_LINK_PATH } from '../../../src/entry/http/pay-links/pay-link-wire.ts'
import { TRANSACTION_PATH } from '../../../src/entry/http/transactions/told-transaction-wire.ts'
import type { Mode } from '../../../src/kernel/mode.ts'
import type { KeyScope } from '../../../src/records/keys/key-rights.ts'
import { batchRows } from './batch-rows.ts'
import { caseRows } from './case-rows.ts'
import { customerNumberRows } from './customer-number-rows.ts'
import {
  buyOf,
  cancelOf,
  drill,
  enquiryOf,
  expectedOf,
  get,
  paid,
  payLinkOf,
  sellOf,
  type WireRequest,
  withdrawalOf,
} from './requests.ts'
import { sandboxRows } from './sandbox-rows.ts'
import type { Tenancy } from './tenancies.ts'
import { webhookRows } from './webhook-rows.ts'

/** A status, with the error code if it is an error. */
export type Verdict = 200 | 202 | 401 | 404 | `${number} ${string}`

/** A request for an object: one's own, another business's, or one's own in the other mode. */
export type Probe = Readonly<{
  request(parties: Parties): WireRequest
  /** Answer to a caller that passed authorisation. */
  passed: Readonly<Record<Mode, Verdict>>
  /** A scope that this request needs in addition to the route's. */
  alsoNeeds?: KeyScope
}>

/** The caller and the other parties, with their objects. */
export type Parties = Readonly<{
  own: Tenancy & Planted
  ownOtherMode: Tenancy & Planted
  another: Tenancy & Planted
}>

export type Planted = Readonly<{
  drillId: string
  buyId: string
  sellId: string
  withdrawalId: string
  payLinkId: string
  endpointId: string
}>

export type Row = Readonly<{
  access: 'public' | KeyScope
  /** What a person with a token needs, if it differs. */
  personAccess?: KeyScope
  /** A key needs one of these scopes besides. */
  keyNeedsOneOf?: readonly KeyScope[]
  probes: Readonly<Record<string, Probe>>
}>

const unsigned = (url: string): WireRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json' },
  body: '{"eventType": "SUCCESSFUL_TRANSACTION"}',
})
const UNKNOWN = '404 transaction_unknown'
const found = (id: string) => `/transactions/v1/find?id=${encodeURIComponent(id)}`
const NO_LINK = '404 pay_link_unknown'
const both = (verdict: Verdict) => ({ test: verdict, live: verdict })
const open = (url: string): Row => ({
  access: 'public',
  probes: {
    own: { request: () => ({ ...get(url), headers: { 'accept-encoding': 'gzip' } }), passed: both(200) },
  },
})

/** A list cannot request another's objects. The probes try what an attacker might try. */
const list = (url: string): Row => ({
  access: 'read',
  probes: {
    own: { request: () => get(url), passed: both(200) },
    "another's id in the query": {
      request: ({ another }) => get(`${url}?business_id=${another.businessId}&link_tag=${another.linkTag}`),
      passed: both(200),
    },
    'the other mode in the query': {
      request: ({ ownOtherMode }) => get(`${url}?mode=${ownOtherMode.mode}`),
      passed: both(200),
    },
  },
})

/** A buy, sell or withdrawal by its id. Only the caller's own transaction in its own mode exists. A drill has its own route. */
const ofTransaction = (
  url: (id: string) => string,
  own: Readonly<{ buy: Verdict; sell: Verdict; withdrawal: Verdict }> = {
    buy: 200,
    sell: 200,
    withdrawal: 200,
  },
): Row => ({
  access: 'read',
  probes: {
    'own buy': { request: ({ own }) => get(url(own.buyId)), passed: both(own.buy) },
    'own sell': { request: ({ own }) => get(url(own.sellId)), passed: both(own.sell) },
    'own withdrawal': { request: ({ own }) => get(url(own.withdrawalId)), passed: both(own.withdrawal) },
    "another's buy": { request: ({ another }) => get(url(another.buyId)), passed: both(UNKNOWN) },
    "another's sell": { request: ({ another }) => get(url(another.sellId)), passed: both(UNKNOWN) },
    "another's withdrawal": {
      request: ({ another }) => get(url(another.withdrawalId)),
      passed: both(UNKNOWN),
    },
    'the withdrawal of the other mode': {
      request: ({ ownOtherMode }) => get(url(ownOtherMode.withdrawalId)),
      passed: both(UNKNOWN),
    },
    'the buy of the other mode': {
      request: ({ ownOtherMode }) => get(url(ownOtherMode.buyId)),
      passed: both(UNKNOWN),
    },
    'own drill, which is no buy, sell or withdrawal': {
      request: ({ own }) => get(url(own.drillId)),
      passed: both(UNKNOWN),
    },
  },
})

/** A pay link by its id. Only the caller's own link in its own mode exists. */
const ofPayLink = (access: KeyScope, request: (id: string) => WireRequest): Row => ({
  access,
  probes: {
    own: { request: ({ own }) => request(own.payLinkId), passed: both(200) },
    "another's": { request: ({ another }) => request(another.payLinkId), passed: both(NO_LINK) },
    'the link of the other mode': {
      request: ({ ownOtherMode }) => request(ownOtherMode.payLinkId),
      passed: both(NO_LINK),
    },
  },
})

/** A pay page is public for visitors with its token. No caller here has one. */
const ofPayPage = (path: string): Row => ({
  access: 'public',
  probes: {
    'a guessed token': {
      request: () => get(`/pay/AAAAAAAAAAAAAAAAAAAAAA${path}`),
      passed: both(404),
    },
  },
})

/** A list that refuses unknown query fields. */
const strictList = (url: string): Row => ({
  access: 'read',
  probes: {
    own: { request: () => get(url), passed: both(200) },
    "another's id in the query": {
      request: ({ another }) => get(`${url}?business_id=${another.businessId}`),
      passed: both('422 field_unknown'),
    },
    'the other mode in the query': {
      request: ({ ownOtherMode }) => get(`${url}?mode=${ownOtherMode.mode}`),
      passed: both('422 field_unknown'),
    },
  },
})

/** A list of a period, which is required. */
const ofPeriod = (url: string): Row => {
  const asked = `${url}?from=2026-11-01&to=2026-11-30`
  return {
    access: 'read',
    probes: {
      own: { request: () => get(asked), passed: both(200) },
      "another's id in the query": {
        request: ({ another }) => get(`${asked}&business_id=${another.businessId}`),
        passed: both('422 field_unknown'),
      },
      'the other mode in the query': {
        request: ({ ownOtherMode }) => get(`${asked}&mode=${ownOtherMode.mode}`),
        passed: both('422 field_unknown'),
      },
    },
  }
}

/** The same for transactions, which can also be requested by reference. */
const ofReferences = (url: string): Row => ({
  access: 'read',
  probes: {
    ...strictList(url).probes,
    "another's reference": {
      request: ({ another }) => get(`${url}?reference=${another.words.reference}`),
      passed: both(200),
    },
    'the reference of the other mode': {
      request: ({ ownOtherMode }) => get(`${url}?reference=${ownOtherMode.words.reference}`),
      passed: both(200),
    },
  },
})

const finding: Row = {
  access: 'read',
  probes: {
    'own buy': { request: ({ own }) => get(found(own.buyId)), passed: both(200) },
    'own reference': { request: ({ own }) => get(found(own.words.reference)), passed: both(200) },
    'own Idempotency-Key': { request: ({ own }) => get(found(own.words.idempotencyKey)), passed: both(200) },
    "another's buy": { request: ({ another }) => get(found(another.buyId)), passed: both(UNKNOWN) },
    "another's sell": { request: ({ another }) => get(found(another.sellId)), passed: both(UNKNOWN) },
    'the buy of the other mode': {
      request: ({ ownOtherMode }) => get(found(ownOtherMode.buyId)),
      passed: both(UNKNOWN),
    },
    'own drill, which cannot be found': {
      request: ({ own }) => get(found(own.drillId)),
      passed: both(UNKNOWN),
    },
  },
}

/** A preview with the body of the real request. It writes nothing. */
const previewed = (
  access: KeyScope,
  name: string,
  bodyOf: (tenancy: Tenancy, changes?: Record<string, unknown>) => WireRequest,
): Row => {
  const at = (request: WireRequest): WireRequest => ({ ...request, url: `/transactions/v1/${name}/preview` })
  return {
    access,
    probes: {
      own: { request: ({ own }) => at(bodyOf(own)), passed: both(200) },
      "another's business": {
        request: ({ own, another }) =>
          at(bodyOf(own, { business_id: another.businessId, link_tag: another.linkTag })),
        passed: both('403 business_mismatch'),
      },
      "another's whole request": {
        request: ({ another }) => at(bodyOf(another, { reference: another.words.reference })),
        passed: both('403 business_mismatch'),
      },
    },
  }
}

/** Expected answers of each route: exactly one row per route. */
export const rows: Readonly<Record<string, Row>> = {
  'POST /transactions/v1/onramp': {
    access: 'buy',
    probes: {
      own: { request: ({ own }) => buyOf(own), passed: both(200) },
      "another's business": {
        request: ({ own, another }) =>
          buyOf(own, { business_id: another.businessId, link_tag: another.linkTag }),
        passed: both('403 business_mismatch'),
      },
      "another's business_id": {
        request: ({ own, another }) => buyOf(own, { business_id: another.businessId }),
        passed: both('403 business_mismatch'),
      },
      "another's link_tag": {
        request: ({ own, another }) => buyOf(own, { link_tag: another.linkTag }),
        passed: both('403 business_mismatch'),
      },
      "another's vendor account": {
        request: ({ own, another }) => buyOf(own, paid(another.dedicated)),
        passed: both('422 unknown_vendor'),
      },
      "another's reference": {
        request: ({ own, another }) => buyOf(own, { reference: another.words.reference }),
        passed: both(200),
      },
      "another's Idempotency-Key": {
        request: ({ own, another }) => buyOf(own, {}, another.words.idempotencyKey),
        passed: both(200),
      },
      "another's whole request": {
        request: ({ another }) =>
          buyOf(another, { reference: another.words.reference }, another.words.idempotencyKey),
        passed: both('403 business_mismatch'),
      },
      'the vendor account of the other mode': {
        request: ({ own, ownOtherMode }) => buyOf(own, paid(ownOtherMode.dedicated)),
        passed: { test: '422 unknown_vendor', live: '422 test_vendor_with_live_key' },
      },
      'the reference of the other mode': {
        request: ({ own, ownOtherMode }) => buyOf(own, { reference: ownOtherMode.words.reference }),
        passed: both(200),
      },
      'the Idempotency-Key of the other mode': {
        request: ({ own, ownOtherMode }) => buyOf(own, {}, ownOtherMode.words.idempotencyKey),
        passed: both(200),
      },
    },
  },
  'POST /transactions/v1/onramp/expected': {
    access: 'buy',
    probes: {
      own: { request: ({ own }) => expectedOf(own, { reference: 'own-expected' }), passed: both(200) },
      "another's business": {
        request: ({ own, another }) =>
          expectedOf(own, { business_id: another.businessId, link_tag: another.linkTag }),
        passed: both('403 business_mismatch'),
      },
      "another's link_tag": {
        request: ({ own, another }) => expectedOf(own, { link_tag: another.linkTag }),
        passed: both('403 business_mismatch'),
      },
      "another's reference": {
        request: ({ own, another }) => expectedOf(own, { reference: `expected-${another.words.reference}` }),
        passed: both(200),
      },
      "another's Idempotency-Key": {
        request: ({ own, another }) => expectedOf(own, {}, `expected-${another.words.idempotencyKey}`),
        passed: both(200),
      },
      'the reference of the other mode': {
        request: ({ own, ownOtherMode }) =>
          expectedOf(own, { reference: `expected-${ownOtherMode.words.reference}` }),
        passed: both(200),
      },
    },
  },
  'POST /pay-links/v1': {
    access: 'buy',
    probes: {
      own: { request: ({ own }) => payLinkOf(own, { reference: 'own-pay-link' }), passed: both(200) },
      "another's business": {
        request: ({ own, another }) =>
          payLinkOf(own, { business_id: another.businessId, link_tag: another.linkTag }),
        passed: both('403 business_mismatch'),
      },
      "another's link_tag": {
        request: ({ own, another }) => payLinkOf(own, { link_tag: another.linkTag }),
        passed: both('403 business_mismatch'),
      },
      "another's reference": {
        request: ({ own, another }) => payLinkOf(own, { reference: `link-${another.words.reference}` }),
        passed: both(200),
      },
      "another's Idempotency-Key": {
        request: ({ own, another }) => payLinkOf(own, {}, `link-${another.words.idempotencyKey}`),
        passed: both(200),
      },
      'the reference of the other mode': {
        request: ({ own, ownOtherMode }) =>
          payLinkOf(own, { reference: `link-${ownOtherMode.words.reference}` }),
        passed: both(200),
      },
    },
  },
  'GET /pay-links/v1': strictList('/pay-links/v1'),
  [`GET ${PAY_LINK_PATH}`]: ofPayLink('read', (id) => get(`/pay-links/v1/${id}`)),
  [`POST ${PAY_LINK_PATH}/cancel`]: ofPayLink('buy', cancelOf),
  'POST /transactions/v1/offramp': {
    access: 'sell',
    probes: {
      'own, from a wallet': {
        request: ({ own }) => sellOf(own, { reference: 'own-wallet-sell' }),
        passed: { test: 200, live: '422 deposits_not_open' },
      },
      'own, from the balance': {
        request: ({ own }) =>
          sellOf(own, { network: undefined, wallet_address: undefined, reference: 'own-balance-sell' }),
        passed: both(200),
        alsoNeeds: 'payouts',
      },
      "another's business": {
        request: ({ own, another }) =>
          sellOf(own, { business_id: another.businessId, link_tag: another.linkTag }),
        passed: both('403 business_mismatch'),
      },
      "another's business_id": {
        request: ({ own, another }) => sellOf(own, { business_id: another.businessId }),
        passed: both('403 business_mismatch'),
      },
      "another's link_tag": {
        request: ({ own, another }) => sellOf(own, { link_tag: another.linkTag }),
        passed: both('403 business_mismatch'),
      },
      "another's balance": {
        request: ({ another }) => sellOf(another, { network: undefined, wallet_address: undefined }),
        passed: both('403 business_mismatch'),
      },
      "another's reference": {
        request: ({ own, another }) => sellOf(own, { reference: `sell-${another.words.reference}` }),
        passed: { test: 200, live: '422 deposits_not_open' },
      },
      "another's Idempotency-Key": {
        request: ({ own, another }) => sellOf(own, {}, `sell-${another.words.idempotencyKey}`),
        passed: { test: 200, live: '422 deposits_not_open' },
      },
      'the reference of the other mode': {
        request: ({ own, ownOtherMode }) =>
          sellOf(own, { reference: `sell-${ownOtherMode.words.reference}` }),
        passed: { test: 200, live: '422 deposits_not_open' },
      },
    },
  },
  'POST /transactions/v1/withdrawals': {
    access: 'payouts',
    probes: {
      own: { request: ({ own }) => withdrawalOf(own, { reference: 'own-withdrawal' }), passed: both(200) },
      "another's business": {
        request: ({ own, another }) =>
          withdrawalOf(own, { business_id: another.businessId, link_tag: another.linkTag }),
        passed: both('403 business_mismatch'),
      },
      "another's business_id": {
        request: ({ own, another }) => withdrawalOf(own, { business_id: another.businessId }),
        passed: both('403 business_mismatch'),
      },
      "another's balance": {
        request: ({ another }) => withdrawalOf(another),
        passed: both('403 business_mismatch'),
      },
      "another's reference": {
        request: ({ own, another }) =>
          withdrawalOf(own, { reference: `withdrawal-${another.words.reference}` }),
        passed: both(200),
      },
      "another's Idempotency-Key": {
        request: ({ own, another }) => withdrawalOf(own, {}, `withdrawal-${another.words.idempotencyKey}`),
        passed: both(200),
      },
      'the reference of the other mode': {
        request: ({ own, ownOtherMode }) =>
          withdrawalOf(own, { reference: `withdrawal-${ownOtherMode.words.reference}` }),
        passed: both(200),
      },
    },
  },
  'GET /transactions/v1': ofReferences('/transactions/v1'),
  'GET /transactions/v1/totals': ofReferences('/transactions/v1/totals'),
  'GET /transactions/v1/export': ofReferences('/transactions/v1/export'),
  'GET /transactions/v1/find': finding,
  'GET /transactions/v1/unmatched': list('/transactions/v1/unmatched'),
  'GET /balances/v1': list('/balances/v1'),
  'GET /balances/v1/statement': strictList('/balances/v1/statement'),
  'GET /balances/v1/days': ofPeriod('/balances/v1/days'),
  'GET /balances/v1/statement/csv': ofPeriod('/balances/v1/statement/csv'),
  'GET /balances/v1/statement/pdf': ofPeriod('/balances/v1/statement/pdf'),
  'POST /transactions/v1/onramp/preview': previewed('buy', 'onramp', buyOf),
  'POST /transactions/v1/offramp/preview': previewed('sell', 'offramp', sellOf),
  'POST /transactions/v1/withdrawals/preview': previewed('payouts', 'withdrawals', withdrawalOf),
  [`GET ${TRANSACTION_PATH}`]: ofTransaction((id) => `/transactions/v1/${id}`),
  [`GET ${TRANSACTION_PATH}/timeline`]: ofTransaction((id) => `/transactions/v1/${id}/timeline`),
  [`GET ${TRANSACTION_PATH}/receipt`]: ofTransaction((id) => `/transactions/v1/${id}/receipt`, {
    buy: '409 receipt_not_ready',
    sell: '409 receipt_not_ready',
    withdrawal: '409 receipt_not_ready',
  }),
  [`GET ${TRANSACTION_PATH}/trace-letter`]: ofTransaction((id) => `/transactions/v1/${id}/trace-letter`, {
    buy: 200,
    sell: '409 trace_letter_not_possible',
    withdrawal: '409 trace_letter_not_possible',
  }),
  ...webhookRows,
  ...batchRows,
  ...customerNumberRows,
  ...caseRows,
  ...sandboxRows,
  'GET /transactions/v1/vendors': list('/transactions/v1/vendors'),
  'GET /transactions/v1/list_vendors': list('/transactions/v1/list_vendors'),
  'GET /transactions/v1/test-vendors': list('/transactions/v1/test-vendors'),
  'GET /banks/v1': list('/banks/v1'),
  'POST /banks/v1/name-enquiry': {
    access: 'sell',
    probes: {
      own: {
        request: ({ own }) => enquiryOf(own),
        passed: both(200),
      },
    },
  },
  'GET /rates/v1/usdc-ngnc': list('/rates/v1/usdc-ngnc'),
  'GET /otc/buy': list('/otc/buy'),
  'GET /keys/v1/me': list('/keys/v1/me'),
  'POST /drills/v1': {
    access: 'buy',
    probes: {
      own: { request: () => drill('own-drill'), passed: { test: 202, live: '403 test_mode_only' } },
      "another's Idempotency-Key": {
        request: ({ another }) => drill(`drill-${another.words.idempotencyKey}`),
        passed: { test: 202, live: '403 test_mode_only' },
      },
    },
  },
  'GET /drills/v1/:id': {
    access: 'read',
    probes: {
      // Live mode has no drills, so a live key cannot have its own.
      own: {
        request: ({ own }) => get(`/drills/v1/${own.drillId}`),
        passed: { test: 200, live: '404 transaction_unknown' },
      },
      "another's drill": {
        request: ({ another }) => get(`/drills/v1/${another.drillId}`),
        passed: both('404 transaction_unknown'),
      },
      'the drill of the other mode': {
        request: ({ ownOtherMode }) => get(`/drills/v1/${ownOtherMode.drillId}`),
        passed: both('404 transaction_unknown'),
      },
      'own buy, which is no drill': {
        request: ({ own }) => get(`/drills/v1/${own.buyId}`),
        passed: both('404 transaction_unknown'),
      },
      "another's buy": {
        request: ({ another }) => get(`/drills/v1/${another.buyId}`),
        passed: both('404 transaction_unknown'),
      },
    },
  },
  // For banks, which have no key. Keys have no effect here.
  'POST /hooks/v1/:mode/:vendor': {
    access: 'public',
    probes: {
      'an unsigned notification': {
        request: ({ own }) => unsigned(`/hooks/v1/${own.mode}/monnify`),
        passed: both(401),
      },
      'a notification for the other mode': {
        request: ({ ownOtherMode }) => unsigned(`/hooks/v1/${ownOtherMode.mode}/paystack`),
        passed: both(401),
      },
    },
  },
  'POST /hooks/v1/:mode/:vendor/payouts': {
    access: 'public',
    probes: {
      'an unsigned notification': {
        request: ({ own }) => unsigned(`/hooks/v1/${own.mode}/monnify/payouts`),
        passed: both(401),
      },
      'a notification for the other mode': {
        request: ({ ownOtherMode }) => unsigned(`/hooks/v1/${ownOtherMode.mode}/paystack/payouts`),
        passed: both(401),
      },
    },
  },
  'GET /health': open('/health'),
  'GET /pay/:token': ofPayPage(''),
  'GET /pay/:token/status': ofPayPage('/status'),
  'GET /pay/:token/qr.svg': ofPayPage('/qr.svg'),
  'GET /pay/:token/logo.png': ofPayPage('/logo.png'),
  'GET /pay/:token/receipt.pdf': ofPayPage('/receipt.pdf'),
  'POST /pay/:token/return-account': {
    access: 'public',
    probes: {
      'a guessed token': {
        request: () => ({
          ...unsigned('/pay/AAAAAAAAAAAAAAAAAAAAAA/return-account'),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: 'bank=GTBank&number=0123456789',
        }),
        passed: both(404),
      },
    },
  },
  'GET /verify/:token': {
    access: 'public',
    probes: {
      'a guessed token': { request: () => get('/verify/AAAAAAAAAAAAAAAAAAAAAA'), passed: both(404) },
    },
  },
  'GET /': open('/'),
  'GET /status': open('/status'),
  'GET /site/:file': open('/site/site.css'),
  'GET /docs': open('/docs'),
  'GET /docs/:page': open('/docs/integrate'),
  'GET /docs/images/:file': open('/docs/images/receipt.png'),
  'GET /docs/search.json': open('/docs/search.json'),
  'GET /docs/api': open('/docs/api'),
  'GET /docs/start.js': open('/docs/start.js'),
  'GET /docs/scalar.js': open('/docs/scalar.js'),
  'GET /docs/errors': open('/docs/errors'),
  'GET /openapi.json': open('/openapi.json'),
  'GET /postman.json': open('/postman.json'),
  'GET /llms.txt': open('/llms.txt'),
}
