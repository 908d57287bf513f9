import { expect, test } from 'vitest'
import {
  bisi,
  CASE,
  chidi,
  createPasskey,
  createPerson,
  dayo,
  decided,
  decisionText,
  operatorsOf,
  signedBy,
} from '../../../test/passkeys.ts'
import type { Operators } from '../operators/operators-file.ts'
import { isTextOf, parseDecisionText } from './decision-text.ts'
import { createDecisions, type Wanted } from './decisions.ts'
import type { StoredDecision } from './read-decisions.ts'

const TRANSACTION = '01a1dee6-1366-7ab8-a780-7f2d4afdd653'
const says = { transaction: TRANSACTION, 'decision.amount_minor': '9900', 'decision.network': null }
const text = decisionText('release', says)
const live = decisionText('release', says, { mode: 'live' })
const wanted: Wanted = { mode: 'test', actions: ['release'], says }
const twice = createPerson(1, 'Bisi', createPasskey(), createPasskey())
const operators = operatorsOf([bisi, chidi])

const find = (
  stored: readonly StoredDecision[],
  more: Partial<Wanted> = {},
  by: Pick<Operators, 'current'> = operators,
) => createDecisions(by, stored).find({ ...wanted, ...more })

test('a decision that two people signed counts, once for its case', () => {
  const stored = decided('release', says)
  expect(find([stored, stored])).toMatchObject({ cases: [CASE], isUnknown: false })
  const other = '01a1dee6-1366-7ab8-a780-7f2d4afdd6ab'
  expect(find([stored, decided('release', says, { caseId: other })]).cases).toEqual([CASE, other])
})

test('a text counts only in the row of its own case and version', () => {
  const version = parseDecisionText(text).get('version') as number
  expect(isTextOf(text, { case_id: CASE, version })).toBe(true)
  expect(isTextOf(text, { case_id: CASE, version: version + 2 })).toBe(false)
  expect(isTextOf(text, { case_id: TRANSACTION, version })).toBe(false)
})

const both = (signed: string) => [signedBy(bisi, signed), signedBy(chidi, signed)]

test.each<readonly [string, StoredDecision, string]>([
  ['no signature', { text, assertions: [] }, '0 of 2 people signed it'],
  ['one signature', { text, assertions: [signedBy(bisi, text)] }, '1 of 2 people signed it'],
  [
    'the same signature twice',
    { text, assertions: [signedBy(bisi, text), signedBy(bisi, text)] },
    '1 of 2 people',
  ],
  [
    'a signature over another text',
    { text, assertions: [signedBy(bisi, text), signedBy(chidi, live)] },
    'the signature of Chidi does not count: it signs another text',
  ],
  [
    'a signature of a person who left',
    { text, assertions: [signedBy(bisi, text), signedBy(dayo, text)] },
    '1 of 2 people signed it, a signature is not of an operator in the operators file',
  ],
  [
    'a signature of a person whom the database calls suspended',
    { text, assertions: both(text), stopped: new Set([chidi.id]) },
    '1 of 2 people signed it, the signature of Chidi does not count: they are suspended or have left',
  ],
  [
    'a signature without verification',
    { text, assertions: [signedBy(bisi, text), signedBy(chidi, text, { flags: 1 })] },
    'its device did not verify the person',
  ],
  [
    'a signature for another origin',
    { text, assertions: [signedBy(bisi, text), signedBy(chidi, text, { origin: 'https://localhost' })] },
    'it was made for another origin',
  ],
  [
    'another amount',
    decided('release', { ...says, 'decision.amount_minor': '9901' }),
    'it has decision.amount_minor "9901", not "9900"',
  ],
  [
    'another transaction',
    decided('release', { ...says, transaction: 'other' }),
    'it has transaction "other"',
  ],
  [
    'a missing value',
    decided('release', { transaction: TRANSACTION }),
    'it has decision.amount_minor undefined',
  ],
  ['another mode', { text: live, assertions: both(live) }, 'it is for mode live'],
  ['another action', decided('reject', says), 'no signed decision says release'],
  ['a text in another form', { text: 'release', assertions: both('release') }, 'a decision cannot be read'],
])('a decision with %s does not count, and the reason is named', (_what, stored, why) => {
  const found = find([stored])
  expect(found.cases).toEqual([])
  expect(found.why).toContain(why)
})

test('two passkeys of one person are one person', () => {
  const stored = { text, assertions: twice.passkeys.map((passkey) => passkey.assert(text)) }
  const found = find([stored], {}, operatorsOf([twice, chidi]))
  expect(found).toMatchObject({ cases: [], why: expect.stringContaining('1 of 2 people signed it') })
})

test('one person suffices in test mode if the operators file says so, and never in live mode', () => {
  const one = operatorsOf([bisi, chidi], { people_test: 1 })
  expect(find([{ text, assertions: [signedBy(bisi, text)] }], {}, one).cases).toEqual([CASE])
  expect(find([{ text, assertions: [] }], {}, one).cases).toEqual([])
  const stored = { text: live, assertions: [signedBy(bisi, live)] }
  expect(find([stored], { mode: 'live' }, one).why).toContain('1 of 2 people signed it')
})

test('without a valid operators file no decision counts', () => {
  const broken = {
    current: () => {
      throw new Error('the operators file is empty')
    },
  }
  expect(find([decided('release', says)], {}, broken)).toEqual({
    cases: [],
    why: 'the operators file is empty',
    isUnknown: true,
  })
})

test.each([
  ['another first line', text.replace('decision 1', 'decision 2'), 'does not begin'],
  ['a key twice', `${text}\ndecision.amount_minor: "1"`, 'it has decision.amount_minor twice'],
  ['a final newline', `${text}\n`, 'a line is not'],
  ['a line without a value', `${text}\nreason`, 'a line is not'],
  ['a key in capitals', `${text}\nReason: "x"`, 'a line is not'],
  ['a value that is not JSON', `${text}\nreason: x`, 'JSON'],
  ['no action', 'Afara decision 1\nmode: "test"\ncase: "x"', 'it has no decision.action'],
])('a text with %s cannot be read', (_what, given, problem) => {
  expect(() => parseDecisionText(given)).toThrow(problem)
})
