import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCannedVendor } from '../../../test/canned-vendor.ts'
import { bankVendors } from './bank-vendors.ts'

let vendor: Awaited<ReturnType<typeof startCannedVendor>>
beforeAll(async () => {
  vendor = await startCannedVendor()
})
afterAll(() => vendor.stop())

const signal = new AbortController().signal
const NAME = 'pay-1'
const REQUEST = '0123456789abcdef0123456789abcdef'

async function ask(name: string, of: string, reference: string) {
  const access = { baseUrl: vendor.url, secretKey: 'secret', clientId: 'client' }
  return bankVendors[name]?.(access)(of, signal).catch((error: Error) => `${error.message} (${reference})`)
}

const answers = async (path: string, of: string, vendorName: string, body: unknown, status = 200) => {
  vendor.set(path, body, status)
  return ask(vendorName, of, of)
}

const paystackPayment = {
  reference: NAME,
  currency: 'NGN',
  status: 'success',
  amount: 12_000_050,
  channel: 'dedicated_nuban',
  authorization: { receiver_bank_account_number: '0000000001' },
}
const paystack = async (change: object, status = 200, of = NAME) =>
  answers(
    `/transaction/verify/${of}`,
    of,
    'paystack',
    { status: true, data: { ...paystackPayment, ...change } },
    status,
  )

test('Paystack: only a naira payment that succeeded on one account of ours counts', async () => {
  const paid = { grossMinor: 12_000_050n, paidTo: '0000000001' }
  expect(await paystack({})).toEqual(paid)
  expect(await paystack({ metadata: { receiver_account_number: '0000000001' } })).toEqual(paid)
  for (const change of [
    { reference: 'pay-2' },
    { currency: 'USD' },
    { status: 'failed' },
    { channel: 'card' },
    { amount: '1.5' },
    { authorization: {} },
    { metadata: { receiver_account_number: '0000000002' } },
  ])
    expect(await paystack(change)).toBeUndefined()
  // A payment to a number of its own is called by our request for the number.
  expect(await paystack({ reference: REQUEST, channel: 'bank_transfer' }, 200, REQUEST)).toEqual({
    grossMinor: 12_000_050n,
    paidTo: REQUEST,
  })
})

test('Paystack: a payment is missing only if the answer says so', async () => {
  const verify = async (body: unknown, status: number) =>
    answers(`/transaction/verify/${NAME}`, NAME, 'paystack', body, status)
  expect(await verify({ status: false, code: 'transaction_not_found' }, 400)).toBeUndefined()
  expect(await verify({ status: false, message: 'Transaction reference not found.' }, 404)).toBeUndefined()
  const unknown = (status: number) => `the bank answered ${status} (${NAME})`
  expect(await verify({ status: false, code: 'transaction_not_found' }, 500)).toBe(unknown(500))
  expect(await verify({ status: false, code: 'invalid_Key' }, 400)).toBe(unknown(400))
  expect(await verify({ status: false }, 200)).toBe(unknown(200))
})

test('Kora: only a naira payment that succeeded counts', async () => {
  const data = {
    reference: NAME,
    currency: 'NGN',
    status: 'success',
    amount_paid: '120000.50',
    virtual_bank_account_details: { virtual_bank_account: { account_number: '0000000002' } },
  }
  const kora = async (change: object, status = 200, isGood = true) =>
    answers(
      `/merchant/api/v1/charges/${NAME}`,
      NAME,
      'kora',
      { status: isGood, data: { ...data, ...change } },
      status,
    )
  expect(await kora({})).toEqual({ grossMinor: 12_000_050n, paidTo: '0000000002' })
  for (const change of [
    { reference: 'pay-2' },
    { currency: 'USD' },
    { status: 'processing' },
    { amount_paid: '0.001' },
    { virtual_bank_account_details: {} },
  ])
    expect(await kora(change)).toBeUndefined()
  expect(await kora({}, 404, false)).toBeUndefined()
  expect(await kora({}, 404)).toBe(`the bank answered 404 (${NAME})`)
  expect(await kora({}, 200, false)).toBe(`the bank answered 200 (${NAME})`)
})

test('Providus: only a naira payment with the settlement id that was asked for counts', async () => {
  const paid = {
    settlementId: NAME,
    currency: 'NGN',
    transactionAmount: 120_000.5,
    accountNumber: ' 0000000003 ',
    tranRemarks: 'ok',
  }
  const providus = async (change: object, status = 200) =>
    answers('/PiPverifyTransaction_settlementid', NAME, 'providus', { ...paid, ...change }, status)
  expect(await providus({})).toEqual({ grossMinor: 12_000_050n, paidTo: '0000000003' })
  expect(await providus({ settlementId: '', tranRemarks: 'Transaction not found' }, 404)).toBeUndefined()
  for (const change of [
    { settlementId: 'pay-2' },
    { settlementId: '' },
    { currency: 'USD' },
    { transactionAmount: 'much' },
    { accountNumber: 3 },
  ])
    expect(
      await providus({ ...change, ...('accountNumber' in change && { accountNumber: null }) }),
    ).toBeUndefined()
  expect(await providus({}, 500)).toBe(`the bank answered 500 (${NAME})`)
})

const monnifyPayment = {
  transactionReference: NAME,
  currency: 'NGN',
  paymentStatus: 'PAID',
  amountPaid: '120000.50',
  paymentReference: 'request-1',
  product: { type: 'RESERVED_ACCOUNT', reference: 'account-1' },
}
const monnify = async (change: object, of = NAME, status = 200, isGood = true) => {
  const body = { requestSuccessful: isGood, responseBody: { ...monnifyPayment, ...change } }
  return answers(`/api/v2/transactions/${NAME}`, of, 'monnify', body, status)
}

test('Monnify: each part of a payment is called by its place or by its amount', async () => {
  vendor.set('/api/v1/auth/login', { responseBody: { accessToken: 'token' } })
  const whole = { grossMinor: 12_000_050n, paidTo: 'account-1' }
  expect(await monnify({})).toEqual(whole)
  const parts = { accountPayments: [{ amountPaid: '200.00' }, { amountPaid: '100' }] }
  expect(await monnify(parts)).toBeUndefined()
  expect(await monnify(parts, `${NAME}#1`)).toEqual({ grossMinor: 10_000n, paidTo: 'account-1' })
  expect(await monnify(parts, `${NAME}#2`)).toEqual({ grossMinor: 20_000n, paidTo: 'account-1' })
  expect(await monnify(parts, `${NAME}#3`)).toBeUndefined()
  expect(await monnify({}, `${NAME}#1`)).toBeUndefined()
  const twice = {
    product: { type: 'WEB_SDK' },
    paymentSourceInformation: [{ amountPaid: '100' }, { amountPaid: '100' }, { amountPaid: '30' }],
  }
  const request = (grossMinor: bigint) => ({ grossMinor, paidTo: 'request-1' })
  expect(await monnify(twice, `${NAME}#10000`)).toEqual(request(10_000n))
  expect(await monnify(twice, `${NAME}#10000-2`)).toEqual(request(10_000n))
  expect(await monnify(twice, `${NAME}#10000-3`)).toBeUndefined()
  expect(await monnify(twice, `${NAME}#7`)).toBeUndefined()
  for (const change of [
    { transactionReference: 'pay-2' },
    { currency: 'USD' },
    { paymentStatus: 'PENDING' },
    { amountPaid: 'much' },
    { product: { type: 'RESERVED_ACCOUNT' } },
  ])
    expect(await monnify(change)).toBeUndefined()
  expect(await monnify({}, NAME, 404)).toBeUndefined()
  expect(await monnify({}, NAME, 500)).toBe(`the bank answered 500 (${NAME})`)
  expect(await monnify({}, NAME, 200, false)).toBe(`the bank answered 200 (${NAME})`)
})

test('Monnify: one login serves many questions, and a refused login is no answer', async () => {
  vendor.set('/api/v1/auth/login', { responseBody: { accessToken: 'token' } })
  const access = { baseUrl: vendor.url, secretKey: 'secret', clientId: 'client' }
  const one = bankVendors['monnify']?.(access)
  vendor.asked.length = 0
  await one?.(NAME, signal).catch(() => undefined)
  await one?.(NAME, signal).catch(() => undefined)
  expect(vendor.asked.filter((path) => path.startsWith('/api/v1/auth/login')).length).toBe(1)
  for (const [body, status] of [
    [{ responseBody: {} }, 200],
    [{ responseBody: { accessToken: 'token' } }, 401],
  ] as const) {
    vendor.set('/api/v1/auth/login', body, status)
    expect(await monnify({})).toBe(`the bank answered ${status} (${NAME})`)
  }
})
