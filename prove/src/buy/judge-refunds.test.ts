import { expect, test } from 'vitest'
import type { TruePayout } from '../credits/payout-truth.ts'
import { judgeRefunds } from './judge-refunds.ts'
import type { Purchase } from './purchase.ts'
import type { RecordedBuy } from './read-record.ts'

const purchase: Purchase = {
  reference: 'buy-7',
  shop: { uuid: 'u', businessId: 'b', linkTag: 'ada', key: 'k', ownAccount: '1', feeBps: 0n },
  account: '0000000001',
  amountMinor: 1_000_000n,
  payer: { account_number: '0300000007', name: 'ADA OBI', bank: 'GTB' },
  wallet: null,
  conduct: 'underpays',
  faults: [],
}
const buy: RecordedBuy = {
  id: 'txn_1',
  reference: 'buy-7',
  shop: 'ada',
  status: 'refunded',
  amountMinor: 1_000_000n,
  feeMinor: 0n,
  givenMinor: 995_000n,
  delivered: [],
  openCases: [],
  story: '',
}
const payout: TruePayout = {
  account: '7000000001',
  reference: 'af-1',
  status: 'success',
  minor: 995_000n,
  debitedMinor: 995_000n,
  returnedMinor: 0n,
  number: '0300000007',
  arrivedMinor: [995_000n],
  faults: [],
}
const judge = (payouts: readonly TruePayout[], status = 'refunded') => {
  const { refunded, paidTwice, lost, wrong } = judgeRefunds([purchase], [{ ...buy, status }], payouts)
  return { refunded, paidTwice: paidTwice.length, lost: lost.length, wrong: wrong.length }
}

test('a refund that arrived once, whole, is in order', () => {
  expect(judge([payout])).toEqual({ refunded: 1, paidTwice: 0, lost: 0, wrong: 0 })
})

test('a refund that arrived twice is found, under one reference or two', () => {
  expect(judge([{ ...payout, arrivedMinor: [995_000n, 995_000n] }]).paidTwice).toBe(1)
  expect(judge([payout, { ...payout, reference: 'af-2' }]).paidTwice).toBe(1)
})

test('a refund of which the record speaks and the bank does not is lost', () => {
  expect(judge([]).lost).toBe(1)
  expect(judge([{ ...payout, arrivedMinor: [] }]).lost).toBe(1)
})

test('naira that went back for a buy that was delivered, or to a stranger, is wrong', () => {
  expect(judge([payout], 'completed').wrong).toBe(1)
  expect(judge([payout, { ...payout, number: '0999999999' }]).wrong).toBe(1)
})
