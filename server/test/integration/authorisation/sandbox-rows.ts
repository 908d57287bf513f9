import { get, sendJson, type WireRequest } from './requests.ts'
import type { Parties, Row, Verdict } from './rows.ts'

const LIVE = '403 sandbox_only'
// The API of these tests has no simulators. A request with this answer has passed all other checks.
const NO_WORLD = '503 sandbox_unavailable'
const passed = (test: Verdict) => ({ test, live: LIVE }) as const

const only = (request: (parties: Parties) => WireRequest, test: Verdict): Row => ({
  access: 'buy',
  probes: { own: { request, passed: passed(test) } },
})

const scenario = '/sandbox/v1/scenarios/paid_exactly'

/** The sandbox: only for test keys, and only about the caller. */
export const sandboxRows: Readonly<Record<string, Row>> = {
  'GET /sandbox/v1/scenarios': only(() => get('/sandbox/v1/scenarios'), 200),
  'POST /sandbox/v1/scenarios/:name': {
    access: 'buy',
    probes: {
      own: { request: () => sendJson(scenario, undefined, {}), passed: passed(NO_WORLD) },
      "another's business": {
        request: ({ another }) =>
          sendJson(scenario, undefined, { business_id: another.businessId, link_tag: another.linkTag }),
        passed: passed('403 business_mismatch'),
      },
    },
  },
  'POST /sandbox/v1/payments': only(
    ({ own }) => sendJson('/sandbox/v1/payments', undefined, { transaction_id: own.buyId }),
    NO_WORLD,
  ),
  'POST /sandbox/v1/deposits': only(
    ({ own }) => sendJson('/sandbox/v1/deposits', undefined, { transaction_id: own.sellId }),
    NO_WORLD,
  ),
  'GET /sandbox/v1/clock': only(() => get('/sandbox/v1/clock'), 200),
  'POST /sandbox/v1/clock': {
    access: 'buy',
    probes: {
      own: {
        request: () => sendJson('/sandbox/v1/clock', undefined, { advance_seconds: 1 }),
        passed: passed(200),
      },
      "another's business": {
        request: ({ another }) =>
          sendJson('/sandbox/v1/clock', undefined, { advance_seconds: 1, business_id: another.businessId }),
        // The body cannot choose whose clock is used. A wrong body is refused before the mode of the key is checked.
        passed: { test: '422 field_unknown', live: '422 field_unknown' },
      },
    },
  },
  'GET /sandbox/v1/certification': only(() => get('/sandbox/v1/certification'), 200),
  'POST /sandbox/v1/reset': only(() => sendJson('/sandbox/v1/reset', undefined), 200),
}
