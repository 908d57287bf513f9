import { setTimeout as sleep } from 'node:timers/promises'
import { formatId } from '@afara/server/kernel/ids/ids.ts'
import { issueKey, revokeKey } from '@afara/server/records/keys/manage-keys.ts'
import { acceptedTransaction } from './accepted.ts'
import { expectEqual, expectMatch, expectStatus, expectTrue } from './expect.ts'
import { expectRefusal } from './expect-refusal.ts'
import { why } from './parties.ts'
import { sendRaw } from './raw-request.ts'
import { listedAddress } from './special-keys.ts'
import { type Statement, statement } from './statement.ts'
import { polygonWallet, type World } from './world.ts'

const path = '/transactions/v1/vendors'
const wallet = { network: 'Polygon', wallet_address: polygonWallet }
// Wrong keys are counted by address, so each of these uses its own address.
let places = 0
const elsewhere = (): string => {
  places += 1
  return `127.0.50.${places}`
}

const wrongKeys: ReadonlyArray<readonly [what: string, code: string, key: (world: World) => string]> = [
  ['that is empty', 'key_missing', () => ''],
  ['that does not have the form of a key', 'key_malformed', () => 'hello'],
  ['of another service', 'key_malformed', () => `sk_live_${'a'.repeat(40)}`],
  ['that is cut short', 'key_malformed', ({ keys }) => keys.withDefaultScopes.slice(0, -8)],
  ['in capitals', 'key_malformed', ({ keys }) => keys.withDefaultScopes.toUpperCase()],
  ['with a typing error', 'key_mistyped', ({ keys }) => keys.mistyped],
  ['that was never issued', 'key_unknown', ({ keys }) => keys.neverIssued],
  ['of another cell', 'key_wrong_cell', ({ keys }) => keys.ofAnotherCell],
  ['that was revoked', 'key_revoked', ({ keys }) => keys.revoked],
  ['that was replaced and whose overlap has ended', 'key_expired', ({ keys }) => keys.expired],
]

export const keyStatements: readonly Statement[] = [
  statement('a request without svc-sec-key is 401', async ({ api, buyBody }) => {
    expectRefusal(await api.ask(path, { from: elsewhere() }), 401, 'key_missing')
    const answer = await api.ask('/transactions/v1/onramp', {
      method: 'POST',
      body: buyBody(),
      headers: { 'content-type': 'application/json' },
      from: elsewhere(),
    })
    expectRefusal(answer, 401, 'key_missing')
  }),

  ...wrongKeys.map(([what, code, key]) =>
    statement(`a key ${what} is 401 ${code}`, async (world) => {
      const headers = { 'svc-sec-key': key(world) }
      expectRefusal(await world.api.ask(path, { headers, from: elsewhere() }), 401, code)
    }),
  ),

  ...['SVC-SEC-KEY', 'Svc-Sec-Key', 'sVc-sEc-kEy'].map((name) =>
    statement(`the name of the key's header is not case-sensitive: ${name}`, async ({ api, parties }) => {
      const answer = await sendRaw(api.url, [`GET ${path} HTTP/1.1`, `${name}: ${parties.obi.keys.test}`])
      expectStatus(answer, 200)
    }),
  ),

  statement('a key in another header, in the URL or in a cookie is ignored', async ({ api, parties }) => {
    const key = parties.obi.keys.test
    const asks = [
      { path, headers: { authorization: `Bearer ${key}` } },
      { path, headers: { 'x-api-key': key } },
      { path, headers: { cookie: `svc-sec-key=${key}` } },
      { path: `${path}?svc-sec-key=${key}`, headers: {} },
    ]
    for (const { path, headers } of asks) {
      expectRefusal(await api.ask(path, { headers, from: elsewhere() }), 401, 'key_missing')
    }
  }),

  statement('a request with two keys is 401', async ({ api, parties }) => {
    const { test, live } = parties.obi.keys
    const lines = [`GET ${path} HTTP/1.1`, `svc-sec-key: ${test}`, `svc-sec-key: ${live}`]
    expectRefusal(await sendRaw(api.url, lines), 401, 'key_malformed')
  }),

  statement('a key begins with svc_live_ or svc_test_, by its mode', async ({ parties }) => {
    expectMatch('a test key', parties.obi.keys.test, /^svc_test_/)
    expectMatch('a live key', parties.obi.keys.live, /^svc_live_/)
  }),

  statement('no row holds the text of a key', async ({ house, keys }) => {
    const { rows } = await house.pool.query<{ row: string }>('select api_key::text as row from api_key')
    const secret = keys.withDefaultScopes.split('_')[3] ?? ''
    expectTrue('the secret is long', secret.length === 44)
    expectEqual('rows that hold it', rows.filter(({ row }) => row.includes(secret)).length, 0)
  }),

  statement('a business can have many keys, and each works', async ({ get, parties, keys }) => {
    for (const key of [parties.obi.keys.test, keys.withDefaultScopes, keys.readOnly, keys.successor]) {
      expectStatus(await get(path, key), 200)
    }
  }),

  statement('a rotated key and its successor both work while they overlap', async ({ get, keys }) => {
    expectStatus(await get(path, keys.rotated), 200)
    expectStatus(await get(path, keys.successor), 200)
  }),

  statement('a key that is revoked while it is in use is refused within five seconds', async (world) => {
    const { house, parties, get } = world
    const issued = await issueKey(house, { business: parties.obi.linkTag, mode: 'test', ...why })
    expectStatus(await get(path, issued.secret), 200)
    await revokeKey(house, { keyId: formatId('key', issued.key.id), ...why })
    const deadline = performance.now() + 5_000
    for (;;) {
      // What counts is when a request is sent. A busy machine answers later.
      const isLast = performance.now() > deadline
      const answer = await get(path, issued.secret)
      if (isLast || answer.status !== 200) {
        expectRefusal(answer, 401, 'key_revoked')
        return
      }
      await sleep(100)
    }
  }),

  statement('the time when a key was last used is recorded', async ({ house, get, parties }) => {
    const issued = await issueKey(house, { business: parties.obi.linkTag, mode: 'test', ...why })
    await get(path, issued.secret)
    const deadline = performance.now() + 60_000
    let isWritten = false
    while (!isWritten && performance.now() < deadline) {
      const { rows } = await house.pool.query(
        'select from api_key where id = $1 and last_used_at is not null',
        [issued.key.id],
      )
      isWritten = rows.length === 1
      await sleep(20)
    }
    expectTrue('last_used_at is written', isWritten)
  }),

  statement('a key with a list of addresses works from there', async ({ api, keys }) => {
    const headers = { 'svc-sec-key': keys.listed }
    expectStatus(await api.ask(path, { headers, from: listedAddress }), 200)
  }),

  statement('a key with a list of addresses is 403 ip_not_allowed from elsewhere', async ({ api, keys }) => {
    const headers = { 'svc-sec-key': keys.listed }
    expectRefusal(await api.ask(path, { headers, from: elsewhere() }), 403, 'ip_not_allowed')
  }),

  ...['x-forwarded-for', 'x-real-ip', 'forwarded', 'x-client-ip', 'cf-connecting-ip'].map((header) =>
    statement(
      `a caller cannot bypass a list of addresses with the header ${header}`,
      async ({ api, keys }) => {
        const value = header === 'forwarded' ? `for=${listedAddress}` : listedAddress
        const headers = { 'svc-sec-key': keys.listed, [header]: value }
        expectRefusal(await api.ask(path, { headers, from: elsewhere() }), 403, 'ip_not_allowed')
      },
    ),
  ),

  statement('every key of a suspended business is 403 business_suspended', async ({ get, buy, parties }) => {
    const as = parties.suspended
    for (const mode of ['test', 'live'] as const) {
      expectRefusal(await get(path, as.keys[mode]), 403, 'business_suspended')
      expectRefusal(await buy({}, { as, mode }), 403, 'business_suspended')
    }
  }),

  statement('a key without the scope buy is 403 scope_missing at a buy', async ({ buy, keys }) => {
    for (const key of [keys.readOnly, keys.sellOnly, keys.payoutsOnly]) {
      expectRefusal(await buy({}, { key }), 403, 'scope_missing')
    }
    acceptedTransaction(await buy({}, { key: keys.buyOnly }))
  }),

  statement('a key without the scope sell is 403 scope_missing at a sell', async ({ sell, keys, unused }) => {
    for (const key of [keys.readOnly, keys.buyOnly, keys.payoutsOnly]) {
      expectRefusal(await sell(wallet, { key }), 403, 'scope_missing')
    }
    acceptedTransaction(await sell({ ...wallet, reference: unused() }, { key: keys.sellOnly }))
  }),

  statement('a key without named scopes may read, buy and sell', async ({ get, buy, sell, keys, unused }) => {
    const key = keys.withDefaultScopes
    expectStatus(await get(path, key), 200)
    acceptedTransaction(await buy({}, { key }))
    acceptedTransaction(await sell({ ...wallet, reference: unused() }, { key }))
  }),
]
