import type { Pool } from 'pg'
import { expect, test } from 'vitest'
import { BUSINESS, TRANSACTION } from '../../../test/credit-rows.ts'
import { bisi, CASE, chidi, decisionText, operatorsOf, signedBy } from '../../../test/passkeys.ts'
import { createMemberBook, type MembersRecord } from '../members/member-book.ts'
import type { Executed } from './signed-request.ts'
import { createRequestWatch } from './watch-requests.ts'

const PUBLIC = Buffer.alloc(32, 7)
const key = { key_id: 'k-1', business_id: BUSINESS, mode: 'test', public_key: PUBLIC, decided_by: null }
const live = { ...key, mode: 'live', decided_by: CASE }
const sell: Executed = {
  transactionId: TRANSACTION,
  purpose: 'sell',
  business: BUSINESS,
  mode: 'test',
  reference: 's-1',
  amountMinor: '100',
  destination: {},
}

type Rows = Readonly<Record<string, readonly object[]>>

/** A watch whose database answers each statement by a word in it. */
function watchOver(rows: Rows, book = createMemberBook()) {
  const noted: MembersRecord[] = []
  const query = async (given: string | Readonly<{ text: string }>) => {
    const text = typeof given === 'string' ? given : given.text
    return { rows: Object.entries(rows).find(([word]) => text.includes(word))?.[1] ?? [] }
  }
  const watch = createRequestWatch({
    operators: operatorsOf([bisi, chidi]),
    journal: {
      ...book,
      noteMembers: (record) => {
        noted.push(record)
        book.addMembers(record)
      },
    },
    pool: { query } as unknown as Pool,
    alone: { confirm: async () => 1 },
    nowMs: () => 0,
  })
  return { watch, book, noted }
}

test('a test key is pinned at first sight and never changes', async () => {
  const { watch, book, noted } = watchOver({ 'from signing_key': [key] })
  await watch.look()
  await watch.look()
  expect(noted.length).toBe(1)
  expect(book.signingKey('k-1')).toMatchObject({ business: BUSINESS, mode: 'test' })
  const forged = watchOver({ 'from signing_key': [{ ...key, public_key: Buffer.alloc(32, 8) }] }, book)
  await forged.watch.look()
  expect(forged.noted).toEqual([])
  expect(book.signingKey('k-1')?.public_key).toBe(PUBLIC.toString('base64url'))
})

const approval = { business: BUSINESS, 'decision.public_key': PUBLIC.toString('base64url') }

/** The rows of a decision of these people. */
function decisionRows(text: string, people: ReadonlyArray<typeof bisi>): Rows {
  const rows = people.map((person) => {
    const { credentialId, authenticatorData, clientData, signature } = signedBy(person, text)
    return {
      case_id: CASE,
      version: 3,
      text,
      credential_id: credentialId,
      authenticator_data: authenticatorData,
      client_data: clientData,
      signature,
    }
  })
  return { 'from signing_key': [live], 'from signed_decision': rows }
}

test.each<readonly [what: string, isPinned: boolean, rows: Rows]>([
  [
    'that two operators approved',
    true,
    decisionRows(decisionText('issue_key', approval, { mode: 'live' }), [bisi, chidi]),
  ],
  [
    'that one operator approved',
    false,
    decisionRows(decisionText('issue_key', approval, { mode: 'live' }), [bisi]),
  ],
  ['that nobody approved', false, { 'from signing_key': [{ ...live, decided_by: null }] }],
  ['without its decision', false, { 'from signing_key': [live] }],
  [
    'approved for test mode',
    false,
    decisionRows(decisionText('issue_key', approval, { mode: 'test' }), [bisi, chidi]),
  ],
  [
    'approved for another business',
    false,
    decisionRows(decisionText('issue_key', { ...approval, business: TRANSACTION }, { mode: 'live' }), [
      bisi,
      chidi,
    ]),
  ],
  [
    'with another public key than was approved',
    false,
    decisionRows(decisionText('issue_key', { ...approval, 'decision.public_key': 'x' }, { mode: 'live' }), [
      bisi,
      chidi,
    ]),
  ],
  [
    'with a decision about something else',
    false,
    decisionRows(decisionText('release', approval, { mode: 'live' }), [bisi, chidi]),
  ],
  [
    'with a decision that cannot be read',
    false,
    { 'from signing_key': [live], 'from signed_decision': [{ case_id: CASE, version: 3, text: 'x' }] },
  ],
])('a live key %s: pinned is %s', async (_what, isPinned, rows) => {
  const { watch, book } = watchOver(rows)
  await watch.look()
  expect(book.signingKey('k-1') !== undefined).toBe(isPinned)
})

test('only a business that signs must sign, and it must still when its rows are gone', async () => {
  const nobody = watchOver({})
  expect(await nobody.watch.verify([])).toEqual(new Map())
  expect(await nobody.watch.verify([sell])).toEqual(new Map())
  const { watch, book } = watchOver({ 'from signing_key': [key] })
  const unsigned = new Map([[TRANSACTION, 'its sell is not signed']])
  expect(await watch.verify([sell])).toEqual(unsigned)
  expect(await watchOver({}, book).watch.verify([sell])).toEqual(unsigned)
  const withdrawal = { ...sell, purpose: 'withdrawal' } as const
  expect(await watch.verify([withdrawal])).toEqual(new Map([[TRANSACTION, 'its withdrawal is not signed']]))
  expect(await watch.verify([{ ...sell, mode: 'live' }])).toEqual(new Map())
})

test('a row of a batch is verified with the requests of its batch', async () => {
  const places = [{ transaction_id: TRANSACTION, batch_id: CASE, number: 1 }]
  const { watch } = watchOver({ 'from signing_key': [key], 'from batch_sell': places })
  expect(await watch.verify([sell])).toEqual(new Map([[TRANSACTION, 'its confirmation is not signed']]))
})

test('a key of another business does not count', async () => {
  const stored = {
    subject_id: TRANSACTION,
    purpose: 'sell',
    business_id: BUSINESS,
    mode: 'test',
    key_id: 'k-1',
    base: '',
    signature: Buffer.alloc(64),
    body: Buffer.from('{}'),
    revoked_at: null,
  }
  const { watch, book } = watchOver({
    'from signing_key': [{ ...key, key_id: 'k-2' }],
    'from signed_request': [stored],
  })
  const problem = async () => (await watch.verify([sell])).get(TRANSACTION)
  expect(await problem()).toContain('its key is not known here')
  const fact = {
    kind: 'signing_key',
    key: 'k-1',
    mode: 'test',
    public_key: PUBLIC.toString('base64url'),
  } as const
  book.addMembers({ at: '2026-11-16T09:00:00Z', payments: [{ ...fact, business: CASE }] })
  expect(await problem()).toContain('its key is not known here')
})
