import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { journalKeys } from '../../../test/journal-keys.ts'
import { decided, decisionsOf } from '../../../test/passkeys.ts'
import type { FundedPayout } from '../money/judge-payout.ts'
import { createJournalKeys } from './journal-keys.ts'
import { openPayerJournal, type PayerJournal } from './payer-journal.ts'
import { type SendIntent, sameKey } from './payer-record.ts'
import { requireFormerDead, requireRepeatable, requireUnusedSource } from './require-unsent.ts'

let folder: string
let journal: PayerJournal

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'afara-payer-journal-'))
  journal = await openPayerJournal(join(folder, 'journal.jsonl'), journalKeys)
})

afterEach(async () => {
  await journal.close()
  rmSync(folder, { recursive: true })
})

const START_MS = 1_800_000_000_000
const at = (seconds: number): string => new Date(START_MS + seconds * 1000).toISOString()

function sending(reference: string, changes: Partial<SendIntent> = {}): SendIntent {
  return {
    at: at(0),
    reference,
    account: 'account-1',
    mode: 'test',
    action: 'send',
    right: 'b/test/ref/payout/1',
    attempt: 1,
    payout_id: `payout-${reference}`,
    transaction_id: 'txn',
    bank_code: '000013',
    account_number: '0123456789',
    amount_minor: '900',
    source: [{ name: 'test|Polygon|0xaa#1', amount_minor: '1000', gross_minor: '1000' }],
    ...changes,
  }
}

function write(intent: SendIntent): number {
  const number = journal.add(intent)
  journal.commit()
  return number
}
const said = (of: number, reading: 'not_found' | 'failed' | 'success' | 'pending', seconds: number) =>
  journal.hear([{ of, at: at(seconds), reading, code: null, vendor_id: null }])
const reopen = async (): Promise<void> => {
  await journal.close()
  journal = await openPayerJournal(join(folder, 'journal.jsonl'), journalKeys)
}
const codeOf = (work: () => void): string => {
  try {
    work()
    return 'allowed'
  } catch (error) {
    return (error as { code?: string }).code ?? String(error)
  }
}

/** A judged payout. Only the fields that the journal reads matter. */
const payout = (changes: Partial<FundedPayout> = {}): FundedPayout => ({
  arrived: [],
  heldMinor: 1_000n,
  payoutId: 'payout-2',
  account: {
    account: 'account-1',
    mode: 'test',
    vendor: 'paystack',
    perPayoutMinor: 1n,
    perHourMinor: 1n,
    perDayMinor: 1n,
    firstDayMinor: 1n,
    repeatAfterMs: 1,
  },
  reference: 'af-2',
  attempt: 2,
  right: 'b/test/ref/payout/1',
  transactionId: 'txn',
  bankCode: '000013',
  accountNumber: '0123456789',
  accountName: 'ADA OBI',
  amountMinor: 900n,
  source: sending('').source,
  ...changes,
})
const repeat = (seconds: number) =>
  codeOf(() => {
    const sent = journal.ofReference('af-1')
    if (sent === undefined) throw new Error('it was never sent')
    requireRepeatable(sent, {
      repeatAfterMs: 1_800_000,
      atMs: START_MS + seconds * 1000,
      refusesDuplicates: true,
    })
  })

test('a restart keeps the references, sums, sources, beneficiaries and bank answers of sent payouts', async () => {
  const number = write(sending('af-1'))
  said(number, 'failed', 5)
  const head = journal.head()
  await reopen()
  expect(journal.head()).toEqual(head)
  expect(journal.ofReference('af-1')).toMatchObject({ intent: sending('af-1'), known: { said: 'failed' } })
  expect(journal.ofReference('af-2')).toBeUndefined()
  expect(journal.spent('account-1', START_MS)).toEqual({ hour: 900n, day: 900n })
  expect(journal.paidToNewcomer('test:000013:0123456789', START_MS)).toBe(900n)
  expect(journal.sourceUsed(['test|Polygon|0xaa#1'])).toBe(1_000n)
  expect(journal.page(0, 10)).toHaveLength(2)
})

test('the file has no account number in clear, and an old file with plain numbers is still read', async () => {
  write(sending('af-1'))
  const seen = { business: 'b', mode: 'test', bank_code: '000013', account_number: '0555555555' }
  journal.noteMembers({ at: at(1), payments: [{ kind: 'beneficiary', ...seen }] })
  const file = join(folder, 'journal.jsonl')
  expect(readFileSync(file, 'utf8')).not.toMatch(/0123456789|0555555555/)
  expect(journal.page(0, 10)).toMatchObject([
    { account_number: '0123456789' },
    { payments: [{ account_number: '0555555555' }] },
  ])
  await reopen()
  expect(journal.ofReference('af-1')?.intent.account_number).toBe('0123456789')
  expect(journal.beneficiarySeenAt(seen)).toBe(START_MS + 1_000)
  const none = { seal: <T>(fields: T): T => fields, open: <T>(record: T): T => record }
  const old = await openPayerJournal(join(folder, 'old.jsonl'), none)
  old.add(sending('af-9'))
  old.commit()
  await old.close()
  const now = await openPayerJournal(join(folder, 'old.jsonl'), journalKeys)
  expect(now.paidToNewcomer('test:000013:0123456789', START_MS)).toBe(900n)
  await now.close()
  const copy = join(folder, 'copy.jsonl')
  copyFileSync(file, copy)
  const lost = openPayerJournal(copy, createJournalKeys(new Map([[2, Buffer.alloc(32, 3)]])))
  await expect(lost).rejects.toThrow('lacks key 1')
})

test('a refused repeat does not change the state of the original', async () => {
  const first = write(sending('af-1'))
  journal.hear([{ of: first, at: at(1), outcome: 'unknown', code: null, vendor_id: null }])
  said(first, 'not_found', 60)
  const again = write(sending('af-1', { action: 'repeat', at: at(3_600) }))
  journal.hear([{ of: again, at: at(3_601), outcome: 'rejected', code: 'no', vendor_id: null }])
  await reopen()
  expect(journal.ofReference('af-1')?.known.said).toBe('not_found')
  const former = { dead: new Set(['af-1']), gone: new Set<string>(), decisions: decisionsOf() }
  expect(codeOf(() => requireFormerDead(journal, payout(), former))).toBe('former_alive')
})

test('an answer without a meaning does not replace one that has a meaning', async () => {
  const number = write(sending('af-1'))
  for (const [outcome, known] of [
    ['unknown', 'unknown'],
    ['exists', 'unknown'],
    ['accepted', 'accepted'],
    ['unknown', 'accepted'],
    ['exists', 'accepted'],
  ] as const) {
    journal.hear([{ of: number, at: at(1), outcome, code: null, vendor_id: null }])
    expect(journal.ofReference('af-1')?.known.said).toBe(known)
  }
  await reopen()
  expect(journal.ofReference('af-1')?.known.said).toBe('accepted')
})

test('the same payment is remembered for ten minutes', () => {
  const first = sending('af-1')
  write(first)
  write(sending('af-2', { at: at(599), account_number: '0999999999' }))
  expect(journal.sameSentAt(sameKey(first), START_MS + 599_000)).toBe(START_MS)
  write(sending('af-3', { at: at(601), account_number: '0888888888' }))
  expect(journal.sameSentAt(sameKey(first), START_MS + 601_000)).toBeUndefined()
  // It is forgotten, so a clock that goes back does not bring it back.
  expect(journal.sameSentAt(sameKey(first), START_MS + 1_000)).toBeUndefined()
})

test('a repeat is not counted twice', () => {
  write(sending('af-1'))
  write(sending('af-1', { action: 'repeat', at: at(60) }))
  expect(journal.spent('account-1', START_MS + 60_000).hour).toBe(900n)
  expect(journal.sourceUsed(['test|Polygon|0xaa#1'])).toBe(1_000n)
  expect(journal.ofDebt('b/test/ref/payout/1')).toHaveLength(1)
})

test('a reference is repeated only after the bank answered "not found" for half an hour, and not after a day', async () => {
  const number = write(sending('af-1'))
  expect(repeat(1)).toBe('too_soon')
  said(number, 'not_found', 10)
  expect(repeat(3_000)).toBe('too_soon')
  said(number, 'not_found', 1_000)
  expect(repeat(1_001)).toBe('too_soon')
  // Any other answer in between restarts the half hour.
  said(number, 'pending', 1_100)
  said(number, 'not_found', 1_200)
  said(number, 'not_found', 2_000)
  expect(repeat(2_001)).toBe('too_soon')
  said(number, 'not_found', 3_100)
  await reopen()
  expect(repeat(3_101)).toBe('allowed')
  expect(repeat(24 * 3_600)).toBe('too_late')
  write(sending('af-1', { action: 'repeat', at: at(3_101) }))
  expect(repeat(3_102)).toBe('too_soon')
})

test('another attempt needs the ledger and either the bank’s answer or two operators', () => {
  const number = write(sending('af-1'))
  const ask = (dead: string[], unpaid = 0, gone: string[] = []) =>
    codeOf(() =>
      requireFormerDead(journal, payout(), {
        dead: new Set(dead),
        gone: new Set(gone),
        decisions: unpaid === 0 ? decisionsOf() : decisionsOf(decided('not_paid', { transaction: 'txn' })),
      }),
    )
  expect(ask(['af-1'])).toBe('former_alive')
  expect(ask(['af-1'], 1)).toBe('allowed')
  said(number, 'not_found', 5)
  expect(ask(['af-1'])).toBe('former_alive')
  said(number, 'failed', 10)
  expect(ask([])).toBe('former_alive')
  expect(ask(['af-1'])).toBe('allowed')
  // Even if every source says that the payout failed, the vendor's ledger may show that its naira is gone.
  expect(ask(['af-1'], 1, ['af-1'])).toBe('former_alive')
  const noFile = { ...decisionsOf(), find: () => ({ cases: [], why: 'the file is gone', isUnknown: true }) }
  const former = { dead: new Set(['af-1']), gone: new Set<string>(), decisions: noFile }
  said(number, 'not_found', 15)
  expect(codeOf(() => requireFormerDead(journal, payout(), former))).toBe('operators_unavailable')
  // The bank reports success after it reported a failure.
  said(number, 'success', 20)
  expect(ask(['af-1'], 1)).toBe('former_alive')
})

test('a payout to another beneficiary is another leg for the same tokens: the first leg must be dead here too', () => {
  const number = write(sending('af-1'))
  const other = payout({ right: 'b/test/ref/payout/2', accountNumber: '0999999999' })
  const ask = () =>
    codeOf(() =>
      requireFormerDead(journal, other, {
        dead: new Set(['af-1']),
        gone: new Set(),
        decisions: decisionsOf(),
      }),
    )
  expect(ask()).toBe('former_alive')
  said(number, 'failed', 5)
  expect(ask()).toBe('allowed')
  expect(codeOf(() => requireUnusedSource(journal, other))).toBe('allowed')
})

test('a second attempt cannot use other tokens than the first', () => {
  said(write(sending('af-1')), 'failed', 5)
  const source = [{ name: 'test|Polygon|0xbb#1', amount_minor: '1000', gross_minor: '1000' }]
  const former = { dead: new Set(['af-1']), gone: new Set<string>(), decisions: decisionsOf() }
  expect(codeOf(() => requireFormerDead(journal, payout({ source }), former))).toBe('right_used')
})

test('no more is paid out for a source than arrived', () => {
  write(sending('af-1'))
  const another = payout({ right: 'b/test/another/payout/1' })
  expect(codeOf(() => requireUnusedSource(journal, another))).toBe('source_used')
  const rest = [{ name: 'test|Polygon|0xaa#1', amount_minor: '1000', gross_minor: '2000' }]
  expect(
    codeOf(() => requireUnusedSource(journal, payout({ right: 'b/test/c/payout/1', source: rest }))),
  ).toBe('allowed')
  const twice = [...rest, ...rest]
  expect(
    codeOf(() => requireUnusedSource(journal, payout({ right: 'b/test/d/payout/1', source: twice }))),
  ).toBe('source_used')
})
