import { expect, test } from 'vitest'
import { ROOT, TRANSACTION } from '../../../test/credit-rows.ts'
import {
  bisi,
  CASE,
  decided,
  decidedAlone,
  decisionsOf,
  decisionText,
  signedBy,
} from '../../../test/passkeys.ts'
import { accountLine, redirected, referenceOf, refund, sell, tokenLine } from '../../../test/payout-rows.ts'
import { changed, refusalOf } from '../../../test/refusals.ts'
import { createDecisions } from '../../shared/decisions/decisions.ts'
import type { StoredDecision } from '../../shared/decisions/read-decisions.ts'
import { readPayerPolicy } from '../payer-policy.ts'
import { judgePayout } from './judge-payout.ts'
import type { PayoutFacts } from './payout-facts.ts'
import { decisionsAbout, requireDecided } from './require-decided.ts'

const policy = readPayerPolicy(
  JSON.stringify({ operators_root: ROOT, accounts: [accountLine], tokens: [tokenLine] }),
)

const about = { transaction: TRANSACTION }
const release = {
  'decision.amount_minor': '10000',
  'decision.bank_code': '000013',
  'decision.account_number': '0123456789',
}
const redirect = {
  'decision.return_id': 'return-1',
  'decision.amount_minor': '10000',
  'decision.bank_code': '000013',
  'decision.account_number': '0999999999',
}
const name = { 'decision.account_name': 'ADA A OBI' }
const payee = {
  case_id: CASE,
  is_by_business: false,
  bank_code: '000013',
  account_number: '0123456789',
  account_name: 'ADA A OBI',
}

const short = changed(sell, { 'transaction.amount_minor': '10001', 'transaction.is_short': true })
const released = changed(sell, { 'transaction.releases': 1 })
const taken = changed(sell, { losses: [CASE] })
const fixed = changed(sell, { 'sell.payee': payee })
const moved = changed(sell, {
  'sell.payee': { ...payee, account_number: '0999999999' },
  'right.account_number': '0999999999',
})
const REDIRECTED_TO = { bank_code: '000013', account_number: '0999999999' }
const redirectText = decisionText('redirect', { ...about, ...redirect })

const UNSIGNED_SHORT =
  'decision_unsigned: neither its business nor operators decided that it continues with less than its amount'
const UNSIGNED_RELEASE = 'decision_unsigned: operators did not sign its release with this amount and account'
const UNSIGNED_PAYEE = 'decision_unsigned: operators did not sign its beneficiary'
const UNSIGNED_REDIRECT = 'decision_unsigned: operators did not sign that it is paid to this account'
const TAKEN =
  'tokens_taken: the issuer seized tokens of the sell, and operators did not sign that we bear the loss'

type Row = readonly [what: string, facts: PayoutFacts, stored: readonly StoredDecision[], refusal: string]

const rows: readonly Row[] = [
  ['a sell that nobody decided', sell, [], 'allowed'],
  ['a refund to where its credit came from', refund, [], 'allowed'],

  ['less than its amount', short, [decided('accept_short', about)], 'allowed'],
  ['less than its amount, late', short, [decided('fix', about)], 'allowed'],
  [
    'a release of one person',
    released,
    [decidedAlone('release', 'over_limit', { ...about, ...release })],
    UNSIGNED_RELEASE,
  ],
  ['less than its amount, unsigned', short, [], UNSIGNED_SHORT],
  [
    'less than its amount, which its business accepted',
    changed(short, { 'transaction.accepted_minor': ['10000'] }),
    [],
    'allowed',
  ],
  [
    'less than what its business accepted',
    changed(short, { 'transaction.accepted_minor': ['9999', '10001'] }),
    [],
    UNSIGNED_SHORT,
  ],
  ['less, decided by one', short, [decidedAlone('accept_short', 'part_deposited', about)], 'allowed'],
  [
    'less, decided by one above the cap',
    short,
    [decidedAlone('accept_short', 'part_deposited', about, '9999')],
    UNSIGNED_SHORT,
  ],
  [
    'less, decided by one for another amount',
    short,
    [decidedAlone('accept_short', 'part_deposited', { ...about, 'decision.amount_minor': '9000' })],
    UNSIGNED_SHORT,
  ],
  ['less, decided for another', short, [decided('accept_short', { transaction: 'x' })], UNSIGNED_SHORT],

  ['a release', released, [decided('release', { ...about, ...release })], 'allowed'],
  ['a release, unsigned', released, [], UNSIGNED_RELEASE],
  ...Object.keys({ ...about, ...release }).map(
    (key): Row => [
      `a release with another ${key}`,
      released,
      [decided('release', { ...about, ...release, [key]: '9' })],
      UNSIGNED_RELEASE,
    ],
  ),
  [
    'a second release that nobody signed',
    changed(sell, { 'transaction.releases': 2 }),
    [decided('release', { ...about, ...release })],
    'decision_unsigned: operators did not sign each of its releases',
  ],

  ['tokens that were seized', taken, [decided('our_loss', about)], 'allowed'],
  ['tokens that were seized, unsigned', taken, [], TAKEN],
  ['the same as the loss of the customer', taken, [decided('customer_loss', about)], TAKEN],
  ['a loss of another case', taken, [decided('our_loss', about, { caseId: 'x' })], TAKEN],

  ['another name of the beneficiary', fixed, [decided('fix', { ...about, ...name })], 'allowed'],
  ['another name, unsigned', fixed, [], UNSIGNED_PAYEE],
  [
    'another name that its business confirmed',
    changed(fixed, { 'sell.payee.is_by_business': true }),
    [],
    'allowed',
  ],
  [
    'another account that its business named',
    changed(moved, { 'sell.payee.is_by_business': true }),
    [],
    'allowed',
  ],
  [
    'another account of a payment that members signed',
    changed(moved, { 'sell.payee.is_by_business': true, payment: { order_id: 'order-1', number: 1 } }),
    [],
    UNSIGNED_PAYEE,
  ],
  [
    'a release of an account that its business named',
    changed(released, { 'sell.payee': { ...payee, is_by_business: true } }),
    [],
    UNSIGNED_RELEASE,
  ],
  ['a third name', fixed, [decided('fix', { ...about, 'decision.account_name': 'EVE' })], UNSIGNED_PAYEE],
  ['a name of another case', fixed, [decided('fix', { ...about, ...name }, { caseId: 'x' })], UNSIGNED_PAYEE],
  ['another account under a signed name', moved, [decided('fix', { ...about, ...name })], UNSIGNED_PAYEE],
  [
    'another account that was signed',
    moved,
    [
      decided('fix', {
        ...about,
        ...name,
        'decision.bank_code': '000013',
        'decision.account_number': '0999999999',
      }),
    ],
    'allowed',
  ],

  ['a redirected refund', redirected, [decided('redirect', { ...about, ...redirect })], 'allowed'],
  ['a redirected refund, unsigned', redirected, [], UNSIGNED_REDIRECT],
  [
    'a redirected refund that one person signed',
    redirected,
    [{ text: redirectText, assertions: [signedBy(bisi, redirectText)] }],
    `${UNSIGNED_REDIRECT}: the decision of case ${CASE} does not count: 1 of 2 people signed it`,
  ],
  ...Object.keys({ ...about, ...redirect }).map(
    (key): Row => [
      `a redirected refund with another ${key}`,
      redirected,
      [decided('redirect', { ...about, ...redirect, [key]: '9' })],
      UNSIGNED_REDIRECT,
    ],
  ),
  [
    'a refund that goes back to an account that was replaced',
    changed(redirected, {
      'right.leg': 2001,
      reference: referenceOf('refund', 2001),
      'refund.returns.0.redirects': [REDIRECTED_TO, REDIRECTED_TO],
    }),
    [decided('redirect', { ...about, ...redirect })],
    'decision_unsigned: operators did not sign each of its redirects',
  ],
]

test.each(rows)('the payer asks for the signed decision: %s', (_what, facts, stored, refusal) => {
  const payout = judgePayout(facts, policy)
  const answer = refusalOf(() => requireDecided(facts, payout, decisionsOf(...stored)))
  expect(answer.slice(0, refusal.length)).toBe(refusal)
})

test('while the operators file is not valid, what rests on a decision waits', () => {
  const broken = {
    current: () => {
      throw new Error('the operators file is empty')
    },
  }
  const ask = (facts: PayoutFacts) =>
    refusalOf(() => requireDecided(facts, judgePayout(facts, policy), createDecisions(broken, [])))
  for (const facts of [short, released, taken, fixed, redirected])
    expect(ask(facts)).toMatch(/^operators_unavailable: .*: the operators file is empty$/)
  expect(ask(sell)).toBe('allowed')
  expect(ask(refund)).toBe('allowed')
})

test('decisions are read only for payouts that may rest on one', () => {
  const ask = (facts: PayoutFacts, isSentBefore = false) =>
    decisionsAbout([facts], () => isSentBefore).transactionIds
  for (const facts of [sell, refund]) expect(ask(facts)).toEqual([])
  for (const facts of [short, released, taken, fixed, redirected]) expect(ask(facts)).toEqual([TRANSACTION])
  expect(ask(sell, true)).toEqual([TRANSACTION])
})

test('a payout without a transaction, a sell or a right rests only on what was sent before', () => {
  const bare = { ...sell, transaction: null, sell: null, right: null }
  expect(decisionsAbout([bare], () => false).transactionIds).toEqual([])
  expect(decisionsAbout([bare], () => true).transactionIds).toEqual([])
})
