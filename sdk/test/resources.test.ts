import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Afara, KeyError, RefusedError, toKobo, UnavailableError } from '../src/index.ts'
import { buy, createApiWorld, sell } from './api-world.ts'

const world = await createApiWorld()
const { key, baseUrl, otcBaseUrl } = world
const afara = new Afara({ key, baseUrl, otcBaseUrl, maxRetries: 0 })

const references = ['order-1', 'order-2', 'order-3', 'order-4', 'order-5']
beforeAll(async () => {
  for (const reference of references) await afara.buys.create({ ...buy, reference })
})
afterAll(() => world.close())

test('the key names its business, and requests about money use that business', async () => {
  expect(await afara.whoami()).toMatchObject({
    business_id: world.businessId,
    link_tag: 'ada-foods',
    mode: 'test',
  })
  const { transactions } = await afara.transactions.page({ reference: 'order-1' })
  expect(transactions[0]?.business.business_id).toBe(world.businessId)
})

test('a list is read page by page, newest first, with any page size', async () => {
  const seen: string[] = []
  for await (const { reference } of afara.transactions.list({ limit: 2 })) seen.push(reference)
  expect(seen).toEqual(references.toReversed())
  const { next } = await afara.transactions.page({ limit: 4 })
  const rest: string[] = []
  for await (const { reference } of afara.transactions.list({ after: next ?? '' })) rest.push(reference)
  expect(rest).toEqual(['order-1'])
})

test('a transaction is found by its reference and read, with its timeline', async () => {
  const { found_as, transactions } = await afara.transactions.find('order-3')
  expect(found_as).toBe('reference')
  const id = transactions[0]?.transaction_id ?? ''
  expect(await afara.transactions.get(id)).toEqual(transactions[0])
  expect(await afara.transactions.timeline(id)).toMatchObject({ status: 'pending_payment', holder: 'payer' })
  await expect(afara.transactions.get('txn_00000000000000000000000000000000')).rejects.toMatchObject({
    code: 'transaction_unknown',
    status: 404,
  })
})

test('a list is streamed as CSV', async () => {
  const csv = await new Response(await afara.transactions.export({ type: 'buy' })).text()
  expect(csv.trim().split('\n')).toHaveLength(1 + references.length)
  expect(csv).toContain('25000.5')
})

test('the timeout applies to the first line of a long list, not to all of it', async () => {
  const slow = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/csv' }).write('id\n')
    setTimeout(() => response.end('txn_1\n'), 4_000)
  })
  await new Promise<void>((resolve) => {
    slow.listen(0, '127.0.0.1', resolve)
  })
  const { port } = slow.address() as AddressInfo
  const patient = new Afara({ key, baseUrl: `http://127.0.0.1:${port}`, timeoutMs: 3_000, deadlineMs: 3_500 })
  expect(await new Response(await patient.transactions.export()).text()).toBe('id\ntxn_1\n')
  slow.closeAllConnections()
  slow.close()
})

test('a receipt of an unfinished transaction is refused', async () => {
  const { transactions } = await afara.transactions.page({ limit: 1 })
  const id = transactions[0]?.transaction_id ?? ''
  await expect(afara.transactions.receipt(id)).rejects.toMatchObject({ code: 'receipt_not_ready' })
})

test('a PDF is returned as bytes', async () => {
  const pdf = new Uint8Array([0x25, 0x50, 0x44, 0x46, 0xff, 0x00])
  const headers = { 'content-type': 'application/pdf' }
  const printing = new Afara({ key, baseUrl, fetch: async () => new Response(pdf, { headers }) })
  expect(await printing.transactions.receipt('txn_1')).toEqual(pdf)
  expect(await printing.transactions.traceLetter('txn_1')).toEqual(pdf)
})

test('a preview names every blocker at once and records nothing', async () => {
  const before = await world.count()
  expect(await afara.buys.preview({ amount: '30000' })).toMatchObject({ amount: '30000', fee: '0' })
  const bad = await afara.sells.preview({ ...sell, amount: 1n, bank_name: 'Bank of Nowhere' })
  expect(bad.ok).toBe(false)
  expect(bad.needs.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['amount_below_minimum', 'bank_unknown']),
  )
  expect(await world.count()).toBe(before)
})

test('balances, banks, vendors and names are read', async () => {
  const { balances } = await afara.balances.get()
  expect(balances.map(({ available }) => toKobo(available))).toEqual([0n])
  for await (const movement of afara.balances.statement())
    expect.fail(`nothing moved: ${movement.movement_id}`)
  const paged: string[] = []
  for await (const { code } of afara.banks.iterate({ limit: 7 })) paged.push(code)
  expect(paged).toEqual((await afara.banks.list()).map(({ code }) => code))
  expect(paged.length).toBeGreaterThan(7)
  expect((await afara.banks.list()).find(({ name }) => name === 'Guaranty Trust Bank')).toMatchObject({
    health: { state: 'unknown', typical_seconds: null, attempts: 0 },
  })
  expect(await afara.banks.nameEnquiry({ bank_name: 'GTBank', account_number: '0123456789' })).toMatchObject({
    outcome: 'no_answer',
  })
  expect(await afara.vendors.list()).toMatchObject([{ vendorNumber: '0000000001' }])
})

test('missing rates are reported as such, from both hosts', async () => {
  await expect(afara.rates.usdc()).rejects.toBeInstanceOf(UnavailableError)
  await expect(afara.rates.otc()).rejects.toMatchObject({ code: 'rate_stale' })
  const without = new Afara({ key, baseUrl })
  await expect(without.rates.otc()).rejects.toThrow('otcBaseUrl')
})

test('a webhook endpoint is created, changed, paused, resumed and removed', async () => {
  const { endpoints } = afara.webhooks
  const { endpoint, secret } = await endpoints.create({
    url: 'https://hooks.example.com/afara',
    events: ['buy.*'],
  })
  expect(secret).toMatch(/^whsec_/)
  const { id } = endpoint
  expect(await endpoints.list()).toMatchObject([{ id, state: 'active', waiting: 0 }])
  expect(await endpoints.update(id, { description: 'ours' })).toMatchObject({ description: 'ours' })
  expect(await endpoints.pause(id)).toMatchObject({ state: 'paused' })
  expect(await endpoints.resume(id)).toMatchObject({ state: 'active' })
  const rotated = await endpoints.rotateSecret(id, { overlapHours: 1 })
  expect(rotated.secret).not.toBe(secret)
  expect(rotated.endpoint.secrets).toHaveLength(2)
  expect(await afara.webhooks.ping(id)).toMatchObject({ event_id: expect.stringMatching(/^evt_/) })
  const deliveries: string[] = []
  for await (const { event_type } of afara.webhooks.deliveries(id)) deliveries.push(event_type)
  expect(deliveries).toEqual(['webhook.ping'])
  await world.place()
  expect(await afara.webhooks.resend(id, { from_number: 1, to_number: 3 })).toBe(3)
  await endpoints.remove(id)
  await expect(endpoints.get(id)).rejects.toBeInstanceOf(RefusedError)
})

test('an endpoint inside our own network is refused', async () => {
  await expect(afara.webhooks.endpoints.create({ url: 'http://169.254.169.254/' })).rejects.toMatchObject({
    code: 'webhook_url_refused',
  })
})

test('a pay link is created once per Idempotency-Key, read and cancelled', async () => {
  const input = { amount: 20_000, description: 'Order 77', reference: 'link-77' }
  const link = await afara.payLinks.create(input)
  expect(link).toMatchObject({ reference: 'link-77', status: 'pending_payment', description: 'Order 77' })
  expect(toKobo(link.amount)).toBeGreaterThanOrEqual(20_000_00n)
  expect((await afara.payLinks.create(input)).id).toBe(link.id)
  expect(await afara.payLinks.get(link.id)).toMatchObject({ id: link.id, amount: link.amount })
  expect(await afara.payLinks.cancel(link.id)).toMatchObject({ status: 'cancelled' })
})

test('an expected buy tells what to pay and where, and repeating it returns the same buy', async () => {
  const input = { amount: 20_000, reference: 'expected-78' }
  const { transaction, pay_into } = await afara.buys.expect(input)
  expect(transaction).toMatchObject({
    reference: 'expected-78',
    status: 'pending_payment',
    account_number: '',
  })
  expect(toKobo(pay_into?.amount ?? '0')).toBe(20_000_00n)
  expect((await afara.buys.expect(input)).transaction.transaction_id).toBe(transaction.transaction_id)
})

test('the sandbox lists its scenarios; without a simulation, none can be run', async () => {
  const scenarios = await afara.sandbox.scenarios()
  expect(scenarios.map(({ name }) => name)).toContain('short_payment')
  await expect(afara.sandbox.run('short_payment')).rejects.toMatchObject({ code: 'sandbox_unavailable' })
  expect(await afara.sandbox.clock()).toMatchObject({ offset_seconds: 0 })
  expect(await afara.sandbox.advanceClock(3_600)).toMatchObject({ offset_seconds: 3_600 })
  expect((await afara.sandbox.reset()).cancelled).toBeGreaterThanOrEqual(0)
})

test('a withdrawal without its scope is a key error', async () => {
  const { wallet_address, network } = buy
  await expect(afara.withdrawals.create({ amount: '500', network, wallet_address })).rejects.toBeInstanceOf(
    KeyError,
  )
})

test.each([
  [{ key: 'sk_123', baseUrl }, '"key" is not a key'],
  [{ key, baseUrl: 'api.example.com' }, '"baseUrl" must be a URL'],
  [{ key: 'svc_live_abc', baseUrl: 'http://api.example.com' }, 'never sent unencrypted'],
  [{ key, baseUrl, maxRetries: -1 }, '"maxRetries" must be a number'],
])('a client with invalid options is refused at construction (%#)', (options, message) => {
  expect(() => new Afara(options)).toThrow(message)
})
