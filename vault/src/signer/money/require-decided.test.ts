import { expect, test } from 'vitest'
import { allocation, ROOT, TRANSACTION } from '../../../test/credit-rows.ts'
import {
  bisi,
  CASE,
  decided,
  decidedAlone,
  decisionsOf,
  decisionText,
  signedBy,
} from '../../../test/passkeys.ts'
import { changed, refusalOf } from '../../../test/refusals.ts'
import { buy, laneLine, OTHER_WALLET, WALLET, withdrawal } from '../../../test/transfer-rows.ts'
import { createDecisions } from '../../shared/decisions/decisions.ts'
import type { StoredDecision } from '../../shared/decisions/read-decisions.ts'
import { readPolicy } from '../policy.ts'
import { findLane, judgeRight } from './judge-right.ts'
import { decisionsAbout, requireDecided, requireReturnDecided, returnCases } from './require-decided.ts'
import type { TransferFacts } from './transfer-facts.ts'

const policy = readPolicy(JSON.stringify({ operators_root: ROOT, lanes: [laneLine] }))
const OTHER_CASE = '01a1dee6-1366-7ab8-a780-7f2d4afdd6ab'

const about = { transaction: TRANSACTION }
const release = {
  'decision.amount_minor': '10000',
  'decision.network': 'Polygon',
  'decision.address': WALLET,
}
const allocate = {
  credit: 'line-1',
  'decision.transaction_id': TRANSACTION,
  'decision.amount_minor': '10000',
}

const short = changed(buy, { 'transaction.amount_minor': '10001', 'transaction.is_short': true })
const rounded = (asked: string) =>
  changed(buy, {
    'transaction.amount_minor': asked,
    'transaction.is_short': true,
    'buy.paid': { paid_minor: '10000', fee_minor: '100' },
  })
const namedBy = (how: object) =>
  changed(buy, { 'buy.named': { network: 'Polygon', address: WALLET, is_by_key: true, ...how } })
const released = changed(buy, { 'transaction.releases': 1 })
const byPeople = changed(buy, { 'allocations.0.is_by_people': true })
const releaseText = decisionText('release', { ...about, ...release })

const UNSIGNED_SHORT =
  'decision_unsigned: neither its business nor operators decided that it continues with less than its amount'
const UNNAMED_WALLET = 'decision_unsigned: no key of its business named this wallet'
const UNSIGNED_RELEASE = 'decision_unsigned: operators did not sign its release with this amount and wallet'
const UNSIGNED_ALLOCATION = 'decision_unsigned: operators did not sign its allocation'

type Row = readonly [what: string, facts: TransferFacts, stored: readonly StoredDecision[], refusal: string]

const rows: readonly Row[] = [
  ['a buy that nobody decided', buy, [], 'allowed'],
  ['a withdrawal that nobody decided', withdrawal, [], 'allowed'],
  ['a buy that was fixed and paid in full', changed(buy, { 'transaction.is_short': true }), [], 'allowed'],

  ['less than its amount', short, [decided('accept_short', about)], 'allowed'],
  ['less than its amount, late', short, [decided('accept_late', about)], 'allowed'],
  ['less than its amount, unsigned', short, [], UNSIGNED_SHORT],
  [
    'less than its amount, which its business accepted',
    changed(short, { 'transaction.accepted_minor': ['10000'] }),
    [],
    'allowed',
  ],
  [
    'less than what its business accepted',
    changed(short, { 'transaction.accepted_minor': ['10001'] }),
    [],
    UNSIGNED_SHORT,
  ],
  [
    'a release of a buy that its business accepted',
    changed(released, { 'transaction.accepted_minor': ['10000'] }),
    [],
    UNSIGNED_RELEASE,
  ],
  ['a wallet that a key named', namedBy({}), [], 'allowed'],
  ['a wallet that a member named', namedBy({ is_by_key: false }), [], UNNAMED_WALLET],
  ['another wallet than the named one', namedBy({ address: OTHER_WALLET }), [], UNNAMED_WALLET],
  ['another network than the named one', namedBy({ network: 'Avalanche' }), [], UNNAMED_WALLET],
  ['less than its amount by 0.5 ‰', rounded('10005'), [], 'allowed'],
  ['less than its amount by more than 0.5 ‰', rounded('10006'), [], UNSIGNED_SHORT],
  ['less, decided by one', short, [decidedAlone('accept_short', 'underpaid', about)], 'allowed'],
  [
    'less, decided by one above the cap',
    short,
    [decidedAlone('accept_short', 'underpaid', about, '9999')],
    UNSIGNED_SHORT,
  ],
  [
    'less, decided by one for another amount',
    short,
    [decidedAlone('accept_short', 'underpaid', { ...about, 'decision.amount_minor': '9000' })],
    UNSIGNED_SHORT,
  ],
  ['less, decided for another', short, [decided('accept_short', { transaction: 'x' })], UNSIGNED_SHORT],
  ['less, decided otherwise', short, [decided('fix', about)], UNSIGNED_SHORT],

  [
    'a release of one person',
    released,
    [decidedAlone('release', 'over_limit', { ...about, ...release })],
    UNSIGNED_RELEASE,
  ],
  ['a release', released, [decided('release', { ...about, ...release })], 'allowed'],
  [
    'a release of a withdrawal',
    changed(withdrawal, { 'transaction.releases': 1 }),
    [decided('release', { ...about, ...release })],
    'allowed',
  ],
  ['a release, unsigned', released, [], UNSIGNED_RELEASE],
  [
    'a release that one person signed',
    released,
    [{ text: releaseText, assertions: [signedBy(bisi, releaseText)] }],
    `${UNSIGNED_RELEASE}: the decision of case ${CASE} does not count: 1 of 2 people signed it`,
  ],
  ...[
    { 'decision.amount_minor': '10001' },
    { 'decision.network': 'Avalanche' },
    { 'decision.address': OTHER_WALLET },
    { transaction: 'x' },
  ].map(
    (change): Row => [
      `a release with ${JSON.stringify(change)}`,
      released,
      [decided('release', { ...about, ...release, ...change })],
      UNSIGNED_RELEASE,
    ],
  ),
  [
    'a second release that nobody signed',
    changed(buy, { 'transaction.releases': 2 }),
    [decided('release', { ...about, ...release })],
    'decision_unsigned: operators did not sign each of its releases',
  ],
  [
    'two releases, of other amounts',
    changed(buy, { 'transaction.releases': 2 }),
    [
      decided('release', { ...about, ...release }),
      decided('release', { ...about, ...release, 'decision.amount_minor': '1' }, { caseId: OTHER_CASE }),
    ],
    'allowed',
  ],

  ['an allocation by people', byPeople, [decided('allocate', allocate)], 'allowed'],
  ['an allocation by people, unsigned', byPeople, [], UNSIGNED_ALLOCATION],
  ...[{ credit: 'line-2' }, { 'decision.transaction_id': 'x' }, { 'decision.amount_minor': '9999' }].map(
    (change): Row => [
      `an allocation with ${JSON.stringify(change)}`,
      byPeople,
      [decided('allocate', { ...allocate, ...change })],
      UNSIGNED_ALLOCATION,
    ],
  ),
]

const rightOf = (facts: TransferFacts) => judgeRight(facts, findLane(facts, policy), policy)

test.each(rows)('the signer asks for the signed decision: %s', (_what, facts, stored, refusal) => {
  const answer = refusalOf(() => requireDecided(facts, rightOf(facts), decisionsOf(...stored)))
  expect(answer.slice(0, refusal.length)).toBe(refusal)
})

test('one decision does not allocate twice', () => {
  const line = { ...allocation, is_by_people: true }
  const twice = { ...buy, allocations: [line, line] }
  const ask = (...stored: readonly StoredDecision[]) =>
    refusalOf(() => requireDecided(twice, { ...rightOf(buy), heldMinor: 20_000n }, decisionsOf(...stored)))
  expect(ask(decided('allocate', allocate))).toContain(UNSIGNED_ALLOCATION)
  expect(ask(decided('allocate', allocate), decided('allocate', allocate, { caseId: OTHER_CASE }))).toBe(
    'allowed',
  )
})

test('while the operators file is not valid, what rests on a decision waits', () => {
  const broken = {
    current: () => {
      throw new Error('the operators file is empty')
    },
  }
  const ask = (facts: TransferFacts) =>
    refusalOf(() => requireDecided(facts, rightOf(facts), createDecisions(broken, [])))
  expect(ask(released)).toMatch(/^operators_unavailable: .*: the operators file is empty$/)
  expect(ask(buy)).toBe('allowed')
})

test('decisions are read only for transfers that may rest on one', () => {
  const ask = (facts: TransferFacts, isRetry = false) => decisionsAbout([facts], () => isRetry)
  expect(ask(buy)).toEqual({ transactionIds: [], lineIds: [] })
  for (const facts of [short, released]) expect(ask(facts).transactionIds).toEqual([TRANSACTION])
  expect(ask(buy, true).transactionIds).toEqual([TRANSACTION])
  expect(ask(byPeople)).toEqual({ transactionIds: [], lineIds: ['line-1'] })
})

test('a transfer without a transaction, a right or a line names no decision', () => {
  const bare = { ...byPeople, right: null, transaction: null }
  const lineless = { ...allocation, is_by_people: true, line: null }
  const ask = (facts: TransferFacts) => decisionsAbout([facts], () => true)
  expect(ask({ ...bare, allocations: [lineless] })).toEqual({ transactionIds: [], lineIds: [] })
  expect(decisionsAbout([bare], () => false).lineIds).toEqual(['line-1'])
})

test('tokens go back only to the wallet that operators signed', () => {
  const returned = changed(withdrawal, { 'withdrawal.asked_by': CASE })
  const says = {
    'decision.network': withdrawal.withdrawal?.network ?? '',
    'decision.address': withdrawal.withdrawal?.wallet_address ?? '',
  }
  const ask = (facts: TransferFacts, ...stored: readonly StoredDecision[]) =>
    refusalOf(() => requireReturnDecided(facts, decisionsOf(...stored)))
  expect(returnCases([buy, withdrawal, returned, returned])).toEqual([CASE])
  expect(ask(buy)).toBe('allowed')
  expect(ask(withdrawal)).toBe('allowed')
  expect(ask(returned, decided('return_to_wallet', says))).toBe('allowed')
  const UNSIGNED = 'decision_unsigned: operators did not sign that tokens go back to this wallet'
  expect(ask(returned)).toContain(UNSIGNED)
  for (const change of [{ 'decision.network': 'Avalanche' }, { 'decision.address': OTHER_WALLET }])
    expect(ask(returned, decided('return_to_wallet', { ...says, ...change }))).toContain(UNSIGNED)
  expect(ask(returned, decided('return_to_wallet', says, { caseId: OTHER_CASE }))).toContain(UNSIGNED)
})
