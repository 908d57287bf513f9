import type { TruePayout } from '@afara/stack/simulators/payout-truth.ts'
import { expect, test } from 'vitest'
import { judgeSales } from './judge-sales.ts'
import type { RecordedSell } from './read-sells.ts'
import type { Sale } from './sale.ts'

// A judge that misses errors would make every run a success.
const shop = { uuid: '', businessId: '', linkTag: 'shop', key: '', ownAccount: '', feeBps: 100n }
const sale: Sale = {
  reference: 'sell-1',
  shop,
  amountMinor: 1_000_000n,
  payee: { bank: 'GTBank', number: '0400000001' },
  network: 'Polygon',
  conduct: 'deposits',
  fault: null,
}
const completed: RecordedSell = {
  id: 'txn_1',
  reference: 'sell-1',
  shop: 'shop',
  status: 'completed',
  amountMinor: 1_000_000n,
  feeMinor: 10_000n,
  depositedMinor: 1_000_000n,
  heldMinor: 0n,
  openCases: [],
  cases: [],
  story: '',
}
const paid: TruePayout = {
  account: '0000000011',
  reference: 'af-1',
  status: 'success',
  minor: 990_000n,
  debitedMinor: 990_000n,
  returnedMinor: 0n,
  number: '0400000001',
  arrivedMinor: [990_000n],
  faults: [],
}
const note = { reference: 'sell-1', asked: 1, acknowledged: new Set(['txn_1']), refused: undefined }
const sent = {
  network: 'Polygon',
  from: '0x0',
  to: '0xa',
  units: 10_000_000_000n,
  unit: 10_000n,
  hash: '0x1',
} as const

function judge(sell: Partial<RecordedSell>, payouts: readonly TruePayout[] = [paid], given: Sale = sale) {
  const addresses = new Map([['sell-1', '0xa']])
  const record = [{ ...completed, ...sell }]
  return judgeSales([given], new Map([['sell-1', note]]), addresses, record, payouts, [sent])
}

test('a sell that was paid once, in full, to its payee is accepted', () => {
  const { paidTwice, lost, stuck, unserved, wrong, completed: count } = judge({})
  expect([paidTwice, lost, stuck, unserved, wrong, count]).toEqual([[], [], [], [], [], 1])
})

test('two payments to one payee are paid twice, under one reference or two', () => {
  expect(judge({}, [{ ...paid, arrivedMinor: [990_000n, 990_000n] }]).paidTwice).toHaveLength(1)
  expect(judge({}, [paid, { ...paid, reference: 'af-2' }]).paidTwice).toHaveLength(1)
})

test('a completed sell without an arrival is lost, and so is one with another id than acknowledged', () => {
  expect(judge({}, []).lost).toHaveLength(1)
  expect(judge({}, [{ ...paid, arrivedMinor: [] }]).lost).toHaveLength(1)
  expect(judge({ id: 'txn_2' }).lost).toHaveLength(1)
})

test('a payout is wrong if its tokens were returned, its amount differs or nothing was sold', () => {
  expect(judge({ status: 'refunded' }).wrong).toHaveLength(1)
  expect(judge({}, [{ ...paid, arrivedMinor: [1_000_000n] }]).wrong).toHaveLength(1)
  expect(judge({}, [paid], { ...sale, conduct: 'never_sends' }).wrong).toHaveLength(1)
  expect(judge({}, [paid, { ...paid, reference: 'af-2', number: '0999999999' }]).wrong).toHaveLength(1)
})

test('an unfinished sell without a case is stuck, and so is a sell whose tokens are not recorded', () => {
  expect(judge({ status: 'paying_out' }, []).stuck).toHaveLength(1)
  expect(judge({ status: 'paying_out', openCases: ['payout_unknown'] }, []).stuck).toEqual([])
  expect(judge({ status: 'pending_deposit', depositedMinor: 0n }, []).stuck).toHaveLength(1)
})

test.each(['pending_deposit', 'part_deposited', 'expired', 'cancelled', 'refunded', 'returned', 'on_hold'])(
  'a customer who sent tokens and whose sell ends %s is unserved',
  (status) => {
    expect(judge({ status, openCases: [] }, []).unserved).toHaveLength(1)
    expect(judge({ status }, [], { ...sale, conduct: 'sends_too_much' }).unserved).toHaveLength(1)
  },
)

test('a sell may end differently only by its customer’s conduct or by its own fault', () => {
  const back = { status: 'refunded', cases: ['name_differs'] }
  expect(judge(back, [], { ...sale, fault: 'name_not_found' })).toMatchObject({ unserved: [], wrong: [] })
  expect(judge(back, [], { ...sale, fault: 'name_other' }).unserved).toHaveLength(1)
  expect(judge({ status: 'refunded' }, [], { ...sale, conduct: 'sends_part' })).toMatchObject({ wrong: [] })
})

test('a sell with an unexplained case is wrong, even if it was paid', () => {
  expect(judge({ cases: ['over_limit'] }).wrong).toHaveLength(1)
  expect(judge({ cases: ['payout_failed'] }).wrong).toEqual([])
})
