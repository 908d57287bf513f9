import { CASE_PATH } from '../../../src/entry/http/cases/case-wire.ts'
import { TRANSACTION_PATH } from '../../../src/entry/http/transactions/told-transaction-wire.ts'
import { newId } from '../../../src/kernel/ids/ids.ts'
import { get, sendJson, type WireRequest } from './requests.ts'
import type { Row, Verdict } from './rows.ts'

const keyNeedsOneOf = ['buy', 'sell', 'payouts'] as const

const both = (verdict: Verdict) => ({ test: verdict, live: verdict })
const NOT_YOURS = '404 case_not_yours'
const NO_CASE = '409 case_not_open'
const UNKNOWN = '404 transaction_unknown'
const unknownCase = () => `cas_${newId().replaceAll('-', '')}`

/** A decision about a transaction. Nothing is open about the planted ones, and another's do not exist. */
const ofTransaction = (verb: string, fields?: Readonly<Record<string, unknown>>): Row => {
  const ask = (id: string): WireRequest => sendJson(`/transactions/v1/${id}/${verb}`, undefined, fields)
  return {
    access: 'read',
    keyNeedsOneOf,
    probes: {
      'own buy': { request: ({ own }) => ask(own.buyId), passed: both(NO_CASE) },
      'own sell': { request: ({ own }) => ask(own.sellId), passed: both(NO_CASE) },
      "another's buy": { request: ({ another }) => ask(another.buyId), passed: both(UNKNOWN) },
      "another's sell": { request: ({ another }) => ask(another.sellId), passed: both(UNKNOWN) },
      'the buy of the other mode': {
        request: ({ ownOtherMode }) => ask(ownOtherMode.buyId),
        passed: both(UNKNOWN),
      },
      'own drill': { request: ({ own }) => ask(own.drillId), passed: both(UNKNOWN) },
    },
  }
}

const cancelOf = (id: string) => sendJson(`/transactions/v1/${id}/cancel`, undefined)

/** Expected answers of the cases that a business decides. */
export const caseRows: Readonly<Record<string, Row>> = {
  'GET /cases/v1': {
    access: 'read',
    probes: {
      own: { request: () => get('/cases/v1'), passed: both(200) },
      "another's transaction": {
        request: ({ another }) => get(`/cases/v1?transaction_id=${another.buyId}`),
        passed: both(200),
      },
      "another's id in the query": {
        request: ({ another }) => get(`/cases/v1?business_id=${another.businessId}`),
        passed: both('422 field_unknown'),
      },
    },
  },
  [`GET ${CASE_PATH}`]: {
    access: 'read',
    probes: {
      'an unknown case': { request: () => get(`/cases/v1/${unknownCase()}`), passed: both(NOT_YOURS) },
    },
  },
  [`POST ${CASE_PATH}/decisions`]: {
    access: 'read',
    keyNeedsOneOf,
    probes: {
      'an unknown case': {
        request: () => sendJson(`/cases/v1/${unknownCase()}/decisions`, undefined, { choice: 'return' }),
        passed: both(NOT_YOURS),
      },
    },
  },
  [`POST ${TRANSACTION_PATH}/cancel`]: {
    access: 'read',
    keyNeedsOneOf,
    probes: {
      'own withdrawal': {
        request: ({ own }) => cancelOf(own.withdrawalId),
        passed: both('409 transaction_not_cancellable'),
        alsoNeeds: 'sell',
      },
      "another's buy": { request: ({ another }) => cancelOf(another.buyId), passed: both(UNKNOWN) },
      "another's sell": { request: ({ another }) => cancelOf(another.sellId), passed: both(UNKNOWN) },
      'the buy of the other mode': {
        request: ({ ownOtherMode }) => cancelOf(ownOtherMode.buyId),
        passed: both(UNKNOWN),
      },
      'own drill': { request: ({ own }) => cancelOf(own.drillId), passed: both(UNKNOWN) },
    },
  },
  [`POST ${TRANSACTION_PATH}/accept`]: ofTransaction('accept'),
  [`POST ${TRANSACTION_PATH}/return`]: ofTransaction('return'),
  [`POST ${TRANSACTION_PATH}/wallet`]: ofTransaction('wallet', {
    network: 'Polygon',
    wallet_address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
  }),
  [`POST ${TRANSACTION_PATH}/beneficiary`]: ofTransaction('beneficiary', {
    bank_name: 'GTBank',
    account_number: '0123456789',
    account_name: 'ADA OBI',
  }),
}
