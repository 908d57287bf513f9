import { expect, test } from 'vitest'
import { bisi, CASE, chidi, dayo, decisionText, operatorsOf, signedBy } from '../../../test/passkeys.ts'
import type { Operators } from '../operators/operators-file.ts'
import { createDecisionBook } from './decision-book.ts'
import { createDecisions, type Wanted } from './decisions.ts'
import type { StoredDecision } from './read-decisions.ts'

const STANDING = '01a1dee6-1366-7ab8-a780-7f2d4afdd6bb'
const TRANSACTION = '01a1dee6-1366-7ab8-a780-7f2d4afdd653'
const BUSINESS = '01a1dee6-1366-7ab8-a780-7f2d4afdd601'
const OTHER = '01a1dee6-1366-7ab8-a780-7f2d4afdd602'
const EXPIRES = '2026-12-01T00:00:00.000Z'
const BEFORE_MS = Date.parse(EXPIRES) - 1
const LATE_MS = Date.parse(EXPIRES) + 600_000

type Fields = Readonly<Record<string, unknown>>
type Use = NonNullable<StoredDecision['standing']>['uses'][number]

const terms: Fields = {
  'decision.kind': 'accept_short',
  'decision.ground': 'underpaid',
  'decision.cap_minor': '10000',
  'decision.total_minor': '25000',
  'decision.expires_at': EXPIRES,
  'decision.business_id': null,
}

/** Writes the standing decision, signed by these people. */
function allowed(more: Fields = {}, people = [bisi, chidi], about: { mode?: string; caseId?: string } = {}) {
  const text = decisionText('allow_standing', { ...terms, ...more }, { caseId: STANDING, ...about })
  return { text, assertions: people.map((person) => signedBy(person, text)) }
}

const useText = (more: Fields = {}, caseId = CASE) =>
  decisionText(
    'accept_short',
    {
      kind: 'underpaid',
      transaction: TRANSACTION,
      'decision.standing': STANDING,
      'decision.amount_minor': '10000',
      ...more,
    },
    { caseId },
  )

type Setting = Readonly<{
  stored?: readonly StoredDecision[]
  text?: string
  people?: readonly (typeof bisi)[]
  use?: Partial<Use> | null
  others?: readonly Use[]
  nowMs?: number
  wanted?: Partial<Wanted>
  operators?: Pick<Operators, 'current'>
  book?: ReturnType<typeof createDecisionBook>
}>

const otherUse = (amount: unknown, caseId = OTHER): Use => ({
  caseId,
  text: useText({ 'decision.amount_minor': amount }, caseId),
  kind: 'underpaid',
  business: BUSINESS,
  ended: null,
})

/** Asks for a decision of one person that rests on the standing decision. */
function find(setting: Setting = {}) {
  const { stored = [allowed()], text = useText(), people = [bisi, bisi], use = {}, others = [] } = setting
  const own = { caseId: CASE, text, kind: 'underpaid', business: BUSINESS, ended: null, ...use }
  const decision = {
    text,
    assertions: people.map((person) => signedBy(person, text)),
    standing: { stored, uses: [...(use === null ? [] : [own]), ...others] },
  }
  const { operators = operatorsOf([bisi, chidi]), book = createDecisionBook(), nowMs = BEFORE_MS } = setting
  return createDecisions(operators, [decision], { nowMs, journal: book }).find({
    mode: 'test',
    actions: ['accept_short', 'return_part', 'release'],
    says: { transaction: TRANSACTION },
    mayStand: { amountMinor: 10_000n, businessId: BUSINESS },
    ...setting.wanted,
  })
}

test('a decision of one person counts if a standing decision of two covers it', () => {
  expect(find()).toMatchObject({ cases: [CASE], isUnknown: false })
  expect(find({ stored: [allowed({ 'decision.business_id': BUSINESS })] }).cases).toEqual([CASE])
  expect(find({ others: [otherUse('15000')] }).cases).toEqual([CASE])
})

test('it counts only where the payment may rest on a standing decision', () => {
  const found = find({ wanted: { mayStand: undefined as never } })
  expect(found).toMatchObject({ cases: [], why: expect.stringContaining('1 of 2 people signed it') })
})

const wide = { 'decision.kind': 'release', 'decision.ground': 'screening_hit' }
const released = useText({ kind: 'screening_hit' }).replace('"accept_short"', '"release"')
const parts = (sum: string) =>
  useText({
    kind: 'underpaid',
    'decision.returns.0.amount_minor': sum,
    'decision.returns.1.amount_minor': '4000',
  }).replace('"accept_short"', '"return_part"')
const partTerms = { 'decision.kind': 'return_part' }

test.each<readonly [string, Setting, string]>([
  ['no signature of its own', { people: [] }, 'no operator signed it'],
  ['a signature of a person who left', { people: [dayo, dayo] }, 'no operator signed it'],
  ['a standing decision that does not exist', { stored: [] }, 'there is no such standing decision'],
  ['a standing decision of one person', { stored: [allowed({}, [bisi])] }, '1 of 2 people signed it'],
  ['a standing decision of one person twice', { stored: [allowed({}, [bisi, bisi])] }, '1 of 2 people'],
  [
    'a standing decision of a person who left',
    { stored: [allowed({}, [bisi, dayo])] },
    'the standing decision does not count',
  ],
  [
    'a standing decision whose row was changed after it was signed',
    { stored: [{ ...allowed(), text: allowed({ 'decision.cap_minor': '99999' }).text }] },
    'it signs another text',
  ],
  [
    'a standing decision for live money',
    { stored: [allowed({}, [bisi, chidi], { mode: 'live' })] },
    'no such',
  ],
  ['a text of another case', { stored: [allowed({}, [bisi, chidi], { caseId: OTHER })] }, 'no such'],
  ['another kind', { stored: [allowed({ 'decision.kind': 'retry_send' })] }, 'is for retry_send'],
  ['another ground', { stored: [allowed({ 'decision.ground': 'part_deposited' })] }, 'kind part_deposited'],
  ['a case whose row has another kind', { use: { kind: 'request' } }, 'not for accept_short in request'],
  ['a text that claims another kind', { text: useText({ kind: 'request' }) }, 'is for accept_short'],
  [
    'a kind that never stands',
    { stored: [allowed(wide)], text: released, use: { kind: 'screening_hit' } },
    'never',
  ],
  ['another business', { stored: [allowed({ 'decision.business_id': OTHER })] }, 'another business'],
  [
    'a case of another business than the payment',
    { stored: [allowed({ 'decision.business_id': BUSINESS })], use: { business: OTHER } },
    'another business',
  ],
  [
    'a payment of another amount',
    { wanted: { mayStand: { amountMinor: 10_001n, businessId: BUSINESS } } },
    'names another amount',
  ],
  ['no amount', { text: useText({ 'decision.amount_minor': null }) }, 'names another amount'],
  [
    'an amount above the cap',
    { stored: [allowed({ 'decision.cap_minor': '9999' })] },
    'allows ₦99.99, not ₦100.00',
  ],
  ['a used-up total', { others: [otherUse('15001')] }, 'allows ₦250.00 in total, and ₦250.01 is decided'],
  ['another use that cannot be read', { others: [otherUse(1)] }, 'an unknown amount'],
  ['an end', { use: { ended: 'a bank recalled a credit' } }, 'had ended: a bank recalled a credit'],
  ['an expiry', { nowMs: LATE_MS }, 'had expired'],
  ['no expiry', { stored: [allowed({ 'decision.expires_at': null })] }, 'its terms cannot be read'],
  [
    'a business that is no id',
    { stored: [allowed({ 'decision.business_id': 7 })] },
    'its terms cannot be read',
  ],
  ['a cap of zero', { stored: [allowed({ 'decision.cap_minor': '0' })] }, 'its terms cannot be read'],
  ['a total that is a number', { stored: [allowed({ 'decision.total_minor': 25_000 })] }, 'cannot be read'],
  ['a proposal that nobody approved', { use: null }, 'it is not in force'],
  ['parts that make another amount', { stored: [allowed(partTerms)], text: parts('6001') }, 'another amount'],
  [
    'parts that cannot be read',
    { stored: [allowed(partTerms)], text: parts('6000').replace('"4000"', '4000') },
    'another amount',
  ],
  [
    'a standing decision that its text does not name',
    { text: useText({ 'decision.standing': null }) },
    'it names no standing decision',
  ],
])('a decision with %s does not count', (_what, setting, why) => {
  expect(find(setting)).toMatchObject({ cases: [], why: expect.stringContaining(why) })
})

test('the parts of a refund make its amount', () => {
  expect(find({ stored: [allowed(partTerms)], text: parts('6000') }).cases).toEqual([CASE])
})

const seen = (more: Fields = {}) => {
  const book = createDecisionBook()
  const one = { case_id: CASE, version: 3, mode: 'test', action: 'accept_short', standing: STANDING }
  book.addDecisions({ at: EXPIRES, decisions: [{ ...one, amount_minor: '10000', ...more }] })
  return book
}

test('a decision that was verified in time is paid after the expiry, unless it was not supported', () => {
  expect(find({ nowMs: LATE_MS, book: seen() }).cases).toEqual([CASE])
  expect(find({ nowMs: LATE_MS, book: seen({ problem: 'forged' }) }).cases).toEqual([])
})

test('a use that the journal knows counts towards the total, also if its row is gone', () => {
  const book = seen({ case_id: OTHER, amount_minor: '15001' })
  expect(find({ book })).toMatchObject({ cases: [], why: expect.stringContaining('₦250.01 is decided') })
})
