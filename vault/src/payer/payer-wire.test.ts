import { expect, test } from 'vitest'
import { BadRequest } from '../shared/read-fields.ts'
import {
  readEnquiry,
  readHook,
  readOrders,
  readPayoutIds,
  writeAnswers,
  writeEnquiry,
  writeLines,
  writeReadings,
} from './payer-wire.ts'

const payout_id = '01a1dee6-1366-7ab8-a780-7f2d4afdd653'

test('an order names a payout and a kind, but no beneficiary and no amount', () => {
  const orders = [{ payoutId: payout_id, kind: 'first' }]
  expect(readOrders({ orders: [{ payout_id, kind: 'first' }] })).toEqual({ orders })
  expect(readPayoutIds({ payout_ids: [payout_id] })).toEqual({ ids: [payout_id] })
  const patience = { patience_ms: 300 }
  expect(readOrders({ orders: [{ payout_id, kind: 'first' }], ...patience })).toEqual({
    orders,
    patienceMs: 300,
  })
  expect(readPayoutIds({ payout_ids: [payout_id], ...patience })).toEqual({
    ids: [payout_id],
    patienceMs: 300,
  })
})

test.each<[string, unknown]>([
  ['nothing', null],
  ['an unknown field next to the orders', { orders: [], force: true }],
  ['an amount', { orders: [{ payout_id, kind: 'first', amount: '1' }] }],
  ['an invalid id', { orders: [{ payout_id: "' or true --", kind: 'first' }] }],
  ['a patience of more than a minute', { orders: [], patience_ms: 60_001 }],
  ['a patience that is no whole number', { orders: [], patience_ms: 0.5 }],
  ['a patience in words', { orders: [], patience_ms: '300' }],
  ['a negative patience', { orders: [], patience_ms: -1 }],
  ['orders that are no list', { orders: { payout_id } }],
  ['an unknown kind', { orders: [{ payout_id, kind: 'again' }] }],
  [
    'the same payout twice',
    {
      orders: [
        { payout_id, kind: 'first' },
        { payout_id, kind: 'repeat' },
      ],
    },
  ],
  ['too many', { orders: Array.from({ length: 201 }, () => ({ payout_id, kind: 'first' })) }],
])('a request with %s is refused', (_what, body) => {
  expect(() => readOrders(body)).toThrow(BadRequest)
})

test('an incomplete enquiry or notification is refused', () => {
  expect(readEnquiry({ mode: 'test', bank_code: '000013', account_number: '0123456789' })).toEqual({
    mode: 'test',
    bankCode: '000013',
    accountNumber: '0123456789',
  })
  for (const wrong of [
    { mode: 'both' },
    { account_number: '12' },
    { bank_code: '../x' },
    { bank_code: 13 },
    { account_number: 1 },
  ])
    expect(() =>
      readEnquiry({ mode: 'test', bank_code: '1', account_number: '0123456789', ...wrong }),
    ).toThrow(BadRequest)
  const hook = { mode: 'test', vendor: 'paystack', headers: { a: 'b' }, body_base64: 'e30=' }
  expect(readHook(hook).body.toString()).toBe('{}')
  for (const wrong of [{ more: 1 }, { vendor: 1 }, { body_base64: null }, { mode: 'both' }])
    expect(() => readHook({ ...hook, ...wrong })).toThrow(BadRequest)
  expect(readHook({ ...hook, headers: { a: 'b', c: ['d'] } }).headers).toEqual({ a: 'b' })
})

test('an answer says what the bank said, with amounts as text', () => {
  const sessionId = null
  expect(
    writeAnswers([
      { payoutId: 'p-1', outcome: 'accepted', vendorId: 'TRF_1', sessionId },
      { payoutId: 'p-2', outcome: 'waiting' },
    ]),
  ).toEqual({
    results: [
      { payout_id: 'p-1', outcome: 'accepted', vendor_id: 'TRF_1', session_id: null },
      { payout_id: 'p-2', outcome: 'waiting' },
    ],
  })
  const at = new Date('2026-11-16T09:00:00Z')
  const told = { code: null, accountNumber: '0123456789', bankCode: '044', sessionId, vendorId: 'TRF_1' }
  expect(
    writeReadings([
      { payoutId: 'p-1', at, kind: 'success', ...told, amountMinor: 9_900n, feeMinor: null },
      { payoutId: 'p-2', at, kind: 'pending', code: 'otp' },
    ]),
  ).toMatchObject({
    readings: [
      { payout_id: 'p-1', kind: 'success', amount_minor: '9900', fee_minor: null, vendor_id: 'TRF_1' },
      { payout_id: 'p-2', at: '2026-11-16T09:00:00.000Z', kind: 'pending', code: 'otp' },
    ],
  })
  const line = { externalId: 'l-1', at, direction: 'debit', reference: null, kind: 'fee' } as const
  expect(writeLines({ lines: [{ ...line, amountMinor: 50n }], cursor: 'c', isWhole: false })).toEqual({
    lines: [
      {
        external_id: 'l-1',
        at: '2026-11-16T09:00:00.000Z',
        direction: 'debit',
        amount_minor: '50',
        reference: null,
        kind: 'fee',
      },
    ],
    cursor: 'c',
    is_whole: false,
  })
  expect(writeEnquiry({ outcome: 'found', accountName: 'ADA OBI' })).toEqual({
    outcome: 'found',
    account_name: 'ADA OBI',
  })
  expect(writeEnquiry({ outcome: 'not_found' })).toEqual({ outcome: 'not_found' })
})
