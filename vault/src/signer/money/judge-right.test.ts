import { expect, test } from 'vitest'
import { allocation, creditRows, ROOT } from '../../../test/credit-rows.ts'
import { changed, refusalOf, refusalsIn, untested } from '../../../test/refusals.ts'
import { buy, LANE, laneLine, OTHER_WALLET, TOKEN, withdrawal } from '../../../test/transfer-rows.ts'
import { sayNaira } from '../../shared/money/say-amount.ts'
import { readPolicy } from '../policy.ts'
import { findLane, judgeRight } from './judge-right.ts'
import { delivery, withdrawal as withdrawalSource } from './sources.ts'
import type { TransferFacts } from './transfer-facts.ts'

type Row = readonly [what: string, facts: TransferFacts, refusal: string]

/** Expects the same refusal for each of these changes of the facts. */
const each = (facts: TransferFacts, refusal: string, ...changes: readonly Record<string, unknown>[]): Row[] =>
  changes.map((change) => [JSON.stringify(change), changed(facts, change), refusal])

const policy = readPolicy(JSON.stringify({ operators_root: ROOT, lanes: [laneLine] }))

const rows: readonly Row[] = [
  ['a valid buy', buy, 'allowed'],
  ['a valid withdrawal', withdrawal, 'allowed'],
  ...each(
    buy,
    'unknown_lane: the transfer has another mode or network than its lane',
    { lane: null },
    { 'lane.mode': 'live' },
    { 'lane.network': 'Avalanche' },
  ),
  ...each(
    buy,
    'wrong_lock: the lane never assigned lock 7',
    { 'lane.first_lock': '8' },
    { 'lane.next_lock': '7' },
  ),
  ...each(
    buy,
    'unknown_lane: the policy has no entry for this lane',
    { 'lane.address': OTHER_WALLET },
    { 'lane.number': 2 },
  ),
  ...each(
    buy,
    'right_mismatch: the transfer has no right, transaction or destination',
    { right: null },
    { transaction: null },
    { 'right.purpose': 'gift' },
    { buy: null },
  ),
  ...each(
    buy,
    'right_mismatch: the rows of the transfer have different modes or networks',
    { 'right.mode': 'live' },
    { 'transaction.mode': 'live' },
    { 'buy.mode': 'live' },
    { 'right.network': 'Avalanche' },
    { 'buy.network': 'Avalanche' },
  ),
  ...each(
    buy,
    'right_mismatch: the right of the transfer differs from its buy',
    { 'right.leg': 2 },
    { 'transaction.type': 'withdrawal' },
    { 'right.business_id': 'another' },
    { 'right.reference': 'buy-2' },
    { 'right.address': OTHER_WALLET },
  ),
  ...each(buy, 'status_forbids: the transfer is reserved but its transaction is completed', {
    'transaction.status': 'completed',
  }),
  ...each(buy, 'status_forbids: the transfer is signed but its transaction is cleared', { state: 'signed' }),
  ...each(buy, 'frozen: business: x', { freezes: ['business: x'] }),
  ...[LANE, TOKEN, '0x0000000000000000000000000000000000000001'].flatMap((to): Row[] =>
    each(buy, 'destination_forbidden: tokens may not be sent to this address', {
      'right.address': to,
      'buy.wallet_address': to,
    }),
  ),
  ...each(buy, 'refund_decided: the naira of the buy is being refunded', { has_return: true }),
  ...each(buy, 'not_funded: the buy received ₦100.00, but its amount is ₦100.01', {
    'transaction.amount_minor': '10001',
  }),
  ...each(buy, 'not_funded: the buy received ₦100.00, but its amount is ₦99.99', {
    'transaction.amount_minor': '9999',
    'transaction.is_short': true,
  }),
  [
    'a short payment that operators accepted',
    changed(buy, { 'transaction.amount_minor': '10001', 'transaction.is_short': true }),
    'allowed',
  ],
  ...[-4n, 5n].map((more): Row => {
    const asked = (10_000n + more).toString()
    const paid = { paid_minor: '10000', fee_minor: '100' }
    return [
      `a payment that differs by ${more} of ${asked}`,
      changed(buy, { 'transaction.amount_minor': asked, 'buy.paid': paid }),
      'allowed',
    ]
  }),
  ...['9995', '10006'].flatMap((asked): Row[] =>
    each(buy, `not_funded: the buy received ₦100.00, but its amount is ${sayNaira(asked)}`, {
      'transaction.amount_minor': asked,
      'buy.paid': { paid_minor: '10000', fee_minor: '100' },
    }),
  ),
  ...[
    { paid_minor: '10001', fee_minor: '100' },
    { paid_minor: '10000', fee_minor: '98' },
    { paid_minor: '10000', fee_minor: '102' },
    { paid_minor: '10000', fee_minor: '-1' },
  ].flatMap((paid): Row[] =>
    each(
      buy,
      `right_mismatch: the buy received ₦100.00, but its event says ${sayNaira(paid.paid_minor)} with a fee of ${sayNaira(paid.fee_minor)}`,
      { 'transaction.amount_minor': '10001', 'buy.paid': paid },
    ),
  ),
  [
    'the fee of the paid amount',
    changed(buy, {
      'transaction.amount_minor': '10001',
      'buy.fee_minor': '101',
      'buy.paid': { paid_minor: '10000', fee_minor: '100' },
    }),
    'allowed',
  ],
  ...each(buy, 'right_mismatch: the right is for 99.01 NGNC, but the held amount is worth 99.00 NGNC', {
    'right.tokens_minor': '9901',
  }),
  ...each(buy, 'right_mismatch: the right is for 0.00 NGNC, but the held amount is worth 0.00 NGNC', {
    'right.tokens_minor': '0',
    'buy.fee_minor': '10000',
  }),
  ...each(
    buy,
    'opening_missing: the opening entry of the transfer is not in the ledger',
    { opening: null },
    { 'opening.is_reversed': true },
    { 'opening.postings': buy.opening?.postings.slice(0, 1) },
    { 'opening.postings': buy.opening?.postings.toReversed() },
  ),
  ...creditRows.map(
    ([changes, refusal]): Row => [
      `a credit with ${JSON.stringify(changes)}`,
      { ...buy, allocations: [changed(allocation, changes)] },
      refusal,
    ],
  ),
  ...each(
    withdrawal,
    'not_funded: the debit of the withdrawal from the balance is not in the ledger',
    { taken: null },
    { 'taken.is_reversed': true },
    { 'transaction.amount_minor': '10001' },
    { allocations: [allocation] },
  ),
]

test.each(rows)('the signer follows the money of %s', (_what, facts, refusal) => {
  expect(refusalOf(() => judgeRight(facts, findLane(facts, policy), policy))).toBe(refusal)
})

const sources: readonly (readonly [() => unknown, string])[] = [
  [
    () => delivery.fund({ ...buy, buy: null }),
    'right_mismatch: the transfer has no right, transaction or buy',
  ],
  [
    () => withdrawalSource.fund({ ...withdrawal, right: null }),
    'right_mismatch: the transfer has no right or no transaction',
  ],
]

test('a transfer without its rows is not funded', () => {
  for (const [work, refusal] of sources) expect(refusalOf(work)).toBe(refusal)
})

test('every refusal about the money is expected by one of these tests', () => {
  const files = ['./judge-right.ts', './sources.ts', '../../shared/money/judge-credit.ts']
  const refusals = refusalsIn(...files.map((file) => new URL(file, import.meta.url)))
  const expected = [...rows.map(([, , refusal]) => refusal), ...sources.map(([, refusal]) => refusal)]
  expect(untested(refusals, expected)).toEqual([])
})
