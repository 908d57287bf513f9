import { softwarePasskey } from '@afara/stack/authenticator/software-passkey.ts'
import { formatId, newId } from '../../../src/kernel/ids/ids.ts'
import type { Action } from '../../../src/records/people/role-actions.ts'
import { assertionOf, attestationOf } from '../../people-world.ts'
import { consoleRows } from './console-rows.ts'
import { only, type PeopleParties, type PeopleRow } from './people-row.ts'

/** Actions whose routes do not exist yet. Each needs a row as soon as a route has it. */
export const actionsWithoutRoutes: readonly Action[] = [
  // Checked by the API, which accepts a token in place of a key.
  'api.buy',
  'cases.work',
  'cases.dismiss',
  'stops.place',
  'closes.sign',
  'businesses.manage',
  'operators.suspend',
  'decisions.payments',
  'decisions.sanctions',
  'decisions.treasury',
  'decisions.control',
  'decisions.standing',
  'decisions.businesses',
  'decisions.operators',
  'decisions.recovery',
]

const page = (access: PeopleRow['access'], url: string, passed: string): PeopleRow => ({
  ...only(access, url, passed),
  isPage: true,
})
const files = ['people.css', 'people.js', 'webauthn.js', 'mark.svg'].concat(
  ['inter-latin', 'inter-latin-ext', 'jetbrains-mono-latin'].map((name) => `${name}.woff2`),
)

const stranger = softwarePasskey('a stranger')
const challenge = Buffer.alloc(32, 7).toString('base64url')
const NO_INVITATION = `inv_${'A'.repeat(43)}`
const credential = attestationOf(stranger, challenge)
const UNKNOWN = '404 business_unknown'
const NOBODY = { email: 'nobody@business.test' }
const NO_LINK = '401 email_link_ended'
const NO_DEVICE = '404 user_code_unknown'
const NO_CODE = { user_code: 'BCDF-GHJK' }
const NO_REQUEST = '404 signature_request_unknown'
const SIGNATURE = `/people/v1/signatures/${formatId('signatureRequest', newId())}`

const tokenOf = (business: string) => ({ business_id: formatId('business', business), mode: 'test' })

const typed = { name: 'Ngozi', email: 'ngozi@up.test', business_name: 'Ada', link_tag: 'nobody-has-it' }
const NO_KEY = formatId('key', newId())

const wantedDecision = {
  mode: 'test',
  path: `/cases/v1/cas_${'0'.repeat(32)}/decisions`,
  body: '{"choice":"return"}',
}
const wanted = { mode: 'test', path: '/webhooks/v1/endpoints', body: '{"url":"https://hooks.test/"}' }

/** A route about a business: the own one, and another's, which does not exist for the caller. */
const ofBusiness = (access: Action, path: string, passed: string, body?: unknown): PeopleRow => {
  const of = (business: string) => `/account/v1/businesses/${formatId('business', business)}${path}`
  const sent = body !== undefined && { body }
  return {
    access,
    probes: {
      own: { url: ({ ownBusiness }) => of(ownBusiness), passed, ...sent },
      "another's business": { url: ({ otherBusiness }) => of(otherBusiness), passed: UNKNOWN, ...sent },
    },
  }
}

const NO_ORDER = formatId('paymentOrder', newId())
const NO_BENEFICIARY = formatId('beneficiary', newId())
const TOLERANCE = { mode: 'test', tolerance: '2.00' }
const NO_WALLET = formatId('wallet', newId())
const NO_WITHDRAWAL = formatId('withdrawalOrder', newId())
const signature = { credential: assertionOf(stranger, challenge) }
const payment = { bank: 'no such bank', account_number: '1', amount: '1', reference: 'one' }

/** A route about the payments of a business in test mode. */
const ofPayments = (
  access: 'payments.read' | 'payments.make' | 'payments.limit',
  path: string,
  passed: string,
  body?: unknown,
): PeopleRow => ofBusiness(access, `/test${path}`, passed, body)
const PAYMENTS = '/account/v1/businesses/:business_id/:mode'
const ORDERS = `${PAYMENTS}/payment-orders`
const UNKNOWN_ORDER = '404 payment_order_unknown'
const WITHDRAWALS = `${PAYMENTS}/withdrawal-orders`
const UNKNOWN_WITHDRAWAL = '404 withdrawal_order_unknown'
const ofKeys = (path: string, passed: string, body?: unknown) =>
  ofBusiness('keys.manage', `/keys${path}`, passed, body)
const NO_CHANGE = { change_id: formatId('change', newId()), credential: assertionOf(stranger, challenge) }
const NO_JOIN = { token: `jon_${'A'.repeat(43)}` }
const INVITE = { action: 'invite', email: 'somebody@business.test', role: 'viewer' }

/** Expected answers of the people process, by "METHOD /url". */
export const peopleRows: Readonly<Record<string, PeopleRow>> = {
  'POST /people/v1/sessions/options': only('public', '/people/v1/sessions/options', '200'),
  'POST /people/v1/sessions': only('public', '/people/v1/sessions', '401 passkey_unknown', {
    client: 'terminal',
    credential: assertionOf(stranger, challenge),
  }),
  'GET /people/v1/sessions/current': only('self.read', '/people/v1/sessions/current', '200'),
  'GET /people/v1/sessions': only('self.read', '/people/v1/sessions', '200'),
  // The first caller would end their own session, so there is no probe for it.
  'POST /people/v1/sessions/:session_id/revoke': only(
    'self.read',
    `/people/v1/sessions/${formatId('session', newId())}/revoke`,
    '404 session_id_unknown',
  ),
  'POST /people/v1/invitations/read': only(
    'public',
    '/people/v1/invitations/read',
    '404 invitation_unknown',
    { token: NO_INVITATION },
  ),
  'POST /people/v1/invitations/accept': only(
    'public',
    '/people/v1/invitations/accept',
    '404 invitation_unknown',
    { token: NO_INVITATION, name: 'mine', credential },
  ),
  'POST /people/v1/recovery': only('public', '/people/v1/recovery', '200', NOBODY),
  'POST /people/v1/sign-in/email': only('public', '/people/v1/sign-in/email', '200', NOBODY),
  'POST /people/v1/sign-in/link': only('public', '/people/v1/sign-in/link', NO_LINK, {
    token: `eml_${'A'.repeat(43)}`,
  }),
  'POST /people/v1/sign-in/code': only('public', '/people/v1/sign-in/code', NO_LINK, { code: '000000' }),
  'POST /people/v1/codes/options': only('codes.manage', '/people/v1/codes/options', '200'),
  'POST /people/v1/codes': only('codes.manage', '/people/v1/codes', '401 code_refused', { code: '000000' }),
  'POST /people/v1/codes/remove': only('codes.manage', '/people/v1/codes/remove', '409 codes_unknown'),
  'POST /people/v1/devices': only('public', '/people/v1/devices', '200', { machine: 'a laptop' }),
  'POST /people/v1/devices/token': only('public', '/people/v1/devices/token', '400 expired_token', {
    device_code: `dvc_${'A'.repeat(43)}`,
  }),
  'POST /people/v1/devices/options': only('self.manage', '/people/v1/devices/options', NO_DEVICE, NO_CODE),
  'POST /people/v1/devices/confirm': only('self.manage', '/people/v1/devices/confirm', NO_DEVICE, {
    ...NO_CODE,
    credential: assertionOf(stranger, challenge),
  }),
  'POST /people/v1/devices/deny': only('self.manage', '/people/v1/devices/deny', NO_DEVICE, NO_CODE),
  'GET /people/v1/passkeys': only('self.read', '/people/v1/passkeys', '200'),
  'POST /people/v1/passkeys/options': only('self.manage', '/people/v1/passkeys/options', '200'),
  'POST /people/v1/passkeys': only('self.manage', '/people/v1/passkeys', '401 challenge_invalid', {
    name: 'mine',
    credential,
  }),
  'POST /people/v1/passkeys/:passkey_id/revoke': {
    access: 'self.manage',
    probes: {
      "another's passkey": {
        url: ({ stranger: { passkeyId } }) => `/people/v1/passkeys/${formatId('passkey', passkeyId)}/revoke`,
        passed: '404 passkey_id_unknown',
      },
    },
  },
  'GET /people/v1/signatures/:signature_request_id': only('signatures.give', SIGNATURE, NO_REQUEST),
  'POST /people/v1/signatures/:signature_request_id/sign': only(
    'signatures.give',
    `${SIGNATURE}/sign`,
    NO_REQUEST,
    { credential: assertionOf(stranger, challenge) },
  ),
  'POST /people/v1/signatures/:signature_request_id/refuse': only(
    'signatures.give',
    `${SIGNATURE}/refuse`,
    NO_REQUEST,
  ),
  'GET /people/v1/me': only('self.read', '/people/v1/me', '200'),
  'GET /people/v1/operators': only('operators.list', '/people/v1/operators', '200'),
  'GET /people/v1/businesses': only('businesses.list', '/people/v1/businesses', '200'),
  'GET /people/v1/businesses/:business_id/keys': {
    access: 'keys.list',
    probes: {
      own: {
        url: ({ ownBusiness }) => `/people/v1/businesses/${formatId('business', ownBusiness)}/keys`,
        passed: '200',
      },
      "another's business": {
        url: ({ otherBusiness }) => `/people/v1/businesses/${formatId('business', otherBusiness)}/keys`,
        passed: '200',
        passedMember: UNKNOWN,
      },
      'one that nobody has': {
        url: () => `/people/v1/businesses/${formatId('business', newId())}/keys`,
        passed: UNKNOWN,
      },
      'a text that is no id': { url: () => '/people/v1/businesses/ada-foods/keys', passed: UNKNOWN },
    },
  },
  'GET /account/v1/link-tags/:link_tag': only('public', '/account/v1/link-tags/nobody-has-it', '200'),
  'POST /account/v1/sign-up/options': only('public', '/account/v1/sign-up/options', '200', typed),
  'POST /account/v1/sign-up': only('public', '/account/v1/sign-up', '401 challenge_invalid', {
    ...typed,
    sign_up_id: formatId('member', newId()),
    credential,
  }),
  'POST /account/v1/confirmations': only('public', '/account/v1/confirmations', '404 confirmation_unknown', {
    token: `cnf_${'A'.repeat(43)}`,
  }),
  'POST /account/v1/confirmations/send': only('self.manage', '/account/v1/confirmations/send', '200'),
  'POST /account/v1/businesses/:business_id/keys': ofKeys('', '200', {
    label: 'a test',
    scopes: ['read'],
  }),
  'POST /account/v1/businesses/:business_id/keys/:key_id/rotate': ofKeys(
    `/${NO_KEY}/rotate`,
    '404 key_id_unknown',
  ),
  'POST /account/v1/businesses/:business_id/keys/:key_id/revoke': ofKeys(
    `/${NO_KEY}/revoke`,
    '404 key_id_unknown',
  ),
  'GET /account/v1/businesses/:business_id/go-live': ofBusiness('go_live.read', '/go-live', '200'),
  'POST /account/v1/businesses/:business_id/go-live': ofBusiness('go_live.manage', '/go-live', '200', {
    volumes: { monthly_volume: '100', largest_payment: '1' },
  }),
  // There is no bank to ask here.
  'POST /account/v1/businesses/:business_id/go-live/account': ofBusiness(
    'go_live.manage',
    '/go-live/account',
    '503 unavailable',
    { bank: 'GTBank', account_number: '0123456789' },
  ),
  'POST /account/v1/businesses/:business_id/go-live/submit': ofBusiness(
    'go_live.manage',
    '/go-live/submit',
    '422 go_live_incomplete',
  ),
  'POST /account/v1/token': {
    access: 'api.read',
    probes: {
      own: {
        url: () => '/account/v1/token',
        body: ({ ownBusiness }: PeopleParties) => tokenOf(ownBusiness),
        passed: '200',
      },
      "another's business": {
        url: () => '/account/v1/token',
        body: ({ otherBusiness }: PeopleParties) => tokenOf(otherBusiness),
        passed: UNKNOWN,
      },
    },
  },
  [`GET ${PAYMENTS}/beneficiaries`]: ofPayments('payments.read', '/beneficiaries', '200'),
  [`POST ${PAYMENTS}/beneficiaries`]: ofPayments('payments.make', '/beneficiaries', '422 bank_unknown', {
    bank: 'no such bank',
    account_number: '0123456789',
  }),
  [`POST ${PAYMENTS}/beneficiaries/:beneficiary_id/end`]: ofPayments(
    'payments.make',
    `/beneficiaries/${NO_BENEFICIARY}/end`,
    '404 beneficiary_unknown',
  ),
  [`POST ${PAYMENTS}/payments/check`]: ofPayments('payments.make', '/payments/check', '200', {
    payments: [payment],
  }),
  [`GET ${ORDERS}`]: ofPayments('payments.read', '/payment-orders', '200'),
  [`POST ${ORDERS}`]: ofPayments('payments.make', '/payment-orders', '422 payments_invalid', {
    reference: 'one',
    payments: [payment],
  }),
  [`GET ${ORDERS}/:payment_order_id`]: ofPayments(
    'payments.read',
    `/payment-orders/${NO_ORDER}`,
    UNKNOWN_ORDER,
  ),
  [`POST ${ORDERS}/:payment_order_id/sign`]: ofPayments(
    'payments.make',
    `/payment-orders/${NO_ORDER}/sign`,
    UNKNOWN_ORDER,
    signature,
  ),
  [`POST ${ORDERS}/:payment_order_id/end`]: ofPayments(
    'payments.make',
    `/payment-orders/${NO_ORDER}/end`,
    UNKNOWN_ORDER,
  ),
  [`POST ${ORDERS}/:payment_order_id/retry`]: ofPayments(
    'payments.make',
    `/payment-orders/${NO_ORDER}/retry`,
    UNKNOWN_ORDER,
  ),
  [`POST ${PAYMENTS}/payment-limit/draft`]: ofPayments('payments.limit', '/payment-limit/draft', '200', {
    amount: '50000',
  }),
  [`POST ${PAYMENTS}/payment-limit`]: ofPayments(
    'payments.limit',
    '/payment-limit',
    '403 signature_invalid',
    {
      amount: '50000',
      version: 1,
      ...signature,
    },
  ),
  [`POST ${PAYMENTS}/payee-restriction/draft`]: ofPayments(
    'payments.limit',
    '/payee-restriction/draft',
    '200',
    { is_on: true },
  ),
  [`POST ${PAYMENTS}/payee-restriction`]: ofPayments(
    'payments.limit',
    '/payee-restriction',
    '403 signature_invalid',
    { is_on: true, version: 1, ...signature },
  ),
  'GET /account/v1/businesses/:business_id/activity': ofBusiness('activity.list', '/activity', '200'),
  [`GET ${PAYMENTS}/wallets`]: ofPayments('payments.read', '/wallets', '200'),
  [`POST ${PAYMENTS}/wallets`]: ofPayments('payments.make', '/wallets', '422 wallet_address_invalid', {
    network: 'Polygon',
    wallet_address: '0x1',
    label: 'one',
  }),
  [`POST ${PAYMENTS}/wallets/:wallet_id/sign`]: ofPayments(
    'payments.make',
    `/wallets/${NO_WALLET}/sign`,
    '404 wallet_unknown',
    signature,
  ),
  [`POST ${PAYMENTS}/wallets/:wallet_id/end`]: ofPayments(
    'payments.make',
    `/wallets/${NO_WALLET}/end`,
    '404 wallet_unknown',
  ),
  [`GET ${WITHDRAWALS}`]: ofPayments('payments.read', '/withdrawal-orders', '200'),
  [`POST ${WITHDRAWALS}`]: ofPayments('payments.make', '/withdrawal-orders', '404 wallet_unknown', {
    reference: 'one',
    wallet_id: NO_WALLET,
    amount: '5000',
  }),
  [`GET ${WITHDRAWALS}/:withdrawal_order_id`]: ofPayments(
    'payments.read',
    `/withdrawal-orders/${NO_WITHDRAWAL}`,
    UNKNOWN_WITHDRAWAL,
  ),
  [`POST ${WITHDRAWALS}/:withdrawal_order_id/sign`]: ofPayments(
    'payments.make',
    `/withdrawal-orders/${NO_WITHDRAWAL}/sign`,
    UNKNOWN_WITHDRAWAL,
    signature,
  ),
  [`POST ${WITHDRAWALS}/:withdrawal_order_id/end`]: ofPayments(
    'payments.make',
    `/withdrawal-orders/${NO_WITHDRAWAL}/end`,
    UNKNOWN_WITHDRAWAL,
  ),
  'GET /account/v1/businesses/:business_id/requests': ofBusiness(
    'requests.list',
    '/requests?mode=test',
    '200',
  ),
  'POST /account/v1/businesses/:business_id/confirmed-requests/options': ofBusiness(
    'webhooks.manage',
    '/confirmed-requests/options',
    '200',
    wanted,
  ),
  'POST /account/v1/businesses/:business_id/confirmed-requests': ofBusiness(
    'webhooks.manage',
    '/confirmed-requests',
    '401 passkey_unknown',
    { ...wanted, change_id: formatId('change', newId()), credential: assertionOf(stranger, challenge) },
  ),
  'POST /account/v1/businesses/:business_id/confirmed-decisions/options': ofBusiness(
    'cases.decide',
    '/confirmed-decisions/options',
    '200',
    wantedDecision,
  ),
  'POST /account/v1/businesses/:business_id/confirmed-decisions': ofBusiness(
    'cases.decide',
    '/confirmed-decisions',
    '401 passkey_unknown',
    {
      ...wantedDecision,
      change_id: formatId('change', newId()),
      credential: assertionOf(stranger, challenge),
    },
  ),
  'GET /account/v1/businesses/:business_id/settings': ofBusiness('settings.read', '/settings', '200'),
  'GET /account/v1/businesses/:business_id/logo.png': ofBusiness(
    'settings.read',
    '/logo.png',
    '404 not_found',
  ),
  'GET /account/v1/businesses/:business_id/pay-page': ofBusiness('settings.read', '/pay-page', '200'),
  'POST /account/v1/businesses/:business_id/look': ofBusiness('look.manage', '/look', '200', {
    colour: '#1d4fb8',
  }),
  'POST /account/v1/businesses/:business_id/wallet/options': ofBusiness(
    'wallets.manage',
    '/wallet/options',
    '200',
    {},
  ),
  'POST /account/v1/businesses/:business_id/wallet': ofBusiness(
    'wallets.manage',
    '/wallet',
    '401 passkey_unknown',
    NO_CHANGE,
  ),
  'POST /account/v1/businesses/:business_id/tolerance/options': ofBusiness(
    'tolerance.manage',
    '/tolerance/options',
    '200',
    TOLERANCE,
  ),
  'POST /account/v1/businesses/:business_id/tolerance': ofBusiness(
    'tolerance.manage',
    '/tolerance',
    '401 passkey_unknown',
    { ...NO_CHANGE, ...TOLERANCE },
  ),
  'GET /account/v1/businesses/:business_id/members': ofBusiness('team.read', '/members', '200'),
  'POST /account/v1/businesses/:business_id/members/options': ofBusiness(
    'team.manage',
    '/members/options',
    '200',
    INVITE,
  ),
  // The passkey of a stranger confirms nothing.
  'POST /account/v1/businesses/:business_id/members': ofBusiness(
    'team.manage',
    '/members',
    '401 passkey_unknown',
    { ...INVITE, ...NO_CHANGE },
  ),
  'POST /account/v1/businesses/:business_id/leave/options': ofBusiness('team.leave', '/leave/options', '200'),
  'POST /account/v1/businesses/:business_id/leave': ofBusiness(
    'team.leave',
    '/leave',
    '401 passkey_unknown',
    NO_CHANGE,
  ),
  'POST /account/v1/join/read': only('public', '/account/v1/join/read', '404 invitation_unknown', NO_JOIN),
  'POST /account/v1/join/options': only('public', '/account/v1/join/options', '404 invitation_unknown', {
    ...NO_JOIN,
    name: 'Bola',
  }),
  'POST /account/v1/join': only('public', '/account/v1/join', '404 invitation_unknown', {
    ...NO_JOIN,
    name: 'Bola',
    join_id: formatId('member', newId()),
    credential,
  }),
  'POST /account/v1/join/accept': only('public', '/account/v1/join/accept', '404 invitation_unknown', {
    ...NO_JOIN,
    credential: assertionOf(stranger, challenge),
  }),
  ...consoleRows,
  'POST /people/v1/commands': only('records.read', '/people/v1/commands', '200', { args: ['cases'] }),
  'GET /dashboard': only('public', '/dashboard', '200'),
  // The router prints the route of every address below /dashboard/ like this.
  'GET /dashboard*': only('public', '/dashboard/ada-foods/test', '200'),
  'GET /dashboard/assets/:file': only('public', '/dashboard/assets/page.js', '200'),
  'GET /login': page('public', '/login?next=/device', '200'),
  'GET /code': page('public', '/code', '200'),
  'GET /recover': page('public', '/recover', '200'),
  'GET /codes': page('codes.manage', '/codes', '200'),
  'GET /enrol': page('public', '/enrol', '200'),
  'GET /': page('self.read', '/', '200'),
  'GET /device': page('self.manage', '/device', '200'),
  'GET /decide/:signature_request_id': page(
    'signatures.give',
    `/decide/${formatId('signatureRequest', newId())}`,
    '404',
  ),
  ...Object.fromEntries(
    [...files.map((name) => `/people/assets/${name}`), '/site/pay-latin.woff2', '/site/pay-naira.woff2'].map(
      (address) => [`GET ${address}`, only('public', address, '200')],
    ),
  ),
  'GET /health': only('public', '/health', '200'),
}
