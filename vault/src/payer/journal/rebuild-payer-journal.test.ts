import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ROOT } from '../../../test/credit-rows.ts'
import { journalKeys } from '../../../test/journal-keys.ts'
import { accountLine, refund, returned, sell, tokenLine } from '../../../test/payout-rows.ts'
import { changed } from '../../../test/refusals.ts'
import type { PayoutFacts } from '../money/payout-facts.ts'
import { type PayerPolicy, readPayerPolicy } from '../payer-policy.ts'
import type { PayoutAccounts } from '../payout-accounts.ts'
import type { RailLine, Reading } from '../rails/bank-rail.ts'
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

test('a ledger is read from the vendor until it is whole, or its cursor stays', async () => {
  for (const [cursors, isWholeAt] of [
    [[null, 'c1', 'c2'], 3],
    [[null, 'c1', 'c2', 'c3'], 9],
  ] as const) {
    const asked: Array<string | null> = []
    const lines = async (cursor: string | null) => {
      asked.push(cursor)
      const place = Math.min(asked.length, 3)
      const line: RailLine = {
        externalId: `l${place}`,
        at,
        direction: 'debit',
        amountMinor: 1n,
        reference: `af-${place}`,
        kind: 'payment',
      }
      return { lines: [line], cursor: `c${place}`, isWhole: asked.length === isWholeAt }
    }
    const { unexplained } = await rebuildPayerJournal({
      pool: databaseWith({}),
      policy: {} as PayerPolicy,
      accounts: new Map([[ACCOUNT, { rail: { lines } }]]) as unknown as PayoutAccounts,
      journalFile: join(folder, `journal-${isWholeAt}.jsonl`),
      journalKeys,
    })
    expect(asked).toEqual(cursors)
    // A line that is on two pages is one payment.
    expect(unexplained.length).toBe(3)
  }
})

test('payouts are read page by page until none is left', async () => {
  const idOf = (number: number) => `payout-${String(number).padStart(3, '0')}`
  const asked: unknown[] = []
  const query = async (given: string | { text: string }, values: readonly unknown[] = []) => {
    const text = typeof given === 'string' ? given : given.text
    if (!text.includes('p.sent_count > 0')) return { rows: [] }
    const [after] = values
    asked.push(after)
    const ids = Array.from({ length: after === null ? 200 : 1 }, (_, place) =>
      idOf(after === null ? place : 200),
    )
    return {
      rows: ids.map((id) => ({
        payout_id: id,
        account_id: ACCOUNT,
        reference: `af-${id}`,
        ordered_at: at,
        is_dead: false,
      })),
    }
  }
  const { count } = await rebuildPayerJournal({
    pool: { query } as unknown as Pool,
    policy: {} as PayerPolicy,
    accounts: new Map(),
    journalFile: join(folder, 'journal.jsonl'),
    journalKeys,
  })
  expect(asked).toEqual([null, idOf(199)])
  expect(count).toBe(201)
})

const policy = readPayerPolicy(
  JSON.stringify({ operators_root: ROOT, accounts: [accountLine], tokens: [tokenLine] }),
)

type Payout = Readonly<{
  facts?: PayoutFacts | undefined
  reading?: Reading | Error
  isDead?: boolean
  account?: string
}>

/** Rebuilds the journal from one payout. Returns what it does not explain, and the records. */
async function rebuilt(
  { facts, reading, isDead = false, account = accountLine.account }: Payout,
  more: object = {},
) {
  const journalFile = join(folder, `journal-${Math.random()}.jsonl`)
  const sent = {
    payout_id: 'payout-1',
    account_id: account,
    reference: 'af-1',
    ordered_at: at,
    is_dead: isDead,
  }
  const query = async (given: string | { name?: string; text: string }) => {
    const text = typeof given === 'string' ? given : (given.name ?? given.text)
    if (text === 'payout-facts')
      return { rows: facts === undefined ? [] : [{ ...facts, is_copy: false, epoch: 0, unproven: [] }] }
    if (text.includes('p.sent_count > 0')) return { rows: [sent] }
    const [, table = ''] = /\bfrom (\w+)/.exec(text) ?? []
    return { rows: (more as Record<string, object[]>)[table] ?? [] }
  }
  const rail = {
    lines: async () => ({ lines: [], cursor: '', isWhole: true }),
    requery: async () => {
      if (reading instanceof Error) throw reading
      return reading ?? { kind: 'not_found', code: null }
    },
  }
  const { unexplained } = await rebuildPayerJournal({
    pool: { query } as unknown as Pool,
    policy,
    accounts: new Map([[accountLine.account, { rail }]]) as unknown as PayoutAccounts,
    journalFile,
    journalKeys,
  })
  const records = readFileSync(journalFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
  return { reasons: unexplained.map(({ scope, reason }) => `${scope}: ${reason}`), records }
}

const success: Reading = {
  kind: 'success',
  code: null,
  amountMinor: 9_900n,
  accountNumber: null,
  bankCode: null,
  sessionId: null,
  vendorId: 'TRF_1',
  feeMinor: null,
}

test('a payout that the rows explain is recorded with the answer of its bank', async () => {
  const { reasons, records } = await rebuilt({ facts: sell, reading: success })
  expect(reasons).toEqual([])
  expect(records.map(({ reference, reading }) => reference ?? reading)).toEqual(['af-1', 'success'])
  expect((await rebuilt({ facts: refund })).records).toMatchObject([
    { reference: 'af-1' },
    { reading: 'not_found' },
  ])
})

test('a bank that says nothing adds no answer', async () => {
  for (const silent of [
    { reading: new Error('down') },
    { reading: { kind: 'unavailable', code: null } as const },
    { account: '01a1dee6-1366-7ab8-a780-7f2d4afdd6ff' },
  ])
    expect((await rebuilt({ facts: sell, ...silent })).records.length).toBe(1)
})

test('a payout that the rows do not explain is named, and never sent again', async () => {
  const NO_RIGHT = 'payout_account: af-1: the database has no right or no transaction for it'
  for (const facts of [undefined, { ...sell, right: null }, { ...sell, transaction: null }]) {
    const { reasons, records } = await rebuilt({ facts })
    expect(reasons).toEqual([NO_RIGHT])
    expect(records).toMatchObject([{ reference: 'af-1' }])
  }
  const unfunded = changed(sell, { deposits: [] })
  expect((await rebuilt({ facts: unfunded })).reasons).toEqual([expect.stringMatching(/^business: af-1: /)])
  const ofNobody = changed(returned, { 'refund.is_delivered': true })
  expect((await rebuilt({ facts: ofNobody })).reasons).toEqual([
    expect.stringMatching(/^payout_account: af-1: /),
  ])
})

test('a payout that failed needs no money behind it, unless the bank paid it', async () => {
  const unfunded = changed(sell, { deposits: [] })
  expect((await rebuilt({ facts: unfunded, isDead: true })).reasons).toEqual([])
  expect((await rebuilt({ facts: sell, isDead: true, reading: success })).reasons).toEqual([
    'business: af-1: the ledger shows it as failed, but the bank paid it',
  ])
})

test('a payout that a restored database lost is recorded once', async () => {
  const forgotten = {
    account_id: accountLine.account,
    reference: 'af-2',
    right_key: 'b-1/test/sell/with/slash/payout/1',
    attempt: 1,
    payout_id: 'payout-2',
    bank_code: '000013',
    account_number: '0123456789',
    amount_minor: '100',
    balance_minor: '100',
    noted_at: at,
  }
  const { records } = await rebuilt(
    { facts: sell },
    {
      payout_forgotten: [
        forgotten,
        { ...forgotten, reference: 'af-1' },
        { ...forgotten, reference: 'af-3', balance_minor: null },
      ],
    },
  )
  expect(
    records
      .flatMap(({ reference, source }) => (reference === undefined ? [] : [[reference, source]]))
      .slice(1),
  ).toEqual([
    ['af-2', [{ name: 'test|balance|b-1|sell/with/slash', amount_minor: '100', gross_minor: '100' }]],
    ['af-3', []],
  ])
})

test('a mistake of the program ends the rebuild, and explains nothing', async () => {
  const broken = { ...sell, deposits: undefined as never }
  await expect(rebuilt({ facts: broken })).rejects.toThrow(TypeError)
})
