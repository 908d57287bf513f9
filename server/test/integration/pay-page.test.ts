import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../src/entry/http/app.ts'
import { formatId, newId } from '../../src/kernel/ids/ids.ts'
import { createPool } from '../../src/kernel/postgres/pool.ts'
import { recordLines } from '../../src/movements/credits/bank-line-store.ts'
import { createBusiness } from '../../src/records/businesses/manage-business.ts'
import { issueKey } from '../../src/records/keys/manage-keys.ts'
import { readBankPaces } from '../../src/records/pay-links/pay-page-store.ts'
import { testKeys, wireTestApi } from './test-api.ts'

const database = await createTestDatabase()
const open = (role: 'afara_owner' | 'afara_worker' | 'afara_api') =>
  createPool(database.url(role), { max: 2, applicationName: 'test' })
const [owner, worker, api] = [open('afara_owner'), open('afara_worker'), open('afara_api')]
const why = { actor: 'system:test', reason: 'a test' }
const wired = wireTestApi(database)
const app = createApp(wired)
const [shared, pool] = [newId(), newId()]

let key = ''
let businessId = ''
beforeAll(async () => {
  const ada = await createBusiness(owner, { name: 'Ada Foods', linkTag: 'ada-foods', ...why })
  businessId = formatId('business', ada.id)
  key = (await issueKey({ pool: owner, ...testKeys }, { business: 'ada-foods', mode: 'test', ...why })).secret
  await owner.query(
    `insert into vendor_account (id, mode, name, account_number, bank_code, bank_name, feed, is_pool)
     values ($1, 'test', 'TEST Afara', '0000000001', 'test-bank', 'TEST BANK (not a bank)', 'monnify', false),
       ($2, 'test', 'TEST Pool', '0000000004', 'test-bank', 'TEST BANK (not a bank)', 'kora', true)`,
    [shared, pool],
  )
})
afterAll(async () => {
  await app.close()
  await Promise.all([owner.end(), worker.end(), api.end(), wired.stop()])
  await database.drop()
})

const makeLink = async (): Promise<string> => {
  const response = await app.inject({
    method: 'POST',
    url: '/pay-links/v1',
    headers: { 'svc-sec-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ business_id: businessId, link_tag: 'ada-foods', amount: 20_000 }),
  })
  return new URL(response.json().pay_link.url).pathname
}
const requestsForNumbers = async () =>
  (await owner.query<{ n: number }>('select count(*)::integer as n from collection_number')).rows[0]?.n

test('a program that shows a preview of the link uses up no account number, and a person gets one', async () => {
  const path = await makeLink()
  const programs = [
    { 'user-agent': 'WhatsApp/2.23.20.0 A' },
    { 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' },
    { 'user-agent': 'facebookexternalhit/1.1' },
    { 'user-agent': 'Twitterbot/1.0' },
    { 'user-agent': 'Mozilla/5.0 Chrome/130', 'sec-purpose': 'prefetch' },
  ]
  for (const headers of programs) {
    const { statusCode, body } = await app.inject({ url: path, headers })
    expect(statusCode).toBe(200)
    expect(body).toMatch(/<meta property="og:title" content="Pay \u2068Ada Foods\u2069 ₦20,000\.\d\d">/)
    expect(body).toContain('data-state="preview"')
    expect(body).not.toContain('0000000001')
  }
  await app.inject({ method: 'HEAD', url: path })
  expect(await requestsForNumbers()).toBe(0)
  const headers = { 'user-agent': 'Mozilla/5.0 (Linux; Android 13; CUBOT NOTE 20) Chrome/130' }
  const opened = await app.inject({ url: path, headers })
  expect(opened.body).toContain('data-state="waiting"')
  // The vendor of the test cannot be reached, so the page shows the shared account.
  expect(opened.body).toContain('data-copy="0000000001"')
  expect(await requestsForNumbers()).toBe(1)
})

test('somebody who is taken for a program sees the number with one press', async () => {
  const path = await makeLink()
  const headers = { 'user-agent': 'an odd browser with bot in its name: robot' }
  const { body } = await app.inject({ url: path, headers })
  const [, next = ''] = /href="([^"]+open=1)"/.exec(body) ?? []
  expect((await app.inject({ url: next, headers })).body).toContain('data-copy="0000000001"')
})

test('"I have sent it" shows what we see, from an address that a reload keeps', async () => {
  const path = await makeLink()
  await owner.query('update account_look set polled_at = now() where vendor_account_id = $1', [shared])
  const asked = await app.inject(`${path}?sent=now&bank=000013`)
  expect(asked.statusCode).toBe(303)
  expect(asked.headers.location).toMatch(new RegExp(`^${path}\\?sent=[0-9]{10}&bank=000013$`))
  const { body } = await app.inject(String(asked.headers.location))
  expect(body).toContain('We do not see it yet')
  expect(body).toMatch(/₦0\.00 of ₦20,000\.\d\d/)
  expect(body).toContain('<option value="000013" selected>GTBank</option>')
  expect(body).toContain('We have seen too few transfers from this bank')
  expect(body).toMatch(/id="looked">\d\d:\d\d:\d\d, /)
  const status = (await app.inject(`${path}/status?sent=1`)).json()
  expect(status.looked).toMatch(/^\d\d:\d\d:\d\d, /)
  expect((await app.inject(`${path}/status`)).json().looked).toBeUndefined()
})

test('how long a bank takes comes from its last payments, and twenty are needed', async () => {
  // Late in a second: a part of a second must not count as a whole one.
  const at = new Date(Math.floor(Date.now() / 1000) * 1000 - 300)
  const two = (n: number) => String(n).padStart(2, '0')
  // The session of a payment has the time at which the payer's bank sent it: `delay` seconds before we saw it.
  const lineOf = (n: number, bankCode: string, delay: number, hasSession: boolean) => {
    const sentAt = new Date(at.getTime() - delay * 1000)
    const minute = `${two(sentAt.getUTCMinutes())}${two(sentAt.getUTCSeconds())}`
    const externalId = newId()
    return {
      externalId,
      accountNumber: '0000000001',
      direction: 'credit',
      kind: 'payment',
      grossMinor: 5_000_00n + BigInt(n),
      settledMinor: 5_000_00n + BigInt(n),
      bookedAt: hasSession ? at : sentAt,
      valueDate: at.toISOString().slice(0, 10),
      ...(hasSession && { sessionId: `${bankCode}26111610${minute}${String(n).padStart(12, '0')}` }),
      payer: { accountNumber: String(n).padStart(10, '0'), bankCode, name: 'ADA OBI' },
      narration: 'transfer',
      raw: {},
    } as const
  }
  const lines = [
    ...Array.from({ length: 20 }, (_, n) => lineOf(n, '000013', n < 17 ? 20 : 130, true)),
    ...Array.from({ length: 20 }, (_, n) => lineOf(100 + n, '000004', 45, false)),
    ...Array.from({ length: 19 }, (_, n) => lineOf(200 + n, '000015', 5, true)),
  ]
  const cursor = undefined
  await recordLines(worker, { accountId: shared, source: 'monnify', unreadable: [], cursor, at, lines })
  expect((await readBankPaces(api, 'test')).toSorted((a, b) => a.usualSeconds - b.usualSeconds)).toEqual([
    { bankCode: '000013', usualSeconds: 20, mostSeconds: 130 },
    { bankCode: '000004', usualSeconds: 45, mostSeconds: 45 },
  ])
  expect(await readBankPaces(api, 'live')).toEqual([])
})

test('the form for a return takes nothing but a form, and says when no account is needed', async () => {
  const path = await makeLink()
  const send = async (url: string, body: string, type = 'application/x-www-form-urlencoded') =>
    app.inject({ method: 'POST', url: `${url}/return-account`, headers: { 'content-type': type }, body })
  const taken = await send(path, 'bank=GTBank&number=0123456789')
  expect([taken.statusCode, taken.headers.location]).toEqual([303, `${path}?returned=closed#return`])
  expect(taken.headers['cache-control']).toBe('no-store')
  expect((await send(path, '{}', 'application/json')).statusCode).toBe(415)
  expect((await send(path, 'x'.repeat(2_000))).statusCode).toBe(413)
  expect((await send('/pay/AAAAAAAAAAAAAAAAAAAAAA', 'number=1')).statusCode).toBe(404)
  expect((await owner.query('select from return_account_try')).rowCount).toBe(0)
})
