import { expect, test } from 'vitest'
import { countMoney, LOST_AFTER_MS, type Note, type Seen } from './count-money.ts'

const order: Note = {
  name: 'order-1',
  kind: 'order',
  amountKobo: '2000100',
  feeKobo: '5000',
  wallet: '0xa',
  number: '0100000001',
}
const cashOut: Note = {
  ...order,
  name: 'cash-out-1',
  kind: 'cash_out',
  wallet: null,
  feeKobo: '0',
  number: '0200000001',
}

const credit = { id: 'line_1', direction: 'credit', of: null, kobo: 2_000_100n, bookedAt: 0 } as const
const paid = { ...credit, payerNumber: order.number }
const delivered = { to: '0xa', kobo: 1_995_100n }
const refund = { number: order.number, kobo: 2_000_100n }
const count = (
  seen: Partial<Seen>,
  { now = 1_000, notes = [order] }: { now?: number; notes?: Note[] } = {},
) => countMoney(notes, { lines: [], arrivals: [], transfers: [], ...seen }, now)

test('an order that is paid and delivered once is clean', () => {
  expect(count({ lines: [paid], transfers: [delivered] })).toMatchObject({
    paymentsIn: 1,
    delivered: 1,
    paidTwice: 0,
    lost: 0,
    onItsWay: 0,
    difference: 0n,
    problems: [],
    places: { 'order-1': 'delivered' },
  })
})

test('a second delivery of one payment is paid twice', () => {
  const { paidTwice, places } = count({ lines: [paid], transfers: [delivered, delivered] })
  expect([paidTwice, places['order-1']]).toEqual([1, 'wrong'])
})

test('a payment that was delivered and refunded is paid twice', () => {
  expect(count({ lines: [paid], transfers: [delivered], arrivals: [refund] }).paidTwice).toBe(1)
})

test('a second payment that was refunded is clean', () => {
  const lines = [paid, { ...paid, id: 'line_2' }]
  expect(count({ lines, transfers: [delivered], arrivals: [refund] })).toMatchObject({
    paidTwice: 0,
    onItsWay: 0,
    refunded: 1,
    difference: 0n,
  })
})

test('one kobo too little is a difference of one kobo', () => {
  expect(count({ lines: [paid], transfers: [{ ...delivered, kobo: 1_995_099n }] }).difference).toBe(1n)
})

test('a payment that went nowhere is on its way, and lost after three minutes', () => {
  expect(count({ lines: [paid] })).toMatchObject({ onItsWay: 1, lost: 0 })
  expect(count({ lines: [paid] }, { now: LOST_AFTER_MS + 1 })).toMatchObject({ onItsWay: 0, lost: 1 })
})

test('naira that the bank took back after the delivery is neither lost nor paid twice', () => {
  const back = { ...paid, id: 'line_2', direction: 'debit', of: 'line_1' } as const
  expect(count({ lines: [paid, back], transfers: [delivered] })).toMatchObject({
    takenBack: 1,
    paidTwice: 0,
    lost: 0,
    onItsWay: 0,
    places: { 'order-1': 'taken_back' },
  })
})

test('a cash-out that arrives twice is paid twice', () => {
  const arrival = { number: cashOut.number, kobo: 2_000_100n }
  const notes = [cashOut]
  expect(count({ arrivals: [arrival] }, { notes })).toMatchObject({ paidTwice: 0, cashedOut: 1 })
  expect(count({ arrivals: [arrival, arrival] }, { notes }).paidTwice).toBe(1)
})

test('money that nobody was promised is a difference', () => {
  expect(count({ transfers: [{ to: '0xb', kobo: 7n }] }).difference).toBe(7n)
  expect(count({ arrivals: [{ number: '0999999999', kobo: 7n }] }).difference).toBe(7n)
  expect(count({ lines: [{ ...paid, payerNumber: '0999999999' }] }).difference).toBe(2_000_100n)
})
