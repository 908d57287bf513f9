import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatId, newId } from '../../src/kernel/ids/ids.ts'
import { createWebhookWorld } from '../webhook-world.ts'
import { openPayoutAccount } from './authorisation/give-balance.ts'

const world = await createWebhookWorld()
let shop: Awaited<ReturnType<typeof world.openShop>>
let ask: typeof shop.ask

beforeAll(async () => {
  shop = await world.openShop('wire-ada')
  ;({ ask } = await shop.newKey(['read', 'buy', 'sell', 'webhooks']))
  await openPayoutAccount(world.owner, 'test')
  await shop.happen(3)
})
afterAll(async () => world.close())

const json = { 'content-type': 'application/json' }
const named = (key: string) => ({ ...json, 'idempotency-key': key })
const business = () => ({ business_id: formatId('business', shop.business.id), link_tag: 'wire-ada' })

test.each([
  ['/transactions/v1', 'transactions'],
  ['/balances/v1/statement', 'movements'],
  ['/balances/v1/days?from=2026-11-01&to=2026-11-02', 'days'],
  ['/pay-links/v1', 'pay_links'],
  ['/events/v1', 'events'],
  ['/webhooks/v1/endpoints', 'endpoints'],
  ['/banks/v1', 'banks'],
  ['/sandbox/v1/scenarios', 'scenarios'],
])('%s ends like every list', async (url, name) => {
  const { status, body } = await ask('GET', url)
  expect(status).toBe(200)
  expect(body).toMatchObject({ [name]: expect.any(Array), next: null, has_more: false })
})

test('a list and the feed say that there is more, and go on there', async () => {
  const first = (await ask('GET', '/transactions/v1?limit=2')).body
  expect(first).toMatchObject({ has_more: true, next: expect.any(String) })
  const rest = (await ask('GET', `/transactions/v1?limit=2&after=${first.next}`)).body
  expect([...first.transactions, ...rest.transactions]).toHaveLength(3)
  const events = (await ask('GET', '/events/v1?limit=2')).body
  expect(events).toMatchObject({ next: '2', next_after: 2, has_more: true })
  expect((await ask('GET', `/events/v1?after=${events.next}`)).body.events).toHaveLength(1)
})

test('the banks come in pages if one asks for pages', async () => {
  const all = (await ask('GET', '/banks/v1')).body.banks as { code: string }[]
  const codes: string[] = []
  let next: string | null = ''
  while (next !== null) {
    const { body }: { body: { banks: { code: string }[]; next: string | null } } = await ask(
      'GET',
      `/banks/v1?limit=100${next === '' ? '' : `&after=${next}`}`,
    )
    codes.push(...body.banks.map(({ code }) => code))
    ;({ next } = body)
  }
  expect(codes).toEqual(all.map(({ code }) => code))
  expect((await ask('GET', '/banks/v1?after=nobank')).body.code).toBe('cursor_invalid')
})

test('a transaction has its id twice, and filters take its type as it is shown', async () => {
  const { transactions } = (await ask('GET', '/transactions/v1?type=Sell')).body
  expect(transactions).toHaveLength(3)
  for (const { id, transaction_id } of transactions) expect(id).toBe(transaction_id)
  expect(
    (await ask('GET', '/transactions/v1?type=sell&status=Pending_Deposit')).body.transactions,
  ).toHaveLength(3)
  expect((await ask('GET', '/transactions/v1?type=Buy')).body.transactions).toEqual([])
})

test('an unknown id is named', async () => {
  const id = formatId('transaction', newId())
  expect((await ask('GET', `/transactions/v1/${id}`)).body).toMatchObject({
    code: 'transaction_unknown',
    message: expect.stringContaining(id),
  })
  const endpoint = formatId('webhookEndpoint', newId())
  expect((await ask('GET', `/webhooks/v1/endpoints/${endpoint}`)).body.message).toContain(endpoint)
})

test('a POST without a body may have the content type of JSON', async () => {
  const { id } = await shop.open('/bodyless')
  for (const verb of ['pause', 'resume', 'ping'])
    expect((await ask('POST', `/webhooks/v1/endpoints/${id}/${verb}`, '', json)).status, verb).toBe(200)
  expect((await ask('POST', `/webhooks/v1/endpoints/${id}/rotate-secret`, '', json)).status).toBe(200)
  const body = (await ask('POST', '/transactions/v1/offramp', '', json)).body
  expect(body.code).toBe('malformed')
})

test('every wrong field is in one reply, with the field that was meant', async () => {
  const { status, body } = await ask('POST', '/transactions/v1/offramp', {
    ...business(),
    type: 'sell_ramp',
    amount: 1,
    bank_name: 'No Such Bank',
    accountNumber: '0123456789',
    acount_name: 'ADA OBI',
    surprise: 'x',
  })
  expect(status).toBe(422)
  expect(
    body.errors.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`).sort(),
  ).toEqual([
    'accountNumber field_unknown',
    'account_number field_required',
    'acount_name field_unknown',
    'amount amount_below_minimum',
    'bank_name bank_unknown',
    'surprise field_unknown',
  ])
  const meant = Object.fromEntries(
    body.errors.map(({ field, did_you_mean }: Record<string, string>) => [field, did_you_mean]),
  )
  expect(meant).toMatchObject({ accountNumber: 'account_number', acount_name: 'account_name' })
  expect(meant['surprise']).toBeUndefined()
  const list = (await ask('GET', '/transactions/v1?network=Mars&statuss=completed&from=2026-02-30')).body
  expect(list.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
    'from',
    'network',
    'statuss',
  ])
})

test('a repeated creation of an endpoint returns its secret once more, for a day and to the same key only', async () => {
  const request = { url: world.receiver.urlOf('/again') }
  const create = async (key: string, body: object = request, by = ask) =>
    by('POST', '/webhooks/v1/endpoints', body, named(key))
  const first = await create('open-1')
  expect(first).toMatchObject({ status: 200, isReplay: false })
  const again = await create('open-1')
  expect(again).toMatchObject({ status: 200, isReplay: true, text: first.text })
  expect((await create('open-1', { url: world.receiver.urlOf('/other') })).body.code).toBe(
    'idempotency_key_conflict',
  )
  const other = await shop.newKey()
  expect((await create('open-1', request, other.ask)).body.code).toBe('idempotency_key_conflict')
  const { rows } = await world.owner.query<{ sealed: Buffer }>('select sealed from kept_reply')
  expect(rows.length).toBeGreaterThan(0)
  for (const { sealed } of rows) {
    expect(sealed.includes(first.body.secret)).toBe(false)
    expect(sealed.includes('endpoint')).toBe(false)
  }
  world.moveOn(25 * 60 * 60 * 1000)
  expect((await create('open-1')).body.code).toBe('webhook_endpoint_exists')
})

test('a refused request gives its key back, and requests at once have one effect', async () => {
  const url = world.receiver.urlOf('/at-once')
  expect((await ask('POST', '/webhooks/v1/endpoints', { url: 'http://10.0.0.1/' }, named('k'))).status).toBe(
    422,
  )
  const replies = await Promise.all(
    Array.from({ length: 8 }, async () => ask('POST', '/webhooks/v1/endpoints', { url }, named('k'))),
  )
  for (const { status } of replies) expect(status).toBe(200)
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  expect(replies.filter(({ isReplay }) => !isReplay)).toHaveLength(1)
})

test('a request whose process stopped is carried out again after a minute', async () => {
  const { id } = await shop.open('/stopped')
  const path = `/webhooks/v1/endpoints/${id}/pause`
  const key = `stopped-${newId()}`
  expect((await ask('POST', path, '', named(key))).isReplay).toBe(false)
  await world.owner.query('update kept_reply set status = null, sealed = null where key = $1', [key])
  expect((await ask('POST', path, '', named(key))).body.code).toBe('unavailable')
  world.moveOn(61_000)
  expect(await ask('POST', path, '', named(key))).toMatchObject({ status: 200, isReplay: false })
  expect(await ask('POST', path, '', named(key))).toMatchObject({ status: 200, isReplay: true })
})

test.each(['', 'two words', 'k'.repeat(256)])('the key %j is refused on every POST', async (key) => {
  const { id } = await shop.open(`/bad-${newId()}`)
  for (const path of [`/webhooks/v1/endpoints/${id}/ping`, '/banks/v1/name-enquiry']) {
    const body = path.endsWith('ping') ? '' : { bank_name: 'GTBank', account_number: '0123456789' }
    expect((await ask('POST', path, body, named(key))).body.code).toBe('idempotency_key_invalid')
  }
})

test('labels come back everywhere, can be searched, and belong to the request', async () => {
  const metadata = { shop: 'Yaba', order: '2291', note: '' }
  const body = {
    ...business(),
    type: 'sell_ramp',
    amount: 5000,
    bank_name: 'GTBank',
    account_number: '0123456789',
    network: 'Polygon',
    wallet_address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
    reference: 'labelled-1',
    metadata,
  }
  const sell = async (more: object = {}) => ask('POST', '/transactions/v1/offramp', { ...body, ...more })
  const first = await sell()
  expect(first, first.text).toMatchObject({ status: 200, body: { transaction: { metadata } } })
  const { id } = first.body.transaction
  expect(await sell({ metadata: { note: '', order: '2291', shop: 'Yaba' } })).toMatchObject({
    isReplay: true,
  })
  expect((await sell({ metadata: { order: '2292' } })).body.code).toBe('reference_conflict')
  expect((await ask('GET', `/transactions/v1/${id}`)).body.transaction.metadata).toEqual(metadata)
  const found = async (label: string) =>
    (await ask('GET', `/transactions/v1?metadata=${encodeURIComponent(label)}`)).body.transactions
  expect(await found('order:2291')).toMatchObject([{ id, metadata }])
  expect(await found('note:')).toHaveLength(1)
  expect(await found('order:229')).toEqual([])
  expect((await ask('GET', '/transactions/v1/totals?metadata=order:2291')).body.totals).toMatchObject([
    { type: 'Sell', count: 1 },
  ])
  await world.place()
  const events = (await ask('GET', `/events/v1?transaction_id=${id}`)).body.events
  expect(events[0].data.transaction.metadata).toEqual(metadata)
  const none = (await ask('GET', '/transactions/v1?limit=100')).body.transactions.at(-1)
  expect(none.metadata).toEqual({})
})

test.each([
  ['too many', Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`k${at}`, 'v']))],
  ['a long key', { [`k${'k'.repeat(40)}`]: 'v' }],
  ['a key of the language', { __proto__x: 'v' }],
  ['a long value', { key: 'v'.repeat(501) }],
  ['a number', { key: 1 }],
  ['a control character', { key: 'a\u0000b' }],
  ['no object', 'text'],
])('labels with %s are refused', async (_what, metadata) => {
  const { status, body } = await ask('POST', '/transactions/v1/offramp', {
    ...business(),
    type: 'sell_ramp',
    amount: 5000,
    bank_name: 'GTBank',
    account_number: '0123456789',
    metadata,
  })
  expect(status).toBe(422)
  for (const { field } of body.errors) expect(field).toMatch(/^metadata/)
})
