import { expect, test } from 'vitest'
import type { Sent } from '../chains/sent.ts'
import { judgePurchases } from './judge-purchases.ts'
import type { Purchase, Shop } from './purchase.ts'
import type { RecordedBuy } from './read-record.ts'

const shop: Shop = {
  uuid: '',
  businessId: 'biz_1',
  linkTag: 'ada',
  key: '',
  ownAccount: '0000000003',
  feeBps: 100n,
}
const purchase: Purchase = {
  reference: 'buy-1',
  shop,
  account: '0000000003',
  amountMinor: 10_000_00n,
  payer: { account_number: '0300000001', name: 'ADA OBI', bank: 'GTB' },
  wallet: { network: 'Polygon', address: '0xaa' },
  conduct: 'pays',
  faults: [],
}
const buy: RecordedBuy = {
  id: 'txn_1',
  reference: 'buy-1',
  shop: 'ada',
  status: 'completed',
  amountMinor: 10_000_00n,
  feeMinor: 100_00n,
  givenMinor: 10_000_00n,
  delivered: ['0x01'],
  openCases: [],
  story: '',
}
const tokens: Sent = {
  network: 'Polygon',
  from: '0x70',
  to: '0xaa',
  units: 9_900_000_000n,
  unit: 10_000n,
  hash: '0x01',
}

function judge(
  heard: Readonly<{
    purchase?: Partial<Purchase>
    buy?: Partial<RecordedBuy> | null
    sent?: readonly Sent[]
  }>,
) {
  const acknowledged = new Set(['txn_1'])
  const notes = new Map([['buy-1', { reference: 'buy-1', asked: 1, acknowledged, refused: undefined }]])
  const buys = heard.buy === null ? [] : [{ ...buy, ...heard.buy }]
  return judgePurchases([{ ...purchase, ...heard.purchase }], notes, buys, heard.sent ?? [tokens])
}

test('a buy that was paid and delivered once, less its fee, is fine', () => {
  expect(judge({})).toEqual({
    paidTwice: [],
    lost: [],
    stuck: [],
    wrong: [],
    completed: 1,
    withPeople: 0,
  })
})

test('two transfers to one address are a payment made twice', () => {
  expect(judge({ sent: [tokens, { ...tokens, hash: '0x02' }] }).paidTwice).toHaveLength(1)
})

test('what was acknowledged and is not recorded is lost, and so is what was delivered only by its own word', () => {
  expect(judge({ buy: null, sent: [] }).lost).toHaveLength(1)
  expect(judge({ sent: [] }).lost).toHaveLength(1)
  expect(judge({ buy: { id: 'txn_2' } }).lost).toHaveLength(1)
})

test.each([
  ['the fee was sent along', { sent: [{ ...tokens, units: 10_000_000_000n }] }],
  ['it went to another network', { sent: [{ ...tokens, network: 'Avalanche', units: 99n * 10n ** 20n }] }],
  ['it went to nobody', { sent: [tokens, { ...tokens, to: '0xbb', hash: '0x03' }] }],
  ['another transfer is said to have done it', { buy: { delivered: ['0x09'] } }],
  [
    'the tokens are there and the record does not know',
    { buy: { status: 'cleared', openCases: ['overdue'] } },
  ],
  ['less was paid for it', { buy: { givenMinor: 9_999_99n } }],
] as ReadonlyArray<readonly [string, Parameters<typeof judge>[0]]>)('it is wrong when %s', (_why, heard) => {
  expect(judge(heard).wrong).not.toEqual([])
})

test('what is under way and has no case is stuck; with a case it is with people', () => {
  const waiting = { status: 'cleared', delivered: [] }
  expect(judge({ buy: waiting, sent: [] }).stuck).toHaveLength(1)
  expect(judge({ buy: { ...waiting, openCases: ['cannot_deliver'] }, sent: [] })).toMatchObject({
    stuck: [],
    withPeople: 1,
  })
})

test('who paid exactly does not wait for ever; who never paid may', () => {
  const unpaid = { status: 'pending_payment', givenMinor: 0n, delivered: [] }
  expect(judge({ buy: unpaid, sent: [] }).stuck).toHaveLength(1)
  expect(judge({ purchase: { conduct: 'never_pays' }, buy: unpaid, sent: [] }).stuck).toEqual([])
})
