import { expect, test } from 'vitest'
import { subjectProblems } from './check-commits.ts'

const refused: ReadonlyArray<readonly [subject: string, problem: RegExp]> = [
  ['update the readme', /Conventional Commits type/],
  ['feature: add a rail', /Conventional Commits type/],
  ['fix: added a floor to the balance', /imperative/],
  ['fix(ledger): adds a floor to the balance', /imperative/],
  ['fix: adding a floor to the balance', /imperative/],
  ['test: the payer refuses a second payment', /imperative/],
  ['fix: Refuse a second payment', /lower case/],
  ['fix: refuse a second payment.', /full stop/],
  [`docs: ${'explain '.repeat(9)}it`, /to 72 characters \(it has 80\)/],
]

test.each(refused)('"%s" is refused', (subject, problem) => {
  expect(subjectProblems(subject)).toEqual([expect.stringMatching(problem)])
})

test.each([
  'fix: refuse a second payment of one sell',
  'feat(cli)!: pass the key by a file',
  'chore: bring Node 24',
  'perf: process credits in groups',
  'fix: embed the fonts of receipts',
])('"%s" passes', (subject) => {
  expect(subjectProblems(subject)).toEqual([])
})
