import { NUMBER_PATH, NUMBERS_PATH } from '../../../src/entry/http/collections/customer-number-wire.ts'
import { newId } from '../../../src/kernel/ids/ids.ts'
import { get, sendJson } from './requests.ts'
import type { Row, Verdict } from './rows.ts'
import type { Tenancy } from './tenancies.ts'

const both = (verdict: Verdict) => ({ test: verdict, live: verdict })
const UNKNOWN = '404 number_unknown'
const unknownNumber = () => `${NUMBERS_PATH}/num_${newId().replaceAll('-', '')}`

const numberOf = ({ businessId, linkTag }: Tenancy) => ({
  business_id: businessId,
  link_tag: linkTag,
  reference: 'customer-1',
  customer_name: 'Ada Obi',
  identity_type: 'bvn',
  identity_reference: 'idv_7f3a9c2e51b8',
})

/** Expected answers of standing numbers. That another business cannot see a number is in customer-numbers.test.ts. */
export const customerNumberRows: Readonly<Record<string, Row>> = {
  [`POST ${NUMBERS_PATH}`]: {
    access: 'buy',
    probes: {
      'own, without the approval of two operators': {
        request: ({ own }) => sendJson(NUMBERS_PATH, undefined, numberOf(own)),
        passed: both('403 customer_numbers_off'),
      },
      "another's id in the body": {
        request: ({ another }) => sendJson(NUMBERS_PATH, undefined, numberOf(another)),
        passed: both('403 business_mismatch'),
      },
    },
  },
  [`GET ${NUMBERS_PATH}`]: {
    access: 'read',
    probes: {
      own: { request: () => get(NUMBERS_PATH), passed: both(200) },
      "another's id in the query": {
        request: ({ another }) => get(`${NUMBERS_PATH}?business_id=${another.businessId}`),
        passed: both('422 field_unknown'),
      },
    },
  },
  [`GET ${NUMBER_PATH}`]: {
    access: 'read',
    probes: { 'an unknown number': { request: () => get(unknownNumber()), passed: both(UNKNOWN) } },
  },
  [`POST ${NUMBER_PATH}/end`]: {
    access: 'buy',
    probes: {
      'an unknown number': {
        request: () => sendJson(`${unknownNumber()}/end`, undefined),
        passed: both(UNKNOWN),
      },
    },
  },
}
