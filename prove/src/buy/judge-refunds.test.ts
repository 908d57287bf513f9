import type { TrueLine } from '@afara/stack/simulators/bank-truth.ts'
import type { TruePayout } from '@afara/stack/simulators/payout-truth.ts'
import { expect, test } from 'vitest'
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
  isCredited: false,
  delivered: [],
  openCases: [],
  cases: [],
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
const credit = (payerNumber: string, grossMinor: bigint): TrueLine => ({
  id: `line_${payerNumber}`,
  account: '0000000001',
  vendor: 'monnify',
  direction: 'credit',
  mark: 'payment',
  of: null,
  reference: 'r',
  shownSessionId: null,
  grossMinor,
  settledMinor: grossMinor,
  balanceAfterMinor: 0n,
  bookedAt: new Date(0),
  payerNumber,
  payerName: 'ADA OBI',
  payerBank: '000013',
  remark: 'buy-7',
  faults: [],
})
const judge = (
  payouts: readonly TruePayout[],
  status = 'refunded',
  truth: readonly TrueLine[] = [credit('0300000007', 995_000n)],
) => {
  const { refunded, paidTwice, lost, wrong } = judgeRefunds([purchase], [{ ...buy, status }], payouts, truth)
  return { refunded, paidTwice: paidTwice.length, lost: lost.length, wrong: wrong.length }
}

test('a refund that arrived once and in full is accepted', () => {
  expect(judge([payout])).toEqual({ refunded: 1, paidTwice: 0, lost: 0, wrong: 0 })
})

test('a refund that arrived twice is found, under one reference or two', () => {
  expect(judge([{ ...payout, arrivedMinor: [995_000n, 995_000n] }]).paidTwice).toBe(1)
  expect(judge([payout, { ...payout, reference: 'af-2' }]).paidTwice).toBe(1)
})

test('a refund that is recorded but unknown to the bank is lost', () => {
  expect(judge([]).lost).toBe(1)
  expect(judge([{ ...payout, arrivedMinor: [] }]).lost).toBe(1)
})

test('a refund of a delivered buy is paid twice, unless the payer had overpaid', () => {
  expect(judge([payout], 'completed').paidTwice).toBe(1)
  const besides = { ...payout, arrivedMinor: [5_000n] }
  const overpaid = [credit('0300000007', 1_005_000n)]
  expect(judge([besides], 'completed', overpaid)).toMatchObject({ paidTwice: 0, wrong: 0 })
  expect(judge([payout], 'completed', overpaid).paidTwice).toBe(1)
})

test('a stranger may get back what they paid, and nothing else', () => {
  const back = [{ ...payout, number: '0999999999' }]
  expect(judge(back, 'pending_payment', [credit('0999999999', 995_000n)]).wrong).toBe(0)
  expect(judge(back, 'pending_payment', [credit('0999999999', 994_999n)]).wrong).toBe(1)
  expect(judge(back, 'pending_payment', []).wrong).toBe(1)
})

test('a credit that the bank took back must not be refunded too', () => {
  const taken = { ...credit('', 995_000n), id: 'line_2', direction: 'debit', of: 'line_0300000007' } as const
  expect(judge([payout], 'recalled', [credit('0300000007', 995_000n), taken]).paidTwice).toBe(1)
})
