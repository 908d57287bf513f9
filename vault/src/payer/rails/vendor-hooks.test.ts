import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { BankRail } from './bank-rail.ts'
import { createMonnifyRail } from './monnify/monnify-rail.ts'
import { createPaystackRail } from './paystack/paystack-rail.ts'

const keys = { baseUrl: 'http://127.0.0.1:1', secretKey: 'secret', previousSecretKey: 'the secret before' }
const reference = 'af-00112233445566778899aabbccddeeff'
const paystack = createPaystackRail(keys)
const monnify = createMonnifyRail({ ...keys, apiKey: 'key', sourceAccountNumber: '7000000002' })
const sign = (body: string, secret: string) => createHmac('sha512', secret).update(body).digest('hex')

/** Reads a notification that the vendor signed, unless another signature is given. */
const read = (rail: BankRail, given: unknown, secret = 'secret', signature?: string) => {
  const body = typeof given === 'string' ? given : JSON.stringify(given)
  const name = rail === paystack ? 'x-paystack-signature' : 'monnify-signature'
  return rail.readHook({ [name]: signature ?? sign(body, secret) }, Buffer.from(body))
}

test('a notification about a transfer names its reference, also with the secret before', () => {
  const transfer = { event: 'transfer.success', data: { reference } }
  expect(read(paystack, transfer)).toEqual([reference])
  expect(read(paystack, transfer, 'the secret before')).toEqual([reference])
  const disbursement = { eventType: 'FAILED_DISBURSEMENT', eventData: { reference } }
  expect(read(monnify, disbursement)).toEqual([reference])
  expect(read(monnify, disbursement, 'the secret before')).toEqual([reference])
})

test.each([
  ['a collection', { event: 'charge.success', data: { reference } }, { eventType: 'SUCCESSFUL_TRANSACTION' }],
  ['an event without a name', { event: 7, data: { reference } }, { eventData: { reference } }],
  [
    'a transfer without a reference',
    { event: 'transfer.success', data: {} },
    { eventType: 'SUCCESSFUL_DISBURSEMENT', eventData: { reference: null } },
  ],
  ['no JSON', 'transfer.success', 'SUCCESSFUL_DISBURSEMENT'],
])('a signed notification about %s names nothing', (_what, ofPaystack, ofMonnify) => {
  expect(read(paystack, ofPaystack)).toEqual([])
  expect(read(monnify, ofMonnify)).toEqual([])
})

test.each([
  ['another secret', sign('{}', 'another')],
  ['half a signature', sign('{}', 'secret').slice(0, 64)],
  ['a signature that is not in hex', 'z'.repeat(128)],
])('a notification with %s is refused', (_what, signature) => {
  for (const rail of [paystack, monnify]) expect(read(rail, '{}', 'secret', signature)).toBeUndefined()
})
