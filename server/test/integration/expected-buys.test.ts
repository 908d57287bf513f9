import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../src/entry/http/app.ts'
import { createNumberDesk } from '../../src/flows/collections/number-desk.ts'
import { formatId, newId } from '../../src/kernel/ids/ids.ts'
import { createPool } from '../../src/kernel/postgres/pool.ts'
import type { NumberAnswer } from '../../src/movements/collections/collection-rail.ts'
import { testBank } from '../../src/records/banks/vendor-account.ts'
import { insertVendorAccount } from '../../src/records/banks/vendor-account-store.ts'
import { createBusiness } from '../../src/records/businesses/manage-business.ts'
import { issueKey } from '../../src/records/keys/manage-keys.ts'
import { testKeyring } from '../test-keyring.ts'
import { testKeys, wireTestApi } from './test-api.ts'

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })
const why = { actor: 'system:test', reason: 'a test' }
const wired = wireTestApi(database)

let asked = 0
let next: () => NumberAnswer = () => ({ kind: 'refused', why: 'none' })
const give = (validMs: number): NumberAnswer => ({
  kind: 'given',
  number: `99${String(asked).padStart(8, '0')}`,
  bankName: 'Wema Bank',
  accountName: 'Ada Foods / Afara',
  validUntil: new Date(Date.now() + validMs),
})
const numbers = createNumberDesk({
  customerKeys: testKeyring,
  pool: wired.pool,
  clock: wired.clock,
  rails: {
    live: [],
    test: [
      {
        vendor: 'kora',
        traits: {
          wrongAmount: 'sent_back',
          topUp: 'sent_back',
          showsPayerAccount: true,
          returns: 'by_payout',
          settles: 'at_once',
          cost: { millionths: 0n, fixedMinor: 0n, mostMinor: 0n },
          isRepeatable: true,
          barsRamps: false,
          standing: 'none',
        },
        open: async () => {
          asked += 1
          return next()
        },
      },
    ],
  },
  onError: (error) => {
    throw error
  },
})
const app = createApp({ ...wired, numbers })

let key = ''
let names = { business_id: '', link_tag: 'ada-foods' }
beforeAll(async () => {
  const ada = await createBusiness(owner, { name: 'Ada Foods', linkTag: 'ada-foods', ...why })
  names = { ...names, business_id: formatId('business', ada.id) }
  key = (await issueKey({ pool: owner, ...testKeys }, { business: 'ada-foods', mode: 'test', ...why })).secret
  const account = { mode: 'test', businessId: null, bankCode: testBank.key, bankName: testBank.name } as const
  await insertVendorAccount(owner, {
    ...account,
    id: newId(),
    name: 'TEST Afara',
    accountNumber: '0000000001',
    feed: null,
  })
  await insertVendorAccount(owner, {
    ...account,
    id: newId(),
    name: 'TEST Pool',
    accountNumber: '0000000004',
    feed: 'kora',
    isPool: true,
  })
})
afterAll(async () => {
  await app.close()
  await Promise.all([owner.end(), wired.stop()])
  await database.drop()
})

const expectBuy = async (body: object, headers: Record<string, string> = {}) => {
  const response = await app.inject({
    method: 'POST',
    url: '/transactions/v1/onramp/expected',
    headers: { 'svc-sec-key': key, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ ...names, amount: 25_000, ...body }),
  })
  return {
    status: response.statusCode,
    replayed: response.headers['idempotent-replayed'],
    body: response.json(),
  }
}

test('an expected buy has an account number of its own and the amount that was requested', async () => {
  next = () => give(600_000)
  const made = await expectBuy({ reference: 'expected-1' })
  expect(made).toMatchObject({
    status: 200,
    body: {
      transaction: { reference: 'expected-1', amount: 25_000, status: 'pending_payment', account_number: '' },
      pay_into: {
        amount: 25_000,
        account_number: expect.stringMatching(/^99/),
        account_name: 'TEST Ada Foods / Afara',
        bank_name: testBank.name,
        is_shared: false,
      },
    },
  })
  const before = asked
  const again = await expectBuy({ reference: 'expected-1' })
  expect(again).toMatchObject({ status: 200, replayed: 'true', body: { pay_into: made.body.pay_into } })
  expect(asked).toBe(before)
  expect(await expectBuy({ reference: 'expected-1', amount: 26_000 })).toMatchObject({
    status: 409,
    body: { code: 'reference_conflict' },
  })
})

test('twenty equal requests at once are one buy with one number', async () => {
  next = () => give(600_000)
  const before = asked
  const made = await Promise.all(
    Array.from({ length: 20 }, async () => expectBuy({}, { 'idempotency-key': 'expected-20' })),
  )
  expect(new Set(made.map(({ body }) => body.transaction.transaction_id)).size).toBe(1)
  expect(new Set(made.map(({ body }) => body.pay_into.account_number)).size).toBe(1)
  expect(asked).toBe(before + 1)
})

test('without a number the payer uses the shared account and its code', async () => {
  next = () => ({ kind: 'refused', why: 'none' })
  const { body } = await expectBuy({ reference: 'expected-shared' })
  expect(body.pay_into).toMatchObject({ account_number: '0000000001', is_shared: true, amount: 25_000 })
  expect(body.pay_into.code).toMatch(/^[A-Z0-9]{6}$/)
  expect(body.message).toContain('with the code as the narration')
})

test('after the number expired, the same request returns the same buy with another number', async () => {
  next = () => give(2_000)
  const first = await expectBuy({ reference: 'expected-again' })
  await new Promise((resolve) => setTimeout(resolve, 2_050))
  next = () => give(600_000)
  const second = await expectBuy({ reference: 'expected-again' })
  expect(second.body.transaction.transaction_id).toBe(first.body.transaction.transaction_id)
  expect(second.body.pay_into.is_shared).toBe(false)
  expect(second.body.pay_into.account_number).not.toBe(first.body.pay_into.account_number)
})

test.each([
  [{ amount: 14_999 }, 422, 'amount_below_minimum'],
  [{ amount: 20_000.5 }, 422, 'amount_too_fine'],
  [{ network: 'Polygon' }, 422, 'wallet_incomplete'],
  [{ link_tag: 'other' }, 403, 'business_mismatch'],
  [{ vendor_number: '0000000001' }, 422, 'field_unknown'],
])('%j is refused', async (change, status, code) => {
  const refused = await expectBuy(change)
  expect([refused.status, refused.body.code ?? refused.body.errors?.[0]?.code]).toEqual([status, code])
})
