import { expect, test } from 'vitest'
import { monnifyRefusals, monnifyStatuses } from './monnify/monnify-codes.ts'
import { readMonnifyReading, readMonnifySent } from './monnify/monnify-payment.ts'
import { nipCodes } from './nip-codes.ts'
import { paystackRefusals, paystackStatuses } from './paystack/paystack-codes.ts'
import { readPaystackReading, readPaystackSent } from './paystack/paystack-payment.ts'

const reference = 'af-00112233445566778899aabbccddeeff'

// Written out in full: one wrong code can cause a double payment.
const nip: Readonly<Record<'approved' | 'failed' | 'exists' | 'unknown', readonly string[]>> = {
  approved: ['00'],
  failed: '03 05 06 07 08 12 13 14 15 16 17 18 25 30 34 35 51 57 58 61 63 65 69 70 71 92'.split(' '),
  exists: ['26', '94'],
  unknown: ['01', '09', '21', '68', '91', '96', '97', '99'],
}
const nipRows = Object.entries(nip).flatMap(([rail, codes]) => codes.map((code) => [code, rail] as const))

test('every code of the rail is in the table, and no other', () => {
  expect(Object.keys(nipCodes).toSorted()).toEqual(nipRows.map(([code]) => code).toSorted())
})

test.each(nipRows)('code %s of the rail says %s', (code, rail) => {
  expect(nipCodes[code]?.rail).toBe(rail)
})

test.each(nipRows.filter(([code]) => code !== '00'))(
  'an order for which Monnify passes on %s (%s) exists or is unknown',
  (code, rail) => {
    const body = { requestSuccessful: false, responseCode: code, responseMessage: 'the rail said so' }
    expect(readMonnifySent(400, body, reference).outcome).toBe(rail === 'exists' ? 'exists' : 'unknown')
  },
)

test.each(nipRows)(
  'an order for which Paystack passes on %s (%s) is unknown, because Paystack may already have made the transfer',
  (code) => {
    const body = { status: false, message: 'the rail said so', type: 'processor_error', code }
    expect(readPaystackSent(400, body, reference).outcome).toBe('unknown')
  },
)

test('in a query, "unable to locate record" only means that the payment is not found', () => {
  const body = { requestSuccessful: false, responseCode: '25', responseMessage: 'the rail said so' }
  expect(readMonnifyReading({ status: 200, body }, reference).kind).toBe('not_found')
})

const paystackExpected = {
  exists: ['duplicate_transfer_reference'],
  rejected: [
    'fraud_watchlist',
    'insufficient_balance',
    'invalid_Key',
    'invalid_amount',
    'invalid_bank_code',
    'invalid_params',
    'invalid_transfer_reference',
    'missing_account_number',
    'missing_bank_code',
    'recipient_not_found',
    'transfer_unavailable',
    'unregistered_business',
  ],
  unknown: ['rate_limited', 'bank_error', 'a_code_that_nobody_has_seen'],
}
const paystackRows = Object.entries(paystackExpected).flatMap(([outcome, codes]) =>
  codes.map((code) => [code, outcome] as const),
)

test.each(paystackRows)('Paystack refusing with %s is %s, with 400 as with 404', (code, outcome) => {
  const body = { status: false, message: 'No', meta: { nextStep: 'Create a new reference' }, code }
  for (const status of [400, 404, 422])
    expect(readPaystackSent(status, body, reference).outcome).toBe(outcome)
})

test('every code of Paystack in the table is tested', () => {
  const tested = new Set(paystackRows.map(([code]) => code))
  expect(Object.keys(paystackRefusals).filter((code) => !tested.has(code))).toEqual([])
})

test.each([
  ['Please provide a unique reference. Reference already exists on a transfer', 'exists'],
  ['Your balance is not enough to fulfill this request', 'rejected'],
  ['Something went wrong', 'unknown'],
])('an older answer of Paystack without a code, %s, is %s', (message, outcome) => {
  expect(readPaystackSent(400, { status: false, message }, reference).outcome).toBe(outcome)
})

test.each([
  ['99', 'Duplicate reference', 'exists'],
  ['99', 'A transaction with this reference already exists', 'exists'],
  ['99', 'Insufficient balance', 'rejected'],
  ['99', 'Invalid destination account', 'rejected'],
  ['99', 'Something went wrong', 'unknown'],
  ['D07', 'DUPLICATE REQUEST', 'rejected'],
  ['D01', 'Merchant is not permitted to make disbursements', 'rejected'],
  ['D02', 'Insufficient balance', 'rejected'],
  ['D06', 'Reference already exists', 'exists'],
  ['D08', 'Destination account name does not match', 'rejected'],
  ['D42', 'a code that nobody has seen', 'unknown'],
])('Monnify refusing with %s, %s, is %s', (responseCode, responseMessage, outcome) => {
  const body = { requestSuccessful: false, responseCode, responseMessage }
  expect(readMonnifySent(400, body, reference).outcome).toBe(outcome)
  expect(monnifyRefusals['D07']).toBe('rejected')
})

test.each([500, 502, 503, 504])(
  'every answer with status %s is unknown, even a refusal whose code we know',
  (status) => {
    const paystack = { status: false, message: 'No', code: 'insufficient_balance' }
    const monnify = { requestSuccessful: false, responseCode: 'D07', responseMessage: 'no' }
    expect(readPaystackSent(status, paystack, reference).outcome).toBe('unknown')
    expect(readMonnifySent(status, monnify, reference).outcome).toBe('unknown')
  },
)

test.each<[string, unknown]>([
  ['nothing', null],
  ['a list', []],
  ['another reference', { status: true, data: { reference: 'af-other', status: 'success' } }],
  ['a status that we do not know', { status: true, data: { reference, status: 'teleported' } }],
  ['no transfer', { status: true }],
])('a good answer of Paystack with %s is unknown', (_what, body) => {
  expect(readPaystackSent(200, body, reference).outcome).toBe('unknown')
  expect(readPaystackReading({ status: 200, body }, reference).kind).toBe('unavailable')
})

const conclusive = { success: 'success', failed: 'failed', reversed: 'reversed' } as const

test.each(Object.entries(paystackStatuses))('Paystack calling a transfer %s says %s', (status, kind) => {
  const transfer = {
    reference,
    status,
    currency: 'NGN',
    amount: '1500000',
    fee_charged: '5000',
    transfer_code: 'TRF_1',
    recipient: { details: { account_number: '0123456789', bank_code: '044' } },
    session: { provider: 'nip', id: '110006200324071331002061586801' },
  }
  const body = { status: true, data: transfer }
  expect(readPaystackSent(200, body, reference)).toMatchObject({ outcome: 'accepted', vendorId: 'TRF_1' })
  const reading = readPaystackReading({ status: 200, body }, reference)
  expect(reading.kind).toBe(kind)
  const told = { amountMinor: 1_500_000n, accountNumber: '0123456789' }
  expect(reading).toMatchObject(kind in conclusive ? told : { code: status })
})

test.each(Object.entries(monnifyStatuses))('Monnify calling a disbursement %s says %s', (status, kind) => {
  const order = {
    reference,
    status,
    currency: 'NGN',
    amount: '15000.50',
    destinationAccountNumber: '0123456789',
    destinationBankCode: '044',
  }
  const body = { requestSuccessful: true, responseCode: '0', responseBody: order }
  expect(readMonnifySent(200, body, reference).outcome).toBe('accepted')
  const reading = readMonnifyReading({ status: 200, body }, reference)
  expect(reading.kind).toBe(kind)
  const told = { amountMinor: 1_500_050n, bankCode: '044' }
  expect(reading).toMatchObject(kind in conclusive ? told : { code: status })
})

test('a payment is not found only if the vendor says so; a failed query says nothing', () => {
  const gone = { status: false, message: 'Transfer not found', code: 'transfer_not_found' }
  expect(readPaystackReading({ status: 404, body: gone }, reference).kind).toBe('not_found')
  expect(readPaystackReading({ status: 500, body: gone }, reference).kind).toBe('unavailable')
  expect(readPaystackReading(undefined, reference).kind).toBe('unavailable')
  const nowhere = {
    requestSuccessful: false,
    responseCode: '99',
    responseMessage: 'Could not find disbursement',
  }
  expect(readMonnifyReading({ status: 404, body: nowhere }, reference).kind).toBe('not_found')
  expect(readMonnifyReading({ status: 503, body: nowhere }, reference).kind).toBe('unavailable')
  expect(readMonnifyReading({ status: 401, body: {} }, reference).kind).toBe('unavailable')
})

test('an answer that leaves out its code or its amounts is read as far as it goes', () => {
  const bare = { status: false, message: 'Your balance is not enough' }
  expect(readPaystackSent(400, bare, reference)).toEqual({
    outcome: 'rejected',
    code: 'refused',
    message: bare.message,
  })
  expect(readPaystackSent(400, { status: false }, reference)).toMatchObject({
    outcome: 'unknown',
    code: '400',
  })
  expect(readPaystackSent(400, { status: 'no' }, reference)).toMatchObject({ why: 'http', code: '400' })
  const wallet = { requestSuccessful: false, responseMessage: 'Insufficient balance' }
  expect(readMonnifySent(400, wallet, reference)).toMatchObject({ outcome: 'rejected', code: 'refused' })
  expect(readMonnifySent(400, { requestSuccessful: false }, reference)).toMatchObject({ code: '400' })
  expect(readMonnifySent(400, {}, reference)).toMatchObject({ why: 'http', code: '400' })

  const transfer = { reference, status: 'success', currency: 'USD', amount: '1', id: '7' }
  expect(readPaystackReading({ status: 200, body: { status: true, data: transfer } }, reference)).toEqual({
    kind: 'success',
    code: 'success',
    amountMinor: null,
    accountNumber: null,
    bankCode: null,
    sessionId: null,
    vendorId: '7',
    feeMinor: null,
  })
  const unread = { ...transfer, currency: 'NGN', amount: '1.5' }
  const body = { status: true, data: unread }
  expect(readPaystackReading({ status: 200, body }, reference)).toMatchObject({ amountMinor: null })
  expect(readPaystackSent(200, body, reference)).toMatchObject({ outcome: 'accepted', vendorId: '7' })
  const nameless = { status: true, data: { reference } }
  expect(readPaystackReading({ status: 200, body: nameless }, reference).kind).toBe('unavailable')
  for (const status of [400, 404])
    expect(readPaystackReading({ status, body: { message: 'Transfer not found' } }, reference)).toEqual({
      kind: 'not_found',
      code: String(status),
    })
  expect(readPaystackReading({ status: 404, body: {} }, reference).kind).toBe('unavailable')
})

test.each([
  ['another reference', { reference: 'af-other', status: 'SUCCESS' }],
  ['a status that we do not know', { reference, status: 'TELEPORTED' }],
  ['no status', { reference }],
])('a good answer of Monnify with %s is unknown', (_what, responseBody) => {
  const body = { requestSuccessful: true, responseBody }
  expect(readMonnifySent(200, body, reference).outcome).toBe('unknown')
  expect(readMonnifyReading({ status: 200, body }, reference).kind).toBe('unavailable')
})

test('a disbursement of another currency, or without an amount, names no amount', () => {
  const order = { reference, status: 'SUCCESS', currency: 'USD', amount: '1', fee: '0.5' }
  const read = (change: object) =>
    readMonnifyReading(
      { status: 200, body: { requestSuccessful: true, responseBody: { ...order, ...change } } },
      reference,
    )
  expect(read({})).toMatchObject({ kind: 'success', amountMinor: null, feeMinor: 50n, bankCode: null })
  expect(read({ currency: 'NGN', fee: undefined, totalFee: '1' })).toMatchObject({
    amountMinor: 100n,
    feeMinor: 100n,
  })
  expect(read({ currency: 'NGN', amount: 'much', fee: 'some' })).toMatchObject({
    amountMinor: null,
    feeMinor: null,
  })
  expect(readMonnifyReading(undefined, reference)).toEqual({ kind: 'unavailable', code: null })
})
