import { expect, test } from 'vitest'
import type { Sent } from '../chains/sent.ts'
import type { RecordedSell } from './read-sells.ts'
import type { Sale } from './sale.ts'
import { tokensOfShops } from './weigh-sales.ts'

const shop = { uuid: '', businessId: '', linkTag: 'ada', key: '', ownAccount: '', feeBps: 0n }
const sale: Sale = {
  reference: 'sell-1',
  shop,
  amountMinor: 1_000n,
  payee: { bank: 'GTBank', number: '0400000001' },
  network: null,
  conduct: 'from_balance',
  fault: null,
}
const sell: RecordedSell = {
  id: 'txn_1',
  reference: 'sell-1',
  shop: 'ada',
  status: 'completed',
  amountMinor: 1_000n,
  feeMinor: 0n,
  depositedMinor: 0n,
  heldMinor: 0n,
  openCases: [],
  cases: [],
  story: '',
}
const came: Sent = { network: 'Polygon', from: '0x0', to: '0xa', units: 1_500n, unit: 1n, hash: '0x1' }

function due(sold: Partial<Sale>, recorded: Partial<RecordedSell>, sent: readonly Sent[] = []): bigint {
  const market = {
    sales: [{ ...sale, ...sold }],
    addresses: new Map([['sell-1', '0xa']]),
    given: new Map([['ada', 5_000n]]),
  }
  const [[, , minor] = ['', 0n, 0n]] = tokensOfShops(
    market,
    { sells: [{ ...sell, ...recorded }], balances: new Map() },
    sent,
  )
  return minor
}

test('a sell from a balance is debited while pending and when paid, and credited again when refunded', () => {
  expect(due({}, {})).toBe(4_000n)
  expect(due({}, { status: 'paying_out', heldMinor: 1_000n })).toBe(4_000n)
  expect(due({}, { status: 'refunded' })).toBe(5_000n)
})

test('tokens beyond the amount of a sell belong to its business', () => {
  const deposit = { network: 'Polygon', conduct: 'sends_too_much' } as const
  expect(due(deposit, {}, [came])).toBe(5_500n)
  expect(due({ ...deposit, conduct: 'sends_part' }, { status: 'refunded' }, [came])).toBe(6_500n)
})
