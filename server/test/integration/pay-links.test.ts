import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../src/entry/http/app.ts'
import { formatId, newId } from '../../src/kernel/ids/ids.ts'
import { createPool } from '../../src/kernel/postgres/pool.ts'
import { testBank } from '../../src/records/banks/vendor-account.ts'
import { insertVendorAccount } from '../../src/records/banks/vendor-account-store.ts'
import { createBusiness } from '../../src/records/businesses/manage-business.ts'
import { issueKey } from '../../src/records/keys/manage-keys.ts'
import { testKeys, wireTestApi } from './test-api.ts'

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })
const why = { actor: 'system:test', reason: 'a test' }
const lines: string[] = []
const wired = wireTestApi(database)
const deps = { ...wired, gate: { ...wired.gate, logRequest: (line: string) => lines.push(line) } }
const app = createApp(deps)

let key = ''
let names = { business_id: '', link_tag: 'ada-foods' }
beforeAll(async () => {
  const ada = await createBusiness(owner, { name: 'Ada <b>Foods</b>', linkTag: 'ada-foods', ...why })
  names = { ...names, business_id: formatId('business', ada.id) }
  key = (await issueKey({ pool: owner, ...testKeys }, { business: 'ada-foods', mode: 'test', ...why })).secret
  await insertVendorAccount(owner, {
    id: newId(),
    mode: 'test',
    businessId: null,
    name: 'TEST ONLY: Afara',
    accountNumber: '0000000001',
    bankCode: testBank.key,
    bankName: testBank.name,
    feed: null,
  })
})
afterAll(async () => {
  await app.close()
  await Promise.all([owner.end(), wired.stop()])
  await database.drop()
})

const make = async (body: object, headers: Record<string, string> = {}) => {
  const response = await app.inject({
    method: 'POST',
    url: '/pay-links/v1',
    headers: { 'svc-sec-key': key, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ ...names, amount: 20_000, ...body }),
  })
  return {
    status: response.statusCode,
    body: response.json(),
    replayed: response.headers['idempotent-replayed'],
  }
}
const open = async (path: string, remoteAddress = '10.1.1.1') => app.inject({ url: path, remoteAddress })
const pathOf = (url: string) => new URL(url).pathname

test('a link has a URL, an exact amount and a code, and the same reference returns the same link', async () => {
  const { status, body } = await make({
    reference: 'order-1',
    description: 'Order 1',
    expires_in_minutes: 30,
  })
  expect(status).toBe(200)
  expect(body.pay_link).toMatchObject({
    id: expect.stringMatching(/^lnk_[0-9a-f]{32}$/),
    url: expect.stringMatching(/^https:\/\/api\.afara\.test\/pay\/[A-Za-z0-9_-]{22}$/),
    status: 'pending_payment',
    reference: 'order-1',
    account_number: '0000000001',
    warnings: [],
  })
  expect(Math.floor(body.pay_link.amount)).toBe(20_000)
  const { created_at, expires_at } = body.pay_link
  expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(30 * 60_000)
  const again = await make({ reference: 'order-1', description: 'Order 1', expires_in_minutes: 30 })
  expect(again).toMatchObject({ status: 200, replayed: 'true', body: { pay_link: body.pay_link } })
  expect(await make({ reference: 'order-1' })).toMatchObject({
    status: 409,
    body: { code: 'reference_conflict' },
  })
})

test.each([
  [{ amount: 14_999 }, 'amount_below_minimum'],
  [{ amount: '20000.50' }, 'amount_too_fine'],
  [{ expires_in_minutes: 29 }, 'field_invalid'],
  [{ expires_in_minutes: 4_321 }, 'field_invalid'],
  [{ description: 'a'.repeat(141) }, 'field_invalid'],
  [{ return_url: 'javascript:alert(1)' }, 'return_url_invalid'],
  [{ network: 'Polygon' }, 'wallet_incomplete'],
  [{ network: 'Polygon', wallet_address: '0x52908400098527886E0F7030069857D2E4169EE7' }, 'delivery_not_open'],
])('a link with %j is refused', async (body, code) => {
  expect(await make(body)).toMatchObject({ status: 422, body: { code } })
})

test('the page is only for visitors with its address, and is not cached, framed, indexed or sent as a referrer', async () => {
  const { body } = await make({ description: 'Order <2>' })
  const page = await open(pathOf(body.pay_link.url))
  expect(page.statusCode).toBe(200)
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow, noarchive',
  })
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
  expect(page.body).toContain('Ada &lt;b&gt;Foods&lt;/b&gt;')
  expect(page.body).toContain('Order &lt;2&gt;')
  expect(page.body).toContain(body.pay_link.code)
  const status = (await open(`${pathOf(body.pay_link.url)}/status`)).json()
  expect(status).toMatchObject({ state: 'waiting', poll_seconds: 3 })
  expect(status.seconds_left).toBeGreaterThan(3_500)
  const qr = await open(`${pathOf(body.pay_link.url)}/qr.svg`)
  expect(qr.headers['content-type']).toBe('image/svg+xml')
  expect(qr.body).toMatch(/^<svg/)
  expect(lines.join('')).not.toContain(pathOf(body.pay_link.url).slice(5))
})

test('a cancelled link requests no payment, and cancelling again changes nothing', async () => {
  const { body } = await make({})
  const cancel = async () =>
    app.inject({
      method: 'POST',
      url: `/pay-links/v1/${body.pay_link.id}/cancel`,
      headers: { 'svc-sec-key': key },
    })
  expect((await cancel()).json()).toMatchObject({ status: 'success', pay_link: { status: 'cancelled' } })
  expect((await cancel()).statusCode).toBe(200)
  const page = await open(pathOf(body.pay_link.url))
  expect(page.body).toContain('This payment was cancelled')
  expect(page.body).not.toContain('0000000001')
})

const listed = async (query = '', secret = key) => {
  const response = await app.inject({ url: `/pay-links/v1?${query}`, headers: { 'svc-sec-key': secret } })
  return { status: response.statusCode, body: response.json() }
}

test('the list has every link once, newest first, in pages, and says what the open ones ask for', async () => {
  const { body: all } = await listed('limit=100')
  const ids: string[] = []
  let next: string | null = null
  do {
    const { body } = await listed(`limit=1${next === null ? '' : `&after=${next}`}`)
    for (const { id } of body.pay_links) ids.push(id)
    next = body.next
  } while (next !== null)
  expect(ids).toEqual(all.pay_links.map(({ id }: { id: string }) => id))
  expect(new Set(ids).size).toBe(ids.length)
  const { body: open } = await listed('status=pending_payment')
  const { body: cancelled } = await listed('status=cancelled')
  expect(open.pay_links.length + cancelled.pay_links.length).toBe(ids.length)
  expect(cancelled.pay_links).toHaveLength(1)
  const kobo = open.pay_links.reduce(
    (sum: number, { amount }: { amount: number }) => sum + Math.round(amount * 100),
    0,
  )
  expect(all.totals).toEqual({
    links: ids.length,
    open: ids.length - 1,
    open_amount: kobo / 100,
    paid: 0,
    received: 0,
    is_complete: true,
  })
  expect(cancelled.totals).toEqual(all.totals)
})

test('a paid link counts as paid, and its naira as received', async () => {
  const { body } = await make({ reference: 'paid-link' })
  const { rows } = await owner.query(
    `select t.id, t.business_id, t.amount_minor from transaction t join pay_link l on l.transaction_id = t.id
     where l.id = $1`,
    [String(body.pay_link.id).slice(4)],
  )
  const [{ id, business_id: businessId, amount_minor: minor }] = rows
  await owner.query(
    `insert into allocation (id, mode, line_id, transaction_id, business_id, amount_minor, evidence, ground, decided_by, at)
     values (uuidv7(), 'test', uuidv7(), $1, $2, $3, 'tail', 'expected', 'matching', now())`,
    [id, businessId, minor],
  )
  await owner.query(`update transaction set status = 'completed' where id = $1`, [id])
  const { body: after } = await listed('status=completed')
  expect(after.pay_links.map(({ reference }: { reference: string }) => reference)).toEqual(['paid-link'])
  expect(after.totals).toMatchObject({ paid: 1, received: body.pay_link.amount })
})

test('another business sees no link and no sum', async () => {
  await createBusiness(owner, { name: 'Bola Motors', linkTag: 'bola-motors', ...why })
  const asked = { business: 'bola-motors', mode: 'test', ...why } as const
  const { secret } = await issueKey({ pool: owner, ...testKeys }, asked)
  const { body } = await listed('', secret)
  expect(body).toMatchObject({ pay_links: [], next: null, totals: { links: 0, open: 0, received: 0 } })
})

test.each([
  ['after=AQGh3MM8R3_soNbSzuNMjOg', 'cursor_invalid'],
  ['status=paid', 'field_invalid'],
  ['limit=0', 'field_invalid'],
  ['business_id=x', 'field_unknown'],
])('a list of links with %s is refused: %s', async (query, code) => {
  expect(await listed(query)).toMatchObject({ status: 422, body: { code } })
})

test('an unknown address shows an error page, and guessing is limited', async () => {
  const guess = async () => open('/pay/AAAAAAAAAAAAAAAAAAAAAA', '10.9.9.9')
  const page = await guess()
  expect(page.statusCode).toBe(404)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.body).toContain('We do not know this link')
  let last = 404
  for (let tries = 0; tries < 400 && last === 404; tries += 1) last = (await guess()).statusCode
  expect(last).toBe(429)
  const { body } = await make({})
  expect((await open(pathOf(body.pay_link.url), '10.9.9.9')).headers['retry-after']).toMatch(/^[0-9]+$/)
  expect((await open(pathOf(body.pay_link.url), '10.9.9.8')).statusCode).toBe(200)
})
