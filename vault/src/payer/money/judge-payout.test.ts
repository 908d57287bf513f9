import { expect, test } from 'vitest'
import { allocation, creditRows, entry, ROOT, TRANSACTION } from '../../../test/credit-rows.ts'
import {
  accountLine,
  redirected,
  referenceOf,
  refund,
  returned,
  sell,
  sellOfBalance,
  tokenLine,
} from '../../../test/payout-rows.ts'
import { changed, refusalOf, refusalsIn, untested } from '../../../test/refusals.ts'
import { readPayerPolicy } from '../payer-policy.ts'
import { judgePayout } from './judge-payout.ts'
import type { PayoutFacts } from './payout-facts.ts'

type Row = readonly [what: string, facts: PayoutFacts, refusal: string]

/** Expects the same refusal for each of these changes of the facts. */
const each = (facts: PayoutFacts, refusal: string, ...changes: readonly Record<string, unknown>[]): Row[] =>
  changes.map((change) => [JSON.stringify(change), changed(facts, change), refusal])

const OTHER_RIGHT = 'right_mismatch: the right of the payout differs from its transaction'
const OTHER_ADDRESS =
  'not_funded: a deposit arrived at another address or on another network than the sell names'
const OTHER_TOKEN = 'not_funded: a deposit is in another token than the policy names'
const NO_TOKENS = 'not_funded: a deposit of the sell is not in the ledger'
const NOT_TAKEN = 'not_funded: the debit of the sell from the balance is not in the ledger'
const NOT_DECIDED = 'right_mismatch: no decision names this refund with this amount'
const OTHER_HOLDER =
  'right_mismatch: the account to refund is not the one that the payer named, or its holder is not the payer'
/** The bank hides the number, and the payer named the account. */
const named = changed(refund, {
  'refund.returns.0.numbers': [],
  'refund.returns.0.masks': ['******6789'],
  'refund.returns.0.names': ['OBI ADA'],
  'refund.returns.0.named': { bank_code: '000013', account_number: '0123456789' },
})
const OTHER_PAYER = 'right_mismatch: the credit did not come from the account to refund'
const NOT_REDIRECTED = 'right_mismatch: two operators have not decided this destination'

const rows: readonly Row[] = [
  ['a valid sell', sell, 'allowed'],
  ['a valid sell from a balance', sellOfBalance, 'allowed'],
  ['a valid refund', refund, 'allowed'],
  ['a refund that two operators redirected', redirected, 'allowed'],
  ['a refund to an account that the payer named', named, 'allowed'],
  [
    'a refund to an account that the payer named, where the bank shows nothing but the name',
    changed(named, { 'refund.returns.0.masks': [], 'refund.returns.0.bank_codes': [] }),
    'allowed',
  ],
  ...each(
    named,
    OTHER_HOLDER,
    { 'refund.returns.0.named.account_number': '0999999999' },
    { 'refund.returns.0.named.bank_code': '000014' },
    { 'refund.returns.0.masks': ['******6780'] },
    { 'refund.returns.0.masks': ['*****6789'] },
    { 'refund.returns.0.bank_codes': ['000013', '000014'] },
    { 'refund.returns.0.names': [] },
    { 'refund.returns.0.names': ['OBI ADA', 'EVE OKON'] },
    { 'refund.returns.0.redirects': [{ bank_code: '000013', account_number: '0123456789' }] },
  ),
  ...each(named, OTHER_PAYER, { 'refund.returns.0.named': null }),
  ...each(named, OTHER_PAYER, { 'refund.returns.0.numbers': ['0999999999'] }),
  ['a valid return', returned, 'allowed'],
  ...each(
    sell,
    'unknown_account: the policy has no entry for this account',
    { account_id: 'another' },
    { account: null },
    { 'account.mode': 'live' },
    { 'account.vendor': 'monnify' },
  ),
  ...each(sell, 'account_stopped: the payout account is stopped', { 'account.state': 'stopped' }),
  ...each(sell, 'allowed', { 'account.state': 'draining' }),
  ...each(sell, 'not_held: no worker holds the lease of the payout account', { 'account.is_held': false }),
  ...each(sell, 'payout_over: the payout is paid', { state: 'paid' }),
  ...each(
    sell,
    'right_mismatch: the payout has no right or no transaction',
    { right: null },
    { transaction: null },
  ),
  ...each(
    sell,
    'right_mismatch: the payout, its right and its transaction have different modes',
    { 'right.mode': 'live' },
    { 'transaction.mode': 'live' },
  ),
  ...each(sell, OTHER_RIGHT, { 'right.business_id': 'another' }, { 'right.reference': 'sell-2' }),
  ...each(
    sell,
    'right_mismatch: the reference of the payout is not the one of its right and attempt',
    { reference: 'af-1' },
    { reference: referenceOf('payout', 2) },
    { attempt: 2 },
  ),
  ...each(sell, 'right_mismatch: no payout is allowed for the purpose gift', {
    'right.purpose': 'gift',
    reference: referenceOf('gift'),
  }),
  ...each(sell, 'frozen: all: x', { freezes: ['all: x'] }),
  ...each(
    sell,
    'opening_missing: the opening entry of the payout is not in the ledger',
    { opening: null },
    { 'opening.is_reversed': true },
    { 'opening.postings': sell.opening?.postings.slice(0, 1) },
    { 'opening.postings': refund.opening?.postings },
  ),

  ...each(
    sell,
    'right_mismatch: the right of the payout is not for a sell in this mode',
    { sell: null },
    { 'sell.mode': 'live' },
    { 'transaction.type': 'buy' },
  ),
  ...each(
    sell,
    'right_mismatch: the sell names another beneficiary account',
    { 'right.bank_code': '000014' },
    { 'right.account_number': '0999999999' },
  ),
  ...each(sell, 'status_forbids: the transaction is paid_out, not paying_out', {
    'transaction.status': 'paid_out',
  }),
  ...each(sell, 'not_funded: 100.00 NGNC arrived for the sell, but its amount is 100.01 NGNC', {
    'transaction.amount_minor': '10001',
  }),
  ...each(sell, 'not_funded: 100.00 NGNC arrived for the sell, but its amount is 99.99 NGNC', {
    'transaction.amount_minor': '9999',
    'transaction.is_short': true,
  }),
  ...each(sell, 'allowed', { 'transaction.amount_minor': '10001', 'transaction.is_short': true }),
  ...each(
    sell,
    'right_mismatch: the right is for ₦99.01, but the tokens are worth ₦100.00 with a fee of ₦1.00',
    {
      'right.amount_minor': '9901',
    },
  ),
  ...each(
    sell,
    'right_mismatch: the right is for ₦0.00, but the tokens are worth ₦100.00 with a fee of ₦100.00',
    {
      'right.amount_minor': '0',
      'sell.fee_minor': '10000',
    },
  ),
  ...each(
    sell,
    OTHER_ADDRESS,
    { 'deposits.0.mode': 'live' },
    { 'deposits.0.network': 'Avalanche' },
    { 'deposits.0.address_of': 'another' },
  ),
  ...each(sell, OTHER_TOKEN, { 'deposits.0.token': tokenLine.factory }),
  ...each(sell, OTHER_TOKEN, { 'sell.network': 'Avalanche', 'deposits.0.network': 'Avalanche' }),
  ...each(sell, 'not_funded: a deposit arrived at an address that is not derived from the sell', {
    'deposits.0.address': tokenLine.treasury,
  }),
  ...each(
    sell,
    NO_TOKENS,
    { 'deposits.0.outcome': 'unclaimed' },
    { 'deposits.0.entry': null },
    { 'deposits.0.entry.is_reversed': true },
    { 'deposits.0.minor': '10001' },
    { 'deposits.0.minor': '9999' },
  ),
  ...each(sell, 'allowed', {
    'deposits.0.minor': '10001',
    'deposits.0.outcome': 'over',
    'deposits.0.entry': entry(
      TRANSACTION,
      `deposit:Polygon / held:${TRANSACTION} NGNC 10000`,
      'deposit:Polygon / suspense: NGNC 1',
    ),
  }),
  ...each(
    sellOfBalance,
    NOT_TAKEN,
    { taken: null },
    { 'taken.is_reversed': true },
    { 'taken.transaction_id': 'another' },
    { deposits: sell.deposits },
  ),

  ...each(
    refund,
    'right_mismatch: the right of the refund is not for a buy or a return',
    { refund: null },
    { 'refund.buy': null },
    { 'refund.buy.mode': 'live' },
    { 'transaction.type': 'sell' },
  ),
  ...each(
    returned,
    'right_mismatch: the right of the refund is not for a buy or a return',
    { 'transaction.type': 'buy' },
    {
      'transaction.business_id': refund.transaction?.business_id,
      'right.business_id': refund.transaction?.business_id,
      reference: refund.reference,
    },
  ),
  ...each(returned, 'not_funded: the allocation belongs to another business or mode', {
    'refund.allocations.0.business_id': 'business-1',
  }),
  ...each(refund, 'status_forbids: the transaction is cleared, not refunding', {
    'transaction.status': 'cleared',
  }),
  ...each(refund, 'delivered: tokens were or may have been sent for the same naira', {
    'refund.is_delivered': true,
  }),
  ...each(refund, 'paid_by_hand: two operators decided to pay this refund by hand', {
    'refund.returns.0.is_by_hand': true,
  }),
  ...each(refund, 'listed: the transaction matches a sanctions list', { 'refund.is_listed': true }),
  ...each(
    refund,
    NOT_DECIDED,
    { 'refund.returns': [] },
    { 'refund.returns.0.mode': 'live' },
    { 'refund.returns.0.amount_minor': '9999' },
  ),
  ...each(
    refund,
    OTHER_PAYER,
    { 'right.account_number': '0999999999' },
    { 'right.bank_code': '000014' },
    { 'refund.returns.0.numbers': [] },
    { 'refund.returns.0.numbers': ['0123456789', '0999999999'] },
    { 'refund.returns.0.bank_codes': [] },
    { 'refund.returns.0.redirects': [{ bank_code: '000013', account_number: '0999999999' }] },
  ),
  ...each(
    redirected,
    NOT_REDIRECTED,
    { 'refund.returns.0.redirects': [] },
    { 'right.account_number': '0888888888' },
    { 'right.bank_code': '000014' },
    {
      'refund.returns.0.redirects': [
        { bank_code: '000013', account_number: '0999999999' },
        { bank_code: '000013', account_number: '0888888888' },
      ],
    },
  ),
  ...each(refund, 'not_funded: the refund is for ₦100.00, but ₦0.00 was received from the credit', {
    'refund.returns.0.line_id': 'line-2',
  }),
  ...each(refund, 'not_funded: the refund is for ₦100.00, but ₦200.00 was received from the credit', {
    'refund.allocations': [allocation, allocation],
  }),
  ...creditRows.map(
    ([changes, refusal]): Row => [
      `a credit with ${JSON.stringify(changes)}`,
      changed(refund, { 'refund.allocations': [changed(allocation, changes)] }),
      refusal,
    ],
  ),
]

test.each(rows)('the payer follows the money of %s', (_what, facts, refusal) => {
  const policy = readPayerPolicy(
    JSON.stringify({ operators_root: ROOT, accounts: [accountLine], tokens: [tokenLine] }),
  )
  expect(refusalOf(() => judgePayout(facts, policy))).toBe(refusal)
})

test('an account pays only in its own mode', () => {
  const live = { operators_root: ROOT, accounts: [{ ...accountLine, mode: 'live' }], tokens: [tokenLine] }
  const policy = readPayerPolicy(JSON.stringify(live))
  expect(refusalOf(() => judgePayout(sell, policy))).toMatch(/^unknown_account/)
})

test('every refusal about the money is expected by one of these tests', () => {
  const files = [
    './judge-payout.ts',
    './judge-sell.ts',
    './judge-refund.ts',
    '../../shared/money/judge-credit.ts',
  ]
  const refusals = refusalsIn(...files.map((file) => new URL(file, import.meta.url)))
  const expected = rows.map(([, , refusal]) => refusal)
  // No row of the table causes this refusal: without a credit the sum is 0, which is refused first.
  expect(untested(refusals, expected)).toEqual(['not_funded: no credit is allocated to the transaction'])
})
