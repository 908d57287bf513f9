import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { journalKeys } from '../../../test/journal-keys.ts'
import type { PayerPolicy } from '../payer-policy.ts'
import type { PayoutAccounts } from '../payout-accounts.ts'
import type { RailLine } from '../rails/bank-rail.ts'
import { rebuildPayerJournal } from './rebuild-payer-journal.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'afara-rebuild-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const ACCOUNT = '0190a000-0000-7000-8000-000000000001'
const at = new Date('2026-11-16T09:00:00Z')

/** A database that answers each query with the rows of the first table in it. */
function databaseWith(rows: Readonly<Record<string, readonly object[]>>): Pool {
  const query = async (text: string | { text: string }) => {
    const [, table = ''] = /\bfrom (\w+)/.exec(typeof text === 'string' ? text : text.text) ?? []
    return { rows: rows[table] ?? [] }
  }
  return { query } as unknown as Pool
}

/** A vendor with these lines. Adds the cursor of each read to `asked`. */
function vendorWith(lines: readonly RailLine[], asked: Array<string | null>): PayoutAccounts {
  const rail = {
    lines: async (cursor: string | null) => {
      asked.push(cursor)
      return { lines, cursor: 'the newest', isWhole: true }
    },
  }
  return new Map([[ACCOUNT, { rail }]]) as unknown as PayoutAccounts
}

test('a long ledger is read from the database up to its cursor, and from the vendor after it', async () => {
  const asked: Array<string | null> = []
  const newer: RailLine = {
    externalId: 'l2',
    at,
    direction: 'debit',
    amountMinor: 700n,
    reference: 'af-new',
    kind: 'payment',
  }
  const journalFile = join(folder, 'journal.jsonl')
  const { count, unexplained } = await rebuildPayerJournal({
    pool: databaseWith({
      payout_account: [{ id: ACCOUNT, line_cursor: 'line 40001' }],
      payout_line: [{ account: ACCOUNT, reference: 'af-old', at, minor: '900' }],
    }),
    policy: {} as PayerPolicy,
    accounts: vendorWith([newer, { ...newer, reference: 'af-fee', kind: 'fee' }], asked),
    journalFile,
    journalKeys,
  })
  expect(asked).toEqual(['line 40001'])
  expect(count).toBe(2)
  expect(unexplained.map(({ reason }) => reason.split(':')[0])).toEqual(['af-old', 'af-new'])
  const records = readFileSync(journalFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { reference: string; amount_minor: string })
  expect(records.map(({ reference, amount_minor }) => [reference, amount_minor])).toEqual([
    ['af-old', '900'],
    ['af-new', '700'],
  ])
})
