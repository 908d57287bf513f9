import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type BankUnderTest,
  createBankUnderTest,
  PROVIDUS,
  PROVIDUS_SIGNATURE,
} from '../../../test/bank-under-test.ts'

const POOL = '0000000005'
const headers = { authorization: 'Bearer sk_test_kora_1' }
let bank: BankUnderTest

beforeEach(async () => {
  bank = await createBankUnderTest()
  await bank.admin('POST', '/accounts', { number: POOL, vendor: 'kora' })
})
afterEach(async () => bank.close())

const ask = async (reference: string, amount = 20_000) =>
  bank.ask({
    method: 'POST',
    url: '/kora/merchant/api/v1/charges/bank-transfer',
    headers,
    payload: { reference, amount, currency: 'NGN', customer: { name: 'Ada', email: 'ada@afara.test' } },
  })
const numberOf = async (reference: string): Promise<string> =>
  (await ask(reference)).json().data.bank_account.account_number
const refusals = async () =>
  (await bank.admin('GET', '/numbers')).body.refused.map(({ why }: { why: string }) => why)
const HOUR = 3600

test('a payment to a number arrives on the account of the vendor and names the number', async () => {
  const number = await numberOf('reference-1')
  const [line] = await bank.pay({ account: number, amount: '20000' })
  expect(line).toMatchObject({ account: POOL, paid_to: number, gross_kobo: '2000000' })
  const charge = await bank.ask({ url: `/kora/merchant/api/v1/charges/${line?.reference}`, headers })
  expect(charge.json().data).toMatchObject({
    payment_reference: 'reference-1',
    status: 'success',
    virtual_bank_account_details: { virtual_bank_account: { account_number: number, permanent: false } },
  })
})

test('a reference is used once, and a request without the key gets nothing', async () => {
  await numberOf('reference-1')
  expect((await ask('reference-1')).status).toBe(409)
  const unsigned = await bank.ask({ method: 'POST', url: '/kora/merchant/api/v1/charges/bank-transfer' })
  expect(unsigned.status).toBe(401)
})

test('number_late_accepted: a late payment arrives, which is otherwise sent back', async () => {
  const number = await numberOf('reference-1')
  await bank.wait(HOUR + 1)
  expect(await bank.pay({ account: number, amount: '20000' })).toEqual([])
  expect(await refusals()).toEqual(['expired'])
  expect(await bank.pay({ account: number, amount: '20000', faults: ['number_late_accepted'] })).toHaveLength(
    1,
  )
})

test('number_paid_again: a second payment arrives, which is otherwise sent back', async () => {
  const number = await numberOf('reference-1')
  await bank.pay({ account: number, amount: '20000' })
  expect(await bank.pay({ account: number, amount: '20000' })).toEqual([])
  expect(await refusals()).toEqual(['paid_already'])
  expect(await bank.pay({ account: number, amount: '20000', faults: ['number_paid_again'] })).toHaveLength(1)
})

test('number_amount_accepted: another amount arrives, which is otherwise sent back', async () => {
  const number = await numberOf('reference-1')
  expect(await bank.pay({ account: number, amount: '20001' })).toEqual([])
  expect(await refusals()).toEqual(['wrong_amount'])
  expect(
    await bank.pay({ account: number, amount: '20001', faults: ['number_amount_accepted'] }),
  ).toHaveLength(1)
})

test('number_amount_refused: is no fault of Kora, which refuses other amounts anyway', async () => {
  const number = await numberOf('reference-1')
  const { status } = await bank.admin('POST', '/payments', {
    payments: [{ account: number, amount: '1', faults: ['number_amount_refused'] }],
  })
  expect(status).toBe(400)
})

test('number_none: the vendor has no number', async () => {
  await bank.fault('number_none', { times: 1 })
  expect((await ask('reference-1')).status).toBe(422)
  expect((await ask('reference-2')).status).toBe(200)
})

test('number_expires_early: the number expires before the stated time', async () => {
  await bank.fault('number_expires_early', { seconds: 60 })
  const number = await numberOf('reference-1')
  await bank.wait(61)
  expect(await bank.pay({ account: number, amount: '20000' })).toEqual([])
})

test('number_recycled: an expired number is issued again', async () => {
  const number = await numberOf('reference-1')
  await bank.fault('number_recycled')
  expect(await numberOf('reference-2')).not.toBe(number)
  await bank.wait(HOUR + 1)
  expect(await numberOf('reference-3')).toBe(number)
})

test('number_slow: the answer takes its time, and the number is issued', async () => {
  await bank.fault('number_slow', { seconds: 0.2 })
  const before = performance.now()
  expect((await ask('reference-1')).status).toBe(200)
  expect(performance.now() - before).toBeGreaterThan(150)
})

const reserve = async (name: string) => {
  const reserved = await bank.ask({
    method: 'POST',
    url: '/providus/PiPCreateReservedAccountNumber',
    headers: { 'client-id': 'c2ltdWxhdGVkX2NsaWVudA==', 'x-auth-signature': PROVIDUS_SIGNATURE },
    payload: { account_name: name, bvn: 'idv_7f3a9c2e51b8' },
  })
  return reserved.json().account_number as string
}

test('a standing number takes any amount, again and again, and does not expire', async () => {
  const number = await reserve('Ada Obi')
  await bank.wait(400 * 24 * HOUR)
  for (const amount of ['20000', '20000', '1.50'])
    expect(await bank.pay({ account: number, amount })).toMatchObject([
      { account: PROVIDUS, paid_to: number },
    ])
  expect(await reserve('Ada Obi')).not.toBe(number)
})

test('standing_closed: a payment to a standing number is sent back', async () => {
  const number = await reserve('Ada Obi')
  expect(await bank.pay({ account: number, amount: '20000', faults: ['standing_closed'] })).toEqual([])
  expect(await refusals()).toEqual(['closed'])
})

test('settled_next_day: the vendor sends what it settles to our bank account on the next working day', async () => {
  const settling = '0000000006'
  await bank.admin('PATCH', `/accounts/${POOL}`, { status: 'retired' })
  await bank.admin('POST', '/accounts', {
    number: settling,
    vendor: 'kora',
    settles_to: PROVIDUS,
    is_pool: true,
  })
  const number = await numberOf('reference-1')
  const faults = ['settled_next_day', 'settled_less']
  const [line] = await bank.pay({ account: number, amount: '20000', faults })
  const arrived = async () => (await bank.truth()).filter((line) => line['account'] === PROVIDUS)
  expect(await arrived()).toEqual([])
  await bank.wait(24 * HOUR)
  expect(await arrived()).toMatchObject([
    { gross_kobo: line?.settled_kobo, payer: { account_number: '0700000001', name: 'KORA SETTLEMENT' } },
  ])
})
