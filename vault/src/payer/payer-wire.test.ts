import { expect, test } from 'vitest'
import { BadRequest } from '../shared/read-fields.ts'
import { readEnquiry, readHook, readOrders, readPayoutIds } from './payer-wire.ts'

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
  for (const wrong of [{ mode: 'both' }, { account_number: '12' }, { bank_code: '../x' }])
    expect(() =>
      readEnquiry({ mode: 'test', bank_code: '1', account_number: '0123456789', ...wrong }),
    ).toThrow(BadRequest)
  const hook = { mode: 'test', vendor: 'paystack', headers: { a: 'b' }, body_base64: 'e30=' }
  expect(readHook(hook).body.toString()).toBe('{}')
  expect(() => readHook({ ...hook, more: 1 })).toThrow(BadRequest)
})
