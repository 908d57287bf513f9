import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { journalKeys } from '../../test/journal-keys.ts'
import { NOW_MS, referenceOf, sell } from '../../test/payout-rows.ts'
import { changed } from '../../test/refusals.ts'
import { ACCOUNT, createStubPayer, FIRST, found, type Given, known, success } from '../../test/stub-payer.ts'
import { openPayerJournal, type PayerJournal } from './journal/payer-journal.ts'
import { type BankRail, BankUnavailable, type Reading } from './rails/bank-rail.ts'

let folder: string
let journal: PayerJournal
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'afara-payer-'))
  journal = await openPayerJournal(join(folder, 'journal.jsonl'), journalKeys)
})
afterEach(async () => {
  await journal.close()
  rmSync(folder, { recursive: true })
})
const payerWith = (given: Given = {}) => createStubPayer(journal, given)

const refusal = async (given: Given) => {
  const { payer, sent } = payerWith(given)
  const [answer] = await payer.send(FIRST)
  expect(sent).toEqual([])
  return answer?.outcome === 'refused' ? answer.code : answer?.outcome
}

test('a payment is sent once, and its outcome is told again', async () => {
  const { payer, sent } = payerWith()
  expect(await payer.send(FIRST)).toEqual([
    { payoutId: 'payout-1', outcome: 'accepted', vendorId: 'TRF_1', sessionId: null },
  ])
  expect(sent).toEqual([sell.reference])
  expect(await payer.send(FIRST)).toEqual([{ payoutId: 'payout-1', outcome: 'exists' }])
  expect(sent).toEqual([sell.reference])
})

test('two orders for one debt in a batch are one payment', async () => {
  const { payer, sent } = payerWith()
  const other = { ...sell, payout_id: 'payout-2' }
  const facts = [sell, other].map((one) => ({ ...one, is_copy: false, epoch: 0, unproven: [] }))
  const both = createStubPayer(journal, { rows: { 'payout-facts': facts } })
  const answers = await both.payer.send([...FIRST, { payoutId: 'payout-2', kind: 'first' }])
  expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(['accepted', 'exists'])
  expect(both.sent).toEqual([sell.reference])
  expect(journal.spent(ACCOUNT, NOW_MS).hour).toBe(9_900n)
  expect(await payer.send(FIRST)).toMatchObject([{ outcome: 'exists' }])
  expect(sent).toEqual([])
})

test('a payment that the vendor rejected is rejected again, and not sent again', async () => {
  let orders = 0
  const rejects: Partial<BankRail> = {
    prepare: async () => async () => {
      orders += 1
      return { outcome: 'rejected', code: 'no', message: 'No' }
    },
  }
  const { payer } = payerWith({ rail: rejects })
  expect(await payer.send(FIRST)).toMatchObject([{ outcome: 'rejected', code: 'no' }])
  expect(await payer.send(FIRST)).toMatchObject([{ outcome: 'rejected', code: 'rejected_before' }])
  expect(orders).toBe(1)
})

test.each<readonly [code: string, given: Given]>([
  ['unknown_bank', { codeOf: async () => undefined }],
  ['name_unavailable', { rail: { enquire: async () => ({ outcome: 'unavailable' }) } }],
  ['name_not_found', { rail: { enquire: async () => ({ outcome: 'not_found' }) } }],
  ['name_drift', { rail: { enquire: async () => ({ outcome: 'found', accountName: 'MUSA BELLO' }) } }],
  ['bank_unavailable', { rail: { prepare: async () => Promise.reject(new BankUnavailable('down')) } }],
  ['unknown_account', { deps: { accounts: new Map() } }],
  ['right_mismatch', { facts: changed(sell, { 'right.mode': 'live' }) }],
  ['frozen', { facts: { ...sell, freezes: ['all: a drill'] } }],
])('nothing is sent and the order is refused with %s', async (code, given) => {
  expect(await refusal(given)).toBe(code)
})

test('a mistake of the program is no refusal', async () => {
  const { payer } = payerWith({ rail: { enquire: async () => Promise.reject(new TypeError('a mistake')) } })
  await expect(payer.send(FIRST)).rejects.toThrow('a mistake')
})

test('nothing is judged while the kill switch is on, another process works or the database is gone', async () => {
  const send = async (given: Given) => payerWith(given).payer.send(FIRST)
  await expect(send({ deps: { isKilled: () => true } })).rejects.toMatchObject({ code: 'killed' })
  const confirm = async () => Promise.reject(new Error('payer 2 works'))
  await expect(send({ deps: { alone: { confirm } } })).rejects.toMatchObject({ code: 'not_alone' })
  await expect(send({ rows: { 'payout-facts': new Error('gone') } })).rejects.toMatchObject({
    code: 'database_unavailable',
  })
})

test('facts that are old are read again before the payment is recorded', async () => {
  let now = NOW_MS
  let reads = 0
  const rail: Partial<BankRail> = {
    enquire: async () => {
      now += 5_000
      return found
    },
  }
  const { payer } = payerWith({
    rail,
    deps: {
      nowMs: () => now,
      watch: { look: async () => void (reads += 1) },
    },
  })
  expect(await payer.send(FIRST)).toMatchObject([{ outcome: 'accepted' }])
  expect(reads).toBe(2)
})

test('a journal that lacks a payment of a bank sends nothing', async () => {
  const taken = { account_id: ACCOUNT, reference: 'af-lost', is_answered: true }
  const code = async (given: Given) =>
    payerWith(given)
      .payer.send(FIRST)
      .then(
        ([one]) => one?.outcome,
        (error: Error & { code?: string }) => error.code,
      )
  expect(await code({ rows: { vault_journal: [{ count: '9', hash: 'x' }] } })).toBe('journal_behind')
  expect(await code({ rows: { 'from payout p': [taken] } })).toBe('journal_behind')
  const unanswered = { 'from payout p': [{ ...taken, is_answered: false }] }
  const saying = (reading: Reading): Given => ({ rows: unanswered, rail: { requery: async () => reading } })
  expect(await code(saying({ kind: 'pending', code: null }))).toBe('journal_behind')
  expect(await code(saying({ kind: 'unavailable', code: null }))).toBe('bank_unavailable')
  expect(
    await code({ rows: { 'from payout p': [{ ...taken, is_answered: false, account_id: 'another' }] } }),
  ).toBe('bank_unavailable')
  expect(await code(saying({ kind: 'not_found', code: null }))).toBe('accepted')
})

test('a journal is behind if its record is not the one that the database has seen', async () => {
  await payerWith().payer.send(FIRST)
  const { count, hash } = journal.head()
  const second = changed(sell, { payout_id: 'payout-1' })
  const seen = async (row: object) =>
    payerWith({ facts: second, rows: { vault_journal: [row] } })
      .payer.send(FIRST)
      .then(
        ([one]) => one?.outcome,
        (error: Error) => error.message,
      )
  expect(await seen({ count: String(count), hash: 'another' })).toContain('differs from the one')
  expect(await seen({ count: String(count), hash })).toBe('exists')
})

const ask = async (given: Given) => (await payerWith(given).payer.requery(['payout-1']))[0]

test('a reading names the bank as the order did', async () => {
  const rows = { 'known-payouts': [known] }
  expect(await ask({})).toMatchObject({ kind: 'unavailable', code: 'unknown_payout' })
  expect(await ask({ rows: { 'known-payouts': [{ ...known, account_id: 'another' }] } })).toMatchObject({
    code: 'unknown_payout',
  })
  const rail = { requery: async () => success }
  expect(await ask({ rows, rail })).toMatchObject({ kind: 'success', bankCode: '000013' })
  const keyOf = async () => '000058'
  expect(await ask({ rows, rail, keyOf, codeOf: async () => '999' })).toMatchObject({ bankCode: '000058' })
  const failing = {
    codeOf: async () => Promise.reject(new Error('x')),
    keyOf: async () => Promise.reject(new Error('x')),
  }
  expect(await ask({ rows, rail, ...failing })).toMatchObject({ bankCode: '058' })
  const bankless = { requery: async () => ({ ...success, bankCode: null }) }
  expect(await ask({ rows, rail: bankless })).toMatchObject({ bankCode: null })
})

test('only an answer that is new is recorded', async () => {
  await payerWith().payer.send(FIRST)
  const rows = { 'known-payouts': [known] }
  const records = async (reading: Reading, atMs = NOW_MS) => {
    const before = journal.head().count
    await ask({ rows, rail: { requery: async () => reading }, deps: { nowMs: () => atMs } })
    return journal.head().count - before
  }
  const missing: Reading = { kind: 'not_found', code: null }
  expect(await records({ kind: 'unavailable', code: null })).toBe(0)
  expect(await records(missing)).toBe(1)
  expect(await records(missing, NOW_MS + 1_000)).toBe(0)
  expect(await records(missing, NOW_MS + 61_000)).toBe(1)
  expect(await records({ kind: 'pending', code: null })).toBe(1)
  expect(await records({ kind: 'pending', code: null })).toBe(0)
  expect(await records(success)).toBe(1)
})

test('an answer about an account that left the policy is still recorded', async () => {
  await payerWith().payer.send(FIRST)
  const { policy } = payerWith().deps
  const given = { rows: { 'known-payouts': [known] }, deps: { policy: { ...policy, find: () => undefined } } }
  await ask(given)
  expect(journal.ofReference(sell.reference)?.known.said).toBe('not_found')
  expect(journal.head().count).toBe(3)
  await ask(given)
  expect(journal.head().count).toBe(3)
})

test('after a rejection, "not found" is not new', async () => {
  const rejects: Partial<BankRail> = {
    prepare: async () => async () => ({ outcome: 'rejected', code: 'no', message: 'No' }),
  }
  await payerWith({ rail: rejects }).payer.send(FIRST)
  const before = journal.head().count
  await ask({ rows: { 'known-payouts': [known] } })
  expect(journal.head().count).toBe(before)
})

test('before a debt is paid again, the bank is asked about its former payment', async () => {
  await payerWith().payer.send(FIRST)
  const again = changed(sell, { attempt: 2, reference: referenceOf('payout', 1, 2) })
  const asked: string[] = []
  const requery = async (reference: string): Promise<Reading> => {
    asked.push(reference)
    return { kind: 'pending', code: null }
  }
  expect(await refusal({ facts: again, rail: { requery } })).toBe('former_alive')
  expect(asked).toEqual([sell.reference])
  expect(await refusal({ facts: again, deps: { accounts: new Map() } })).toBe('unknown_account')
})

test('an enquiry goes to the first vendor of the mode that answers', async () => {
  const account = { bankCode: '000013', accountNumber: '0123456789' }
  const enquire = async (given: Given, mode = 'test') =>
    (await payerWith(given).payer.enquire(mode, account)).outcome
  expect(await enquire({})).toBe('found')
  expect(await enquire({}, 'live')).toBe('unavailable')
  expect(await enquire({ codeOf: async () => undefined })).toBe('unavailable')
  expect(await enquire({ codeOf: async () => Promise.reject(new Error('x')) })).toBe('unavailable')
  expect(await enquire({ rail: { enquire: async () => ({ outcome: 'unavailable' }) } })).toBe('unavailable')
})

test('a balance and a ledger are of an account that the policy names', async () => {
  const lines = { lines: [], cursor: '', isWhole: true }
  const { payer } = payerWith({ rail: { balance: async () => 5n, lines: async () => lines } })
  expect(await payer.balance(ACCOUNT)).toEqual({ availableMinor: 5n, at: new Date(NOW_MS) })
  expect(await payer.lines(ACCOUNT, null)).toBe(lines)
  await expect(payer.balance('another')).rejects.toMatchObject({ code: 'unknown_account' })
  const failing = async (error: Error) =>
    payerWith({
      rail: {
        balance: async () => {
          throw error
        },
      },
    }).payer.balance(ACCOUNT)
  await expect(failing(new BankUnavailable('down'))).rejects.toMatchObject({ code: 'bank_unavailable' })
  await expect(failing(new TypeError('a mistake'))).rejects.toThrow(TypeError)
})

test('a notification counts if a vendor of ours signed it', () => {
  const read = (references: readonly string[] | undefined, mode = 'test', vendor = 'paystack') =>
    payerWith({ rail: { readHook: () => references } }).payer.readHook(mode, vendor, {}, Buffer.from('{}'))
  expect(read(['af-1'])).toEqual(['af-1'])
  expect(read(undefined)).toBeUndefined()
  expect(read(['af-1'], 'live')).toBeUndefined()
  expect(read(['af-1'], 'test', 'monnify')).toBeUndefined()
})
