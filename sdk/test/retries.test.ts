import { afterAll, expect, test } from 'vitest'
import {
  Afara,
  type Attempt,
  ConflictError,
  ConnectionError,
  KeyError,
  RefusedError,
  UnavailableError,
} from '../src/index.ts'
import { buy, createApiWorld, sell } from './api-world.ts'
import { createBadLine, type Fault } from './bad-line.ts'

const world = await createApiWorld()
const line = await createBadLine(world.baseUrl)
const { key, businessId, linkTag } = world

afterAll(async () => {
  await line.close()
  await world.close()
})

const attempts: Attempt[] = []
const afara = new Afara({
  key,
  baseUrl: line.url,
  businessId,
  linkTag,
  // Every answer except a lost one comes within this time, also on a busy machine.
  timeoutMs: 6_000,
  onAttempt: (attempt) => attempts.push(attempt),
})

const everyFault: readonly Fault[] = [
  'dropped before',
  'dropped after',
  'cut short after',
  'garbage after',
  '500 after',
  '503 before',
  '429 before',
  'slow after',
]

test.each(everyFault)('a sell whose first attempt was %s is recorded once', async (fault) => {
  const before = await world.count()
  line.fail(fault)
  const { transaction_id: id, amount } = await afara.sells.create(sell)
  expect(amount).toBe('5000')
  expect(await world.count()).toBe(before + 1)
  expect(new Set(line.seen.map(({ name }) => name)).size).toBe(1)
  expect(line.seen).toHaveLength(2)
  expect(await afara.transactions.get(id)).toMatchObject({ type: 'Sell', status: 'pending_deposit' })
})

test('a buy whose reply is lost four times in different ways is recorded once', async () => {
  const before = await world.count()
  line.fail('dropped after', '500 after', 'cut short after', 'slow after')
  attempts.length = 0
  const first = await afara.buys.create(buy)
  expect(await world.count()).toBe(before + 1)
  expect(line.seen.map(({ fault }) => fault)).toEqual([
    'dropped after',
    '500 after',
    'cut short after',
    'slow after',
    undefined,
  ])
  expect(attempts.at(-1)).toMatchObject({ number: 5, status: 200, replayed: true })
  expect(attempts.filter(({ nextInMs }) => nextInMs !== undefined)).toHaveLength(4)
  expect(first).toMatchObject({ type: 'Buy', amount: '25000.5', status: 'pending_payment' })
})

test('a failed call returns its Idempotency-Key, and a repeat with it is still recorded once', async () => {
  const before = await world.count()
  line.fail('dropped after', 'dropped after')
  const hasty = new Afara({ key, baseUrl: line.url, businessId, linkTag, maxRetries: 1 })
  const error = await hasty.sells.create(sell).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ConnectionError)
  const { idempotencyKey, message } = error as ConnectionError
  expect(message).toContain('may have been recorded')
  expect(message).toContain(`idempotencyKey "${idempotencyKey}"`)
  await hasty.sells.create(sell, { idempotencyKey })
  expect(await world.count()).toBe(before + 1)
})

test('two calls with the same content are two sells', async () => {
  const before = await world.count()
  const [one, two] = [await afara.sells.create(sell), await afara.sells.create(sell)]
  expect(one.transaction_id).not.toBe(two.transaction_id)
  expect(await world.count()).toBe(before + 2)
})

test('another request with a used Idempotency-Key is a conflict, and is not repeated', async () => {
  const first = await afara.buys.create({ ...buy, reference: 'order-1' })
  line.fail()
  const error = await afara.buys
    .create({ ...buy, amount: 30_000, reference: 'order-1' })
    .catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ConflictError)
  expect(error).toMatchObject({ code: 'reference_conflict', transactionId: first.transaction_id })
  expect(line.seen).toHaveLength(1)
})

test('a refusal names every field and what to do, and is not repeated', async () => {
  line.fail()
  const error = await afara.buys
    .create({ ...buy, amount: '10', bank_name: 'Bank of Nowhere' })
    .catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(RefusedError)
  const { errors, message, requestId, docsUrl, fix } = error as RefusedError
  expect(errors.map(({ field }) => field)).toEqual(['amount', 'bank_name'])
  expect(errors[0]?.minimum).toBe('15000')
  expect(message).toContain(`request ${requestId}`)
  expect(docsUrl).toMatch(/\/docs\/errors#/)
  expect(fix).toEqual(expect.any(String))
  expect(line.seen).toHaveLength(1)
})

test('a wrong key is reported, and never appears in the error', async () => {
  const secret = `${key.slice(0, -1)}${key.endsWith('2') ? '3' : '2'}`
  const stranger = new Afara({ key: secret, baseUrl: line.url })
  const error = await stranger.vendors.list().catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(KeyError)
  expect(error).toMatchObject({ code: 'key_mistyped', status: 401 })
  expect(JSON.stringify(error)).not.toContain(secret)
  expect(JSON.stringify(stranger)).not.toContain(secret)
})

test('a redirect is not followed: the key goes nowhere else', async () => {
  line.fail('redirected')
  await expect(afara.vendors.list()).rejects.toMatchObject({ name: 'AfaraError', status: 307 })
  expect(line.seen).toHaveLength(1)
})

test('a write without an Idempotency-Key is repeated only after a 429, not after a lost reply', async () => {
  const before = await world.count()
  const body = {
    ...sell,
    business_id: businessId,
    link_tag: linkTag,
    type: 'sell_ramp',
    account_number: '0123456780',
  }
  line.fail('dropped after')
  const asked = { method: 'POST', path: '/transactions/v1/offramp', body } as const
  await expect(afara.request(asked)).rejects.toBeInstanceOf(ConnectionError)
  expect(line.seen).toHaveLength(1)
  expect(await world.count()).toBe(before + 1)
  line.fail('429 before')
  await expect(afara.request(asked)).rejects.toMatchObject({ code: 'possible_duplicate' })
  expect(line.seen).toHaveLength(2)
})

test('retries end at the deadline, and at once when the caller aborts', async () => {
  const impatient = new Afara({ key, baseUrl: 'http://127.0.0.1:1', maxRetries: 1_000, deadlineMs: 400 })
  await expect(impatient.vendors.list()).rejects.toBeInstanceOf(ConnectionError)
  const ended = new Error('the user left')
  const controller = new AbortController()
  line.fail('slow after')
  const call = afara.vendors.list({ signal: controller.signal })
  controller.abort(ended)
  await expect(call).rejects.toBe(ended)
})

test('an unavailable service is reported after the last attempt', async () => {
  line.fail('503 before', '503 before', '503 before')
  const client = new Afara({ key, baseUrl: line.url, maxRetries: 2 })
  await expect(client.vendors.list()).rejects.toBeInstanceOf(UnavailableError)
  expect(line.seen).toHaveLength(3)
})
