import { BATCH_PATH, BATCHES_PATH } from '../../../src/entry/http/batches/batch-wire.ts'
import { newId } from '../../../src/kernel/ids/ids.ts'
import { get, sendJson, type WireRequest } from './requests.ts'
import type { Row, Verdict } from './rows.ts'

const both = (verdict: Verdict) => ({ test: verdict, live: verdict })
const UNKNOWN = '404 batch_unknown'
const unknownBatch = () => `${BATCHES_PATH}/bat_${newId().replaceAll('-', '')}`

/** Something about a batch by its id. That another business cannot see a batch is in batches.test.ts. */
const ofBatch = (access: Row['access'], request: () => WireRequest): Row => ({
  access,
  probes: { 'an unknown batch': { request, passed: both(UNKNOWN) } },
})

/** Expected answers of batches of payouts. */
export const batchRows: Readonly<Record<string, Row>> = {
  [`POST ${BATCHES_PATH}`]: {
    access: 'payouts',
    probes: {
      own: {
        request: ({ own }) =>
          sendJson(BATCHES_PATH, undefined, {
            rows: [{ bank_name: 'GTBank', account_number: own.words.payerNumber, amount: '1000' }],
          }),
        passed: both(200),
      },
      "another's id in the body": {
        request: ({ another }) =>
          sendJson(BATCHES_PATH, undefined, { business_id: another.businessId, rows: [] }),
        passed: both('422 field_unknown'),
      },
    },
  },
  [`GET ${BATCHES_PATH}`]: {
    access: 'read',
    probes: {
      own: { request: () => get(BATCHES_PATH), passed: both(200) },
      "another's id in the query": {
        request: ({ another }) => get(`${BATCHES_PATH}?business_id=${another.businessId}`),
        passed: both('422 field_unknown'),
      },
    },
  },
  [`GET ${BATCH_PATH}`]: ofBatch('read', () => get(unknownBatch())),
  [`GET ${BATCH_PATH}/rows`]: ofBatch('read', () => get(`${unknownBatch()}/rows`)),
  [`GET ${BATCH_PATH}/rows.csv`]: ofBatch('read', () => get(`${unknownBatch()}/rows.csv`)),
  [`POST ${BATCH_PATH}/confirm`]: ofBatch('payouts', () =>
    sendJson(`${unknownBatch()}/confirm`, undefined, { rows: 1, total: 1000 }),
  ),
  [`POST ${BATCH_PATH}/cancel`]: ofBatch('payouts', () => sendJson(`${unknownBatch()}/cancel`, undefined)),
}
