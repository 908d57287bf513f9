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
  isCredited: false,
  delivered: ['0x01'],
  openCases: [],
  cases: [],
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
    held?: ReadonlyMap<string, bigint>
  }>,
) {
  const acknowledged = new Set(['txn_1'])
  const notes = new Map([['buy-1', { reference: 'buy-1', asked: 1, acknowledged, refused: undefined }]])
  const buys = heard.buy === null ? [] : [{ ...buy, ...heard.buy }]
  return judgePurchases([{ ...purchase, ...heard.purchase }], notes, buys, heard.sent ?? [tokens], heard.held)
}

test('a buy that was paid and delivered once, less its fee, is accepted', () => {
  expect(judge({})).toEqual({
    paidTwice: [],
    lost: [],
    stuck: [],
    unserved: [],
    wrong: [],
    completed: 1,
    withPeople: 0,
  })
})

test('two transfers to one address count as paid twice', () => {
  expect(judge({ sent: [tokens, { ...tokens, hash: '0x02' }] }).paidTwice).toHaveLength(1)
})

test('an acknowledged buy without a row is lost, and so is a delivered buy without a transfer', () => {
  expect(judge({ buy: null, sent: [] }).lost).toHaveLength(1)
  expect(judge({ sent: [] }).lost).toHaveLength(1)
  expect(judge({ buy: { id: 'txn_2' } }).lost).toHaveLength(1)
})

test.each([
  ['the fee was sent with the tokens', { sent: [{ ...tokens, units: 10_000_000_000n }] }],
  [
    'the tokens went to another network',
    { sent: [{ ...tokens, network: 'Avalanche', units: 99n * 10n ** 20n }] },
  ],
  ['the tokens went to an unknown address', { sent: [tokens, { ...tokens, to: '0xbb', hash: '0x03' }] }],
  ['the database names another transfer', { buy: { delivered: ['0x09'] } }],
  [
    'the tokens arrived, but the database does not show it',
    { buy: { status: 'cleared', openCases: ['overdue'] } },
  ],
  ['too little was paid for it', { buy: { givenMinor: 9_999_99n } }],
] as ReadonlyArray<readonly [string, Parameters<typeof judge>[0]]>)('a buy is wrong if %s', (_why, heard) => {
  expect(judge(heard).wrong).not.toEqual([])
})

test('an unfinished buy without a case is stuck; with a case it waits for an operator', () => {
  const waiting = { status: 'cleared', delivered: [] }
  expect(judge({ buy: waiting, sent: [] }).stuck).toHaveLength(1)
  expect(judge({ buy: { ...waiting, openCases: ['cannot_deliver'] }, sent: [] })).toMatchObject({
    stuck: [],
    withPeople: 1,
  })
})

test('an exact payer may not wait forever, but a payer who never paid may', () => {
  const unpaid = { status: 'pending_payment', givenMinor: 0n, delivered: [] }
  expect(judge({ buy: unpaid, sent: [] }).unserved).toHaveLength(1)
  expect(judge({ purchase: { conduct: 'never_pays' }, buy: unpaid, sent: [] })).toMatchObject({
    stuck: [],
    unserved: [],
    wrong: [],
  })
})

test.each([
  ['pending_payment', 0n, []],
  ['expired', 0n, []],
  ['cancelled', 0n, []],
  ['refunded', 10_000_00n, []],
  ['recalled', 0n, []],
  ['on_hold', 10_000_00n, ['screening_hit']],
  ['part_paid', 5_000_00n, []],
  ['refund_failed', 10_000_00n, []],
  ['action_required', 10_000_00n, ['late_credit']],
] as const)(
  'an exact payer whose buy ends %s is unserved, despite any fault of the bank',
  (status, givenMinor, cases) => {
    const ended = { status, givenMinor, delivered: [], openCases: cases, cases }
    for (const faults of [[], ['hook_never'], ['settled_less']])
      expect(judge({ purchase: { faults }, buy: ended, sent: [] }).unserved).toHaveLength(1)
  },
)

test('a case about an exact payer is wrong even if operators decided it and the tokens arrived', () => {
  expect(judge({ buy: { cases: ['over_limit'] } })).toMatchObject({
    unserved: [],
    wrong: [expect.stringContaining('over_limit')],
  })
  expect(judge({ purchase: { conduct: 'overpays' }, buy: { cases: ['overpaid'] } }).wrong).toEqual([])
})

test('a payer who paid into the wrong account waits; other odd payers are served', () => {
  const unpaid = { status: 'pending_payment', givenMinor: 0n, delivered: [] }
  const oddly = (fault: string) =>
    judge({ purchase: { conduct: 'pays_oddly', faults: [fault] }, buy: unpaid, sent: [] })
  expect(oddly('wrong_account')).toMatchObject({ unserved: [], wrong: [] })
  expect(oddly('payer_blank').unserved).toHaveLength(1)
})

test('a buy must not expire during a run, and a part payment must be returned', () => {
  const ended = { givenMinor: 0n, delivered: [] }
  const judgeAs = (conduct: Purchase['conduct'], status: string) =>
    judge({ purchase: { conduct }, buy: { ...ended, status }, sent: [] }).wrong
  expect(judgeAs('never_pays', 'expired')).toHaveLength(1)
  expect(judgeAs('underpays', 'part_paid')).toHaveLength(1)
  expect(judgeAs('underpays', 'refunded')).toEqual([])
})

test('a case about a recall may stay open only for a recall', () => {
  const ended = { openCases: ['recall'], cases: ['recall'] }
  expect(judge({ purchase: { conduct: 'recalled' }, buy: { ...ended, status: 'recalled' } }).wrong).toEqual(
    [],
  )
  expect(judge({ purchase: { conduct: 'overpays' }, buy: ended }).wrong).not.toEqual([])
})

test('tokens at an address are not lost even if the logs do not show them', () => {
  const heard = judge({ sent: [], held: new Map([['0xaa', 9_900_000_000n]]) })
  expect(heard).toMatchObject({ lost: [], wrong: [expect.stringContaining('holds 9900000000 units')] })
})

test('a customer who was never accepted is unserved', () => {
  expect(judge({ buy: null, sent: [] }).unserved).toHaveLength(1)
})
