import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCannedVendor } from '../../../test/canned-vendor.ts'
import { type BankOrder, type BankRail, BankUnavailable } from './bank-rail.ts'
import { createMonnifyRail } from './monnify/monnify-rail.ts'
import { createPaystackRail } from './paystack/paystack-rail.ts'

// Answers that the simulated bank never gives.
let vendor: Awaited<ReturnType<typeof startCannedVendor>>
let paystack: BankRail
let monnify: BankRail
const signal = new AbortController().signal

beforeAll(async () => {
  vendor = await startCannedVendor()
  const keys = { baseUrl: vendor.url, secretKey: 'secret', previousSecretKey: null }
  paystack = createPaystackRail(keys)
  monnify = createMonnifyRail({ ...keys, apiKey: 'key', sourceAccountNumber: '7000000002' })
  vendor.set('/api/v1/auth/login', { responseBody: { accessToken: 'token', expiresIn: 3600 } })
})
afterAll(() => vendor.stop())

const order: BankOrder = {
  reference: 'af-00112233445566778899aabbccddeeff',
  amountMinor: 9_900n,
  bankCode: '058',
  accountNumber: '0123456789',
  accountName: 'ADA OBI',
}

test('a balance that cannot be read is no balance', async () => {
  for (const [body, status] of [
    [{ data: [{ currency: 'USD', balance: 5 }] }, 200],
    [{ data: [{ currency: 'NGN', balance: '1.5' }] }, 200],
    [{ data: 'none' }, 200],
    [{ data: [{ currency: 'NGN', balance: 5 }] }, 500],
  ] as const) {
    vendor.set('/balance', body, status)
    await expect(paystack.balance(signal)).rejects.toThrow(BankUnavailable)
  }
  vendor.set('/balance', { data: [{ currency: 'NGN', balance: 5 }] })
  expect(await paystack.balance(signal)).toBe(5n)
  const path = '/api/v2/disbursements/wallet-balance'
  for (const [body, status] of [
    [{ responseBody: { availableBalance: 'much' } }, 200],
    [{ responseBody: { availableBalance: 1.5 } }, 500],
  ] as const) {
    vendor.set(path, body, status)
    await expect(monnify.balance(signal)).rejects.toThrow(BankUnavailable)
  }
  vendor.set(path, 'no JSON')
  await expect(monnify.balance(signal)).rejects.toThrow(BankUnavailable)
  vendor.set(path, { responseBody: { availableBalance: 1.5 } })
  expect(await monnify.balance(signal)).toBe(150n)
})

test('a list of banks leaves out what has no code, and a broken list is no list', async () => {
  const rows = [{ code: '058', nip_sort_code: '000013', slug: 'gtb' }, { slug: 'nameless' }]
  vendor.set('/bank', { data: [...rows, { code: '999', is_deleted: true }], meta: { next: null } })
  expect(await paystack.banks(signal)).toEqual([{ code: '058', nipCode: '000013', slug: 'gtb' }])
  for (const [body, status] of [
    [{ data: {} }, 200],
    [{ data: rows }, 500],
  ] as const) {
    vendor.set('/bank', body, status)
    await expect(paystack.banks(signal)).rejects.toThrow(BankUnavailable)
  }
  vendor.set('/api/v1/banks', {
    responseBody: [{ code: '058', nipBankCode: '000013' }, { name: 'nameless' }],
  })
  expect(await monnify.banks(signal)).toEqual([{ code: '058', nipCode: '000013', slug: null }])
  for (const [body, status] of [
    [{ responseBody: {} }, 200],
    [{ responseBody: [] }, 500],
  ] as const) {
    vendor.set('/api/v1/banks', body, status)
    await expect(monnify.banks(signal)).rejects.toThrow(BankUnavailable)
  }
})

test('an enquiry finds a name only in a good answer about the same account', async () => {
  const good = { account_number: '0123456789', account_name: 'ADA OBI' }
  const ofPaystack = async (body: unknown, status = 200) => {
    vendor.set('/bank/resolve', body, status)
    return (await paystack.enquire(order, signal)).outcome
  }
  expect(await ofPaystack({ status: true, data: good })).toBe('found')
  expect(await ofPaystack({ status: true, data: { ...good, account_number: '1' } })).toBe('unavailable')
  expect(await ofPaystack({ status: true, data: { ...good, account_name: ' ' } })).toBe('unavailable')
  expect(await ofPaystack({ status: false, data: good })).toBe('unavailable')
  for (const status of [400, 404, 422])
    expect(await ofPaystack({ message: 'Could not resolve account name. Check it.' }, status)).toBe(
      'not_found',
    )
  expect(await ofPaystack({ message: 'Could not resolve account name.' }, 500)).toBe('unavailable')
  expect(await ofPaystack({ message: 'Too many requests' }, 422)).toBe('unavailable')
  expect(await ofPaystack('no JSON')).toBe('unavailable')

  const ofMonnify = async (body: unknown, status = 200) => {
    vendor.set('/api/v1/disbursements/account/validate', body, status)
    return (await monnify.enquire(order, signal)).outcome
  }
  const found = { accountNumber: '0123456789', accountName: 'ADA OBI' }
  expect(await ofMonnify({ requestSuccessful: true, responseBody: found })).toBe('found')
  expect(await ofMonnify({ requestSuccessful: true, responseBody: { ...found, accountNumber: '1' } })).toBe(
    'unavailable',
  )
  expect(await ofMonnify({ requestSuccessful: true, responseBody: { ...found, accountName: null } })).toBe(
    'unavailable',
  )
  const refused = { requestSuccessful: false, responseMessage: 'Invalid account number' }
  expect(await ofMonnify(refused, 400)).toBe('not_found')
  expect(await ofMonnify(refused, 500)).toBe('unavailable')
  expect(await ofMonnify({ ...refused, responseMessage: 'Try later' }, 400)).toBe('unavailable')
  expect(await ofMonnify('no JSON')).toBe('unavailable')
})

test('a recipient with another account is never paid', async () => {
  const details = { account_number: order.accountNumber, bank_code: order.bankCode }
  for (const [data, status] of [
    [{ recipient_code: 'RCP_1', details: { ...details, account_number: '0999999999' } }, 201],
    [{ recipient_code: 'RCP_1', details: { ...details, bank_code: '044' } }, 201],
    [{ details }, 200],
    [{ recipient_code: 'RCP_1', details }, 400],
  ] as const) {
    vendor.set('/transferrecipient', { data }, status)
    await expect(paystack.prepare(order, signal)).rejects.toThrow(BankUnavailable)
  }
  vendor.set('/transferrecipient', { data: { recipient_code: 'RCP_1', details } }, 201)
  vendor.asked.length = 0
  await paystack.prepare(order, signal)
  const send = await paystack.prepare(order, signal)
  expect(vendor.asked).toEqual(['/transferrecipient'])
  vendor.set('/transfer', 'no JSON', 200)
  expect(await send(signal)).toEqual({ outcome: 'unknown', why: 'unreadable', code: '200' })
  expect(await send(AbortSignal.abort())).toMatchObject({ outcome: 'unknown', code: null })
})

const at = '2026-11-16T09:00:00Z'
const reference = order.reference

test("a line of Paystack's ledger is read completely or not at all", async () => {
  const row = {
    id: 1,
    currency: 'NGN',
    difference: -100,
    createdAt: at,
    model_responsible: 'Transfer',
    model_row: 7,
  }
  const lines = async (rows: unknown, status = 200) => {
    vendor.set('/balance/ledger', { data: rows }, status)
    return (await paystack.lines(null, signal)).lines.map((line) => [
      line.direction,
      line.kind,
      line.reference,
    ])
  }
  vendor.set('/transfer', { data: [{ id: 7, reference }, { id: 8 }] })
  expect(await lines([row])).toEqual([['debit', 'payment', reference]])
  expect(await lines([{ ...row, difference: 100, reason: `Afara ${reference}` }])).toEqual([
    ['credit', 'return', reference],
  ])
  const other = { ...row, model_responsible: 'Fee', model_row: 9 }
  expect(await lines([other])).toEqual([['debit', 'fee', null]])
  const nameless = { ...other, model_responsible: 'Topup', createdAt: undefined, created_at: at }
  expect(await lines([{ ...nameless, difference: 100 }])).toEqual([['credit', 'funding', null]])
  expect(await lines([nameless, { ...row, id: 2, currency: 'USD' }])).toEqual([['debit', 'other', null]])
  expect(await lines([{ ...row, difference: 0 }])).toEqual([])
  for (const change of [{ difference: 'x' }, { id: null }, { createdAt: 'soon' }, { createdAt: undefined }])
    await expect(lines([{ ...row, ...change }])).rejects.toThrow(BankUnavailable)
  await expect(lines('none')).rejects.toThrow(BankUnavailable)
  await expect(lines([row], 500)).rejects.toThrow(BankUnavailable)
})

test("a line of Monnify's statement is read completely or not at all", async () => {
  const row = {
    walletTransactionReference: 'MFY_1_DEBIT_0',
    amount: 1,
    transactionDate: at,
    transactionType: 'DEBIT',
  }
  const lines = async (rows: unknown, status = 200) => {
    vendor.set('/api/v1/disbursements/wallet/transactions', { responseBody: { content: rows } }, status)
    return (await monnify.lines(null, signal)).lines.map((line) => [
      line.direction,
      line.kind,
      line.reference,
    ])
  }
  const listed = [
    { transactionReference: 'MFY_1', reference },
    { reference },
    { transactionReference: 'MFY_2' },
  ]
  vendor.set('/api/v2/disbursements/single/transactions', { responseBody: { content: listed } })
  expect(await lines([row])).toEqual([['debit', 'payment', reference]])
  expect(await lines([{ ...row, transactionType: 'CREDIT', narration: `Afara ${reference}` }])).toEqual([
    ['credit', 'return', reference],
  ])
  expect(await lines([{ ...row, walletTransactionReference: 'MFY_1_FEE_0' }])).toEqual([
    ['debit', 'fee', reference],
  ])
  const unnamed = { ...row, walletTransactionReference: 'else' }
  expect(
    await lines([unnamed, { ...unnamed, walletTransactionReference: 'x', transactionType: 'CREDIT' }]),
  ).toEqual([
    ['credit', 'funding', null],
    ['debit', 'other', null],
  ])
  expect(await lines([{ ...row, amount: 0 }])).toEqual([])
  for (const change of [
    { walletTransactionReference: null },
    { amount: 'much' },
    { transactionDate: undefined },
    { transactionType: 'BOTH' },
  ])
    await expect(lines([{ ...row, ...change }])).rejects.toThrow(BankUnavailable)
  await expect(lines('none')).rejects.toThrow(BankUnavailable)
  await expect(lines([row], 500)).rejects.toThrow(BankUnavailable)
})

test('a login that fails, or gives a token that no header can hold, is no login', async () => {
  for (const [body, status] of [
    [{ responseBody: { accessToken: 'to\nken' } }, 200],
    [{ responseBody: { accessToken: null } }, 200],
    [{ responseBody: { accessToken: 'token' } }, 401],
  ] as const) {
    vendor.set('/api/v1/auth/login', body, status)
    const keys = { baseUrl: vendor.url, secretKey: 'secret', previousSecretKey: null }
    const rail = createMonnifyRail({ ...keys, apiKey: 'key', sourceAccountNumber: '7000000002' })
    await expect(rail.prepare(order, signal)).rejects.toThrow(BankUnavailable)
    expect(await rail.requery(reference, signal)).toEqual({ kind: 'unavailable', code: null })
  }
})

test('a bearer that the vendor no longer accepts is replaced once, and one that ends soon is not kept', async () => {
  const rail = createMonnifyRail({
    baseUrl: vendor.url,
    apiKey: 'key',
    secretKey: 'secret',
    previousSecretKey: null,
    sourceAccountNumber: '7000000002',
  })
  const asked = async (): Promise<readonly string[]> => {
    vendor.asked.length = 0
    await rail.requery(reference, signal)
    return vendor.asked.map((path) => path.split('?')[0]?.split('/').at(-1) ?? '')
  }
  vendor.set('/api/v1/auth/login', { responseBody: { accessToken: 'token', expiresIn: 3600 } })
  vendor.set('/api/v2/disbursements/single/summary', {}, 401)
  expect(await asked()).toEqual(['login', 'summary', 'login', 'summary'])
  vendor.set('/api/v2/disbursements/single/summary', {})
  expect(await asked()).toEqual(['summary'])
  vendor.set('/api/v1/auth/login', { responseBody: { accessToken: 'other' } })
  vendor.set('/api/v2/disbursements/single/summary', {}, 401)
  expect(await asked()).toEqual(['summary', 'login', 'summary'])
  // The vendor did not say how long the new one is valid.
  vendor.set('/api/v2/disbursements/single/summary', {})
  expect(await asked()).toEqual(['login', 'summary'])
})
