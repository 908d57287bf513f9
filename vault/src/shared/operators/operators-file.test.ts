import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  bisi,
  chidi,
  createPasskey,
  createPerson,
  dayo,
  hashOf,
  lineOf,
  type StatementFields,
  signedBy,
  statementOf,
} from '../../../test/passkeys.ts'
import { openOperators, verifyOperators } from './operators-file.ts'
import { canonicalJson } from './statement.ts'

const first = statementOf([bisi, chidi, dayo])
const root = hashOf(first)
const next = (people: Parameters<typeof statementOf>[0], more: StatementFields = {}): StatementFields =>
  statementOf(people, { number: 2, previous: root, ...more })
const withoutDayo = next([bisi, chidi])
const text = canonicalJson(withoutDayo)
const start = lineOf(first)
const left = lineOf(withoutDayo, signedBy(bisi, text), signedBy(dayo, text))

test('the first statement is the one that the policy names, and two operators sign each later one', () => {
  const statements = verifyOperators(start + left, root)
  expect(statements.map(({ operators }) => operators.map(({ name }) => name))).toEqual([
    ['Bisi', 'Chidi', 'Dayo'],
    ['Bisi', 'Chidi'],
  ])
})

const two = statementOf([bisi, chidi])
const admission = statementOf([bisi, chidi, dayo], { number: 2, previous: hashOf(two) })
const twice = createPerson(1, 'Bisi', createPasskey(), createPasskey())
const withTwo = statementOf([twice, chidi])
const afterTwo = statementOf([chidi, dayo], { number: 2, previous: hashOf(withTwo) })
const afterTwoText = canonicalJson(afterTwo)

const invalidFiles: readonly (readonly [what: string, file: string, problem: string, root?: string])[] = [
  ['no statement', '\n', 'the operators file is empty'],
  ['another first statement', start, 'not the one that the policy names', hashOf(withoutDayo)],
  ['a changed name', start.replace('Dayo', 'Eve'), 'not the one that the policy names'],
  ['no signature', start + lineOf(withoutDayo), '0 of 2 operators signed statement 2'],
  ['one signature', start + lineOf(withoutDayo, signedBy(bisi, text)), '1 of 2 operators signed statement 2'],
  [
    'two signatures of one person',
    lineOf(withTwo) + lineOf(afterTwo, ...twice.passkeys.map((passkey) => passkey.assert(afterTwoText))),
    '1 of 2 operators signed statement 2',
    hashOf(withTwo),
  ],
  [
    'a signature of a stranger',
    start + lineOf(withoutDayo, signedBy(bisi, text), signedBy(createPerson(1, 'Bisi'), text)),
    'a signature is not of an operator',
  ],
  [
    'a signature without verification',
    start + lineOf(withoutDayo, signedBy(bisi, text), signedBy(chidi, text, { flags: 1 })),
    'the signature of Chidi does not count: its device did not verify the person',
  ],
  [
    'a person who signs their own admission',
    lineOf(two) +
      lineOf(admission, signedBy(bisi, canonicalJson(admission)), signedBy(dayo, canonicalJson(admission))),
    '1 of 2 operators signed statement 2',
    hashOf(two),
  ],
  [
    'a statement of another chain',
    start + lineOf(next([bisi, chidi], { previous: '0'.repeat(64) })),
    'does not follow',
  ],
  ['a statement left out', start + lineOf(next([bisi, chidi], { number: 3 })), 'has number 3'],
  ['half a line', start.slice(0, 50), 'is not JSON'],
  [
    'a signature that is not in a list',
    `${JSON.stringify({ statement: first, signatures: {} })}\n`,
    'signatures is not a list',
  ],
]

test.each(invalidFiles.map(([what, file, problem, of = root]) => [what, file, problem, of] as const))(
  'a file with %s is refused',
  (_what, file, problem, of) => {
    expect(() => verifyOperators(file, of)).toThrow(problem)
  },
)

test.each<readonly [string, StatementFields, string]>([
  ['one person for live money', { people_live: 1 }, 'people_live must be 2'],
  ['nobody for test money', { people_test: 0 }, 'people_test must be 1 or 2'],
  ['a misspelt field', { peple: 1 }, 'the setting peple does not exist'],
  ['an origin of another site', { origin: 'https://example.com' }, 'origin is not a site of rp_id'],
  ['an operator that is not in a list', { operators: { ...bisi } }, 'operators is not a list'],
  ['one operator', statementOf([bisi]), 'at least two operators'],
  ['an operator twice', statementOf([bisi, createPerson(1, 'Bisi again')]), 'names an operator twice'],
  [
    'a passkey of two people',
    statementOf([bisi, createPerson(2, 'Chidi', ...bisi.passkeys)]),
    'names a credential twice',
  ],
  [
    'a key of two people',
    statementOf([bisi, createPerson(2, 'Chidi', ...bisi.passkeys.map((one) => ({ ...one, id: 'other' })))]),
    'names a key twice',
  ],
  [
    'no credentials',
    { operators: [{ id: bisi.id, name: 'Bisi', credentials: [] }] },
    'it has no credentials',
  ],
  [
    'a key that is none',
    { operators: [{ id: bisi.id, name: 'Bisi', credentials: [{ id: 'x', key: 'AAAA' }] }] },
    'operator 1',
  ],
])('a statement with %s is refused', (_what, more, problem) => {
  const statement = statementOf([bisi, chidi], more)
  expect(() => verifyOperators(lineOf(statement), hashOf(statement))).toThrow(problem)
})

let folder: string
let path: string
let nowMs = 0

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'afara-operators-'))
  path = join(folder, 'operators.jsonl')
  nowMs = 1_000_000
})

afterEach(() => rmSync(folder, { recursive: true }))

const namesAt = (operators: ReturnType<typeof openOperators>): string[] =>
  operators.current().operators.map(({ name }) => name)

test('a person who leaves is refused two seconds after the file has changed', () => {
  writeFileSync(path, start)
  const operators = openOperators(path, root, () => nowMs)
  appendFileSync(path, left)
  nowMs += 1_999
  expect(namesAt(operators)).toEqual(['Bisi', 'Chidi', 'Dayo'])
  nowMs += 1
  expect(namesAt(operators)).toEqual(['Bisi', 'Chidi'])
})

test.each([
  ['shorter', start, 'no longer has statement 2'],
  ['empty', '', 'the operators file is empty'],
  ['invalid', `${start}${left}x`, 'statement 3 of the operators file is not JSON'],
  [
    'that of another chain',
    start + lineOf(next([chidi, dayo]), ...otherSignatures()),
    'no longer has statement 2',
  ],
])('a file that became %s stops every decision until it is repaired', (_what, file, problem) => {
  writeFileSync(path, start + left)
  const operators = openOperators(path, root, () => nowMs)
  writeFileSync(path, file)
  nowMs += 2_000
  expect(() => operators.current()).toThrow(problem)
  nowMs += 1
  expect(() => operators.current()).toThrow(problem)
  writeFileSync(path, start + left)
  nowMs += 2_000
  expect(namesAt(operators)).toEqual(['Bisi', 'Chidi'])
})

function otherSignatures() {
  const other = canonicalJson(next([chidi, dayo]))
  return [signedBy(bisi, other), signedBy(chidi, other)]
}

test('a file that was deleted stops every decision', () => {
  writeFileSync(path, start)
  const operators = openOperators(path, root, () => nowMs)
  rmSync(path)
  nowMs += 2_000
  expect(() => operators.current()).toThrow('ENOENT')
})

test('a process does not start with an invalid file', () => {
  writeFileSync(path, start + lineOf(withoutDayo))
  expect(() => openOperators(path, root, () => nowMs)).toThrow('0 of 2 operators signed statement 2')
})
