import { seedBalance } from '@afara/server/entry/admin/seed-data.ts'
import { expect, test } from 'vitest'
import type { Purchase, Shop } from './purchase.ts'
import type { RecordedBuy } from './read-record.ts'
import { tokensOfShops } from './weigh.ts'

const shop = (linkTag: string): Shop => ({
  uuid: '',
  businessId: '',
  linkTag,
  key: '',
  ownAccount: '',
  feeBps: 100n,
})
const [ada, obi] = [shop('ada'), shop('obi')]
const purchase: Purchase = {
  reference: 'buy-1',
  shop: obi,
  account: '0000000003',
  amountMinor: 10_000_00n,
  payer: { account_number: '0300000001', name: 'ADA OBI', bank: 'GTB' },
  wallet: null,
  conduct: 'pays',
  faults: [],
}
const buy: RecordedBuy = {
  id: 'txn_1',
  reference: 'buy-1',
  shop: 'obi',
  status: 'completed',
  amountMinor: 10_000_00n,
  feeMinor: 100_00n,
  givenMinor: 10_000_00n,
  isCredited: true,
  delivered: [],
  openCases: [],
  cases: [],
  story: '',
}

function apart(balances: Readonly<Record<string, bigint>>): string[] {
  const record = { buys: [buy], balances: new Map(Object.entries(balances)) }
  return tokensOfShops([ada, obi], [purchase], record).flatMap(([name, one, other]) =>
    one === other ? [] : [name],
  )
}

test('each business has the balance that its own customers bought, less the fee', () => {
  expect(apart({ ada: seedBalance.minor, obi: 9_900_00n })).toEqual([])
})

test('tokens in the balance of the wrong business are reported for both businesses, although the total is right', () => {
  expect(apart({ ada: seedBalance.minor + 9_900_00n })).toHaveLength(2)
})
