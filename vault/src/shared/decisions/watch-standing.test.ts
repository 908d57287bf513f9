import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bisi, CASE, chidi, decisionText, operatorsOf, signedBy } from '../../../test/passkeys.ts'
import { type Journal, openJournal } from '../../signer/journal/journal.ts'
import { createDecisionWatch } from './watch-decisions.ts'

const STANDING = '01a1dee6-1366-7ab8-a780-7f2d4afdd603'
const EXPIRES_MS = 2_000
const terms = {
  'decision.kind': 'return',
  'decision.ground': 'unmatched',
  'decision.cap_minor': '500',
  'decision.total_minor': '500',
  'decision.expires_at': new Date(EXPIRES_MS).toISOString(),
  'decision.business_id': null,
}
const standing = decisionText('allow_standing', terms, { caseId: STANDING })
const used = decisionText('return', {
  kind: 'unmatched',
  'decision.amount_minor': '500',
  'decision.standing': STANDING,
})
const named = { version: 3, mode: 'test', case_mode: 'test', transaction: null, credit: null, account: null }

let folder: string
let journal: Journal
let isNew: boolean

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'afara-watch-'))
  journal = await openJournal(join(folder, 'journal.ndjson'))
  isNew = false
})
afterEach(async () => {
  await journal.close()
  rmSync(folder, { recursive: true })
})

const signatures = (text: string, people: readonly (typeof bisi)[]) =>
  people.map((person) => {
    const { credentialId, authenticatorData, clientData, signature } = signedBy(person, text)
    return {
      credential_id: credentialId,
      authenticator_data: authenticatorData,
      client_data: clientData,
      signature,
    }
  })

/** Looks at a credit that Bisi returned alone, under a standing decision that these people signed. Returns what is wrong with it. */
async function look(
  people: readonly (typeof bisi)[],
  {
    nowMs = EXPIRES_MS,
    ended = null,
    kind = 'unmatched',
  }: Partial<{
    nowMs: number
    ended: string | null
    kind: string
  }> = {},
): Promise<readonly string[]> {
  const resolution = { action: 'return', amount_minor: '500', standing: STANDING }
  const about = { ...named, case_id: CASE, action: 'return', kind: 'unmatched', business: null, resolution }
  const answers = new Map<string, readonly object[]>([
    ['approved-decisions', [{ case_id: CASE, version: 3, xid: '5', through: '9', is_copy: false }]],
    ['decisions-in-force', signatures(used, [bisi, bisi]).map((one) => ({ ...about, text: used, ...one }))],
    [
      'decisions-of-cases',
      signatures(standing, people).map((one) => ({ case_id: STANDING, version: 3, text: standing, ...one })),
    ],
    ['standing-uses', [{ standing_id: STANDING, case_id: CASE, text: used, kind, business: null, ended }]],
  ])
  const pool = {
    query: async ({ name }: { name: string }) => ({ rows: answers.get(name) ?? [] }),
  } as unknown as Pool
  if (!isNew) {
    const other = { case_id: STANDING, version: 3, mode: 'test', action: 'allow_standing' }
    const first_look = { through: '0', is_over: true }
    journal.noteDecisions({ at: new Date(0).toISOString(), decisions: [other], first_look })
  }
  const operators = operatorsOf([bisi, chidi])
  const alone = { confirm: async () => 1 }
  await createDecisionWatch({ operators, journal, pool, alone, nowMs: () => nowMs }, () => {}).look()
  return journal.unsupported().map(({ problem }) => problem)
}

test('a decision of one person in force is supported by a standing decision of two', async () => {
  expect(await look([bisi, chidi])).toEqual([])
  expect(journal.usesOf(STANDING)).toEqual(new Map([[CASE, '500']]))
  expect(journal.isSupported({ case_id: CASE, version: 3 })).toBe(true)
})

test('a new journal accepts the use of a standing decision that has expired since', async () => {
  isNew = true
  expect(await look([bisi, chidi], { nowMs: EXPIRES_MS + 600_000 })).toEqual([])
})

test.each([
  ['of one person', [bisi], {}, '1 of 2 people signed it, and the standing decision does not count'],
  ['that had ended', [bisi, chidi], { ended: 'a bank recalled a credit' }, 'had ended: a bank recalled'],
  ['that had expired', [bisi, chidi], { nowMs: EXPIRES_MS + 600_000 }, 'had expired'],
  [
    'for another kind of case',
    [bisi, chidi],
    { kind: 'request' },
    'is for return in cases of kind unmatched',
  ],
])('the use of a standing decision %s is found, and still counts towards its total', async (...given) => {
  const [, people, more, problem] = given
  expect(await look(people, more)).toEqual([expect.stringContaining(problem)])
  expect(journal.usesOf(STANDING).get(CASE)).toBe('500')
  expect(journal.isSupported({ case_id: CASE, version: 3 })).toBe(false)
})
