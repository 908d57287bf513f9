import { expectEqual, expectStatus } from './expect.ts'
import { expectRefusal } from './expect-refusal.ts'
import { sendRaw } from './raw-request.ts'
import { type Statement, statement } from './statement.ts'
import { offramp, onramp } from './world.ts'

const gets = [
  '/transactions/v1/vendors',
  '/transactions/v1/test-vendors',
  '/transactions/v1/list_vendors',
  '/rates/v1/usdc-ngnc',
]
const posts = [onramp, offramp, '/transactions/v1/withdrawals']
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND']

/** A wrong or broken URL is 404, and so is a wrong method. */
export const urlStatements: readonly Statement[] = [
  ...[...gets, ...posts].map((path) => {
    const right = posts.includes(path) ? 'POST' : 'GET'
    return statement(`${path} accepts only ${right}: other methods are 404`, async ({ api, parties }) => {
      for (const method of methods.filter((method) => method !== right)) {
        const headers = { 'svc-sec-key': parties.obi.keys.test }
        const answer = await api.ask(path, { method, headers })
        if (method === 'HEAD') expectStatus(answer, 404)
        else expectRefusal(answer, 404, 'not_found')
      }
    })
  }),

  ...[...gets, ...posts].map((path) =>
    statement(
      `${path} is exact: another case, an extra slash or another version is 404`,
      async ({ api, parties }) => {
        const method = posts.includes(path) ? 'POST' : 'GET'
        const headers = { 'svc-sec-key': parties.obi.keys.test }
        const near = [
          `${path}/`,
          path.toUpperCase(),
          path.replace('/transactions', '/Transactions').replace('/rates', '/Rates'),
          `/${path}`,
          path.replace('/v1/', '//v1/'),
          path.replace('/v1/', '/v2/'),
          path.replace('/v1/', '/'),
          `${path}x`,
          `${path}/x`,
          path.slice(0, -1),
          `${path}.json`,
        ]
        for (const url of near) expectRefusal(await api.ask(url, { method, headers }), 404, 'not_found')
      },
    ),
  ),

  ...[
    ['a percent sign at the end', '/transactions/v1/vendors%'],
    ['a percent sign without hexadecimal digits', '/transactions/v1/%zz'],
    ['half a character of UTF-8', '/transactions/v1/%E0%A4'],
    ['an encoded slash', '/transactions%2Fv1/vendors'],
    ['a path with ..', '/transactions/v1/../v1/vendors'],
    ['a path with an encoded ..', '/transactions/v1/%2e%2e/v1/vendors'],
    ['two thousand characters', `/transactions/v1/${'a'.repeat(2_000)}`],
    ['a null byte, encoded', '/transactions/v1/vendors%00'],
    ['a semicolon', '/transactions/v1/vendors;x=1'],
  ].map(([what, path]) =>
    statement(`a URL that is broken by ${what} is 404`, async ({ api, parties }) => {
      const lines = [`GET ${path} HTTP/1.1`, `svc-sec-key: ${parties.obi.keys.test}`]
      expectRefusal(await sendRaw(api.url, lines), 404, 'not_found')
    }),
  ),

  statement(
    'an unknown URL is 404 with a key, without one and with a wrong one',
    async ({ api, parties }) => {
      for (const headers of [{ 'svc-sec-key': parties.obi.keys.test }, {}, { 'svc-sec-key': 'hello' }]) {
        for (const path of [
          '/index.html',
          '/nowhere',
          '/transactions',
          '/transactions/v2',
          '/transactions/v1/txn_1',
        ]) {
          expectRefusal(await api.ask(path, { headers }), 404, 'not_found')
        }
      }
    },
  ),

  statement('a wrong URL is 404 whatever its body: too large, not JSON or broken', async ({ api }) => {
    const bodies = [
      { body: 'x'.repeat(100_000), headers: { 'content-type': 'application/json' } },
      { body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      { body: '{', headers: { 'content-type': 'application/json' } },
    ]
    for (const more of bodies) {
      expectRefusal(await api.ask('/transactions/v1/onrampp', { method: 'POST', ...more }), 404, 'not_found')
    }
  }),

  statement('the URL is checked before the key: 404, not 401', async ({ api }) => {
    expectRefusal(await api.ask('/transactions/v1/nothing'), 404, 'not_found')
    expectRefusal(await api.ask(onramp), 404, 'not_found')
  }),

  statement('the key is checked before the scope and the address: 401, not 403', async ({ api, keys }) => {
    const headers = { 'svc-sec-key': keys.revoked }
    expectRefusal(await api.ask(onramp, { method: 'POST', headers }), 401, 'key_revoked')
  }),

  statement('the address is checked before the scope', async ({ api, keys, buyBody }) => {
    const headers = { 'svc-sec-key': keys.listedReadOnly, 'content-type': 'application/json' }
    const answer = await api.ask(onramp, { method: 'POST', headers, body: buyBody() })
    expectRefusal(answer, 403, 'ip_not_allowed')
  }),

  ...(
    [
      ['no key', 401, 'key_missing', undefined],
      ['a wrong key', 401, 'key_malformed', 'hello'],
    ] as const
  ).map(([what, status, code, key]) =>
    statement(`with ${what} the body is not looked at: ${status}`, async ({ api }) => {
      for (const more of wrongBodies) {
        const headers = { ...more.headers, ...(key === undefined ? {} : { 'svc-sec-key': key }) }
        expectRefusal(await api.ask(onramp, { method: 'POST', ...more, headers }), status, code)
      }
    }),
  ),

  statement('without the scope the body is not read: 403', async ({ api, keys }) => {
    for (const more of wrongBodies) {
      const headers = { ...more.headers, 'svc-sec-key': keys.readOnly }
      expectRefusal(await api.ask(onramp, { method: 'POST', ...more, headers }), 403, 'scope_missing')
    }
  }),

  statement('an unknown query parameter changes nothing', async ({ get }) => {
    const path = '/transactions/v1/vendors'
    expectEqual('the body', (await get(`${path}?page=2&mode=live`)).text, (await get(path)).text)
  }),
]

const wrongBodies = [
  { body: '{', headers: { 'content-type': 'application/json' } },
  { body: `{"x":"${'x'.repeat(100_000)}"}`, headers: { 'content-type': 'application/json' } },
  { body: 'a=b', headers: { 'content-type': 'text/plain' } },
  { body: '{}', headers: { 'content-type': 'application/json' } },
]
