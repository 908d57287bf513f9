import { afterAll, expect, test } from 'vitest'
import {
  createBankLineWorld,
  creditLine,
  debitLine,
  type TestAccount,
} from '../../../test/bank-line-world.ts'
import { inTransaction } from '../../kernel/postgres/pool.ts'
import { sumAccount } from '../../records/ledger/ledger-store.ts'
import type { BankLine } from '../feeds/bank-line.ts'
import { recordLines } from './bank-line-store.ts'

const world = await createBankLineWorld()
const { owner, worker, tell, openAccount, outcomesOf, fundsOf, countLines } = world
afterAll(world.close)

async function asidesOf({ id }: TestAccount) {
  const { rows } = await worker.query<{ reason: string; times: number; asked: boolean }>(
    `select reason, times, exists (select from case_file c where c.id = a.case_id and c.kind = 'line_aside') as asked
     from bank_line_quarantine a where vendor_account_id = $1 order by first_seen_at, id`,
    [id],
  )
  return rows
}

test('a payment is booked at the bank and held in suspense, with its whole amount available', async () => {
  const account = await openAccount()
  const before = await sumAccount(worker, 'test', { kind: 'suspense', owner: '' }, 'NGN')
  const expense = await sumAccount(worker, 'test', { kind: 'expense', owner: 'bank' }, 'NGN')
  expect(await outcomesOf(account, 'providus', creditLine('1', { settledMinor: 49_955_00n }))).toEqual([
    'new',
  ])
  const sum = async (kind: 'bank' | 'suspense' | 'expense', of: string) =>
    (await sumAccount(worker, 'test', { kind, owner: of }, 'NGN')).minor
  expect(await sum('bank', account.id)).toBe(49_955_00n)
  expect((await sum('suspense', '')) - before.minor).toBe(50_000_00n)
  expect((await sum('expense', 'bank')) - expense.minor).toBe(45_00n)
  expect(await fundsOf(account)).toEqual([
    { left: '5000000', number: '0123456789', mask: null, name: 'ADA OBI', bank: '000013' },
  ])
})

test('a payer that contradicts the known one is quarantined and not believed', async () => {
  const account = await openAccount()
  const sessionId = 'session-of-ada'
  await tell(account, 'providus', creditLine('1', { sessionId, payer: { accountMask: '******6789' } }))
  const other = { accountNumber: '9999999999' }
  expect(await outcomesOf(account, 'statement', creditLine('x', { sessionId, payer: other }))).toEqual([
    'known',
  ])
  expect(await outcomesOf(account, 'providus', creditLine('1', { sessionId, payer: other }))).toEqual([
    'known',
  ])
  expect(await fundsOf(account)).toMatchObject([{ number: null, mask: '******6789' }])
  expect(await asidesOf(account)).toEqual([
    { reason: 'it names another payer than before', times: 1, asked: true },
    { reason: 'it names another payer than before', times: 1, asked: true },
  ])
})

test.each<[string, Partial<BankLine>, string]>([
  ['another amount', { grossMinor: 60_000_00n }, 'it reports another amount or direction than before'],
  ['another direction', { direction: 'debit' }, 'it reports another amount or direction than before'],
  ['no day', { externalId: '2', valueDate: '2026-02-30' }, 'the value date is not valid'],
  [
    'the session id of a line with another amount',
    { externalId: '2', grossMinor: 60_000_00n, settledMinor: 60_000_00n },
    'its session id is that of a line with another amount',
  ],
  [
    'the session id of another payment of this source',
    { externalId: '2' },
    'its session id is that of a line with another name at this source',
  ],
])('%s: quarantined once and counted after that, and the other lines continue', async (_, wrong, reason) => {
  const account = await openAccount()
  const right = creditLine('1', { sessionId: 'session' })
  await tell(account, 'providus', right)
  const next = creditLine('3', { grossMinor: 70_000_00n })
  expect((await outcomesOf(account, 'providus', { ...right, ...wrong }, next)).toSorted()).toEqual([
    'aside',
    'new',
  ])
  expect((await outcomesOf(account, 'providus', { ...right, ...wrong }, next)).toSorted()).toEqual([
    'aside',
    'known',
  ])
  expect(await asidesOf(account)).toEqual([{ reason, times: 2, asked: true }])
  expect(await countLines(account)).toBe(2)
})

test('unreadable rows are kept and counted, and the cursor still moves', async () => {
  const account = await openAccount()
  const page = {
    accountId: account.id,
    source: 'paystack',
    lines: [{ ...creditLine('1'), accountNumber: account.accountNumber, narration: 'a \0 and a \ud800' }],
    unreadable: [{ externalId: '2', reason: 'its amount is no number', raw: { amount: 'N/A', '\0': 1n } }],
    cursor: 'page-2',
    at: new Date(),
  }
  expect((await recordLines(worker, page)).map(({ outcome }) => outcome).toSorted()).toEqual(['aside', 'new'])
  expect(await asidesOf(account)).toMatchObject([{ reason: 'its amount is no number' }])
  const { rows } = await worker.query('select cursor from feed_cursor where vendor_account_id = $1', [
    account.id,
  ])
  expect(rows).toEqual([{ cursor: 'page-2' }])
})

test('a line of another account is quarantined', async () => {
  const account = await openAccount()
  const line = { ...creditLine('1'), accountNumber: '9999999999' }
  const readings = {
    accountId: account.id,
    source: 'providus',
    unreadable: [],
    cursor: undefined,
    at: new Date(),
  }
  expect(await recordLines(worker, { ...readings, lines: [line] })).toMatchObject([{ outcome: 'aside' }])
})

test('a fee that is learned after the statement is added once to the available amount', async () => {
  const account = await openAccount()
  const settledMinor = 49_955_00n
  await tell(account, 'statement', creditLine('x', { grossMinor: settledMinor, payer: {} }))
  await tell(account, 'providus', creditLine('1', { settledMinor }))
  await tell(account, 'providus', creditLine('1', { settledMinor }))
  expect(await fundsOf(account)).toMatchObject([{ left: '5000000', number: '0123456789' }])
  const { rows } = await worker.query(
    'select fee_minor from bank_line_fee f join bank_line l on l.id = f.line_id where vendor_account_id = $1',
    [account.id],
  )
  expect(rows).toEqual([{ fee_minor: '4500' }])
})

test('a fee that is learned after the credit was recalled makes nothing available and is booked', async () => {
  const account = await openAccount()
  const settledMinor = 49_955_00n
  const paid = creditLine('x', { grossMinor: settledMinor, payer: {} })
  await tell(account, 'statement', paid)
  const undone = { grossMinor: settledMinor, kind: 'recall', undoesExternalId: 'x' } as const
  await tell(account, 'statement', debitLine('y', undone))
  await tell(account, 'providus', creditLine('1', { settledMinor }))
  expect(await fundsOf(account)).toEqual([])
  expect(await countLines(account)).toBe(2)
})

test('a charge is our expense at once, and may carry the session id of the payment', async () => {
  const account = await openAccount()
  const charge = { kind: 'charge', grossMinor: 50_00n, sessionId: 'session' } as const
  await tell(account, 'statement', creditLine('1', { sessionId: 'session' }), debitLine('2', charge))
  expect((await sumAccount(worker, 'test', { kind: 'bank', owner: account.id }, 'NGN')).minor).toBe(
    49_950_00n,
  )
  expect(await countLines(account)).toBe(2)
})

test('lines are recorded in every state of the account', async () => {
  for (const states of [['draining'], ['frozen'], ['frozen', 'closed']]) {
    const account = await openAccount()
    for (const state of states) {
      await owner.query('update vendor_account set state = $2 where id = $1', [account.id, state])
    }
    expect(await outcomesOf(account, 'providus', creditLine('1'))).toEqual(['new'])
  }
})

test('twenty writers that report the same lines at once record them once', async () => {
  const account = await openAccount()
  const lines = Array.from({ length: 30 }, (_, index) => creditLine(String(index), { payer: {} }))
  const told = await Promise.all(
    Array.from({ length: 20 }, async (_, caller) =>
      tell(account, caller % 2 === 0 ? 'feed' : 'statement', ...lines),
    ),
  )
  expect(told.flat().filter(({ outcome }) => outcome === 'new')).toHaveLength(30)
  expect(await countLines(account)).toBe(30)
})

test('a connection that is cut in the middle leaves no lines and does not move the cursor', async () => {
  const account = await openAccount()
  const readings = {
    accountId: account.id,
    source: 'monnify',
    lines: [{ ...creditLine('1'), accountNumber: account.accountNumber }],
    unreadable: [],
    cursor: 'read',
    at: new Date(),
  }
  const cut = inTransaction(worker, async (sql) => {
    await recordLines(sql, readings)
    const { rows } = await sql.query<{ pid: number }>('select pg_backend_pid() as pid')
    await world.superuser.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await sql.query('select 1')
  })
  await expect(cut).rejects.toThrow(/terminat|connection error/)
  const cursors = async () =>
    (await worker.query('select from feed_cursor where vendor_account_id = $1', [account.id])).rowCount
  expect([await countLines(account), await cursors()]).toEqual([0, 0])
  await recordLines(worker, readings)
  expect([await countLines(account), await cursors()]).toEqual([1, 1])
})

test('the api role, which acts for businesses, has no access to bank lines, funds and cursors', async () => {
  const { rows } = await world.superuser.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'afara'::regnamespace
       and (c.relname like 'bank\\_line%' or c.relname in ('credit_fund', 'feed_cursor')) and c.relkind in ('r', 'v')
       and has_table_privilege('afara_api', c.oid, 'select, insert, update, delete')`,
  )
  expect(rows).toEqual([])
})

test('after all of this no check finds anything', async () => {
  expect(await world.findings()).toEqual([])
})
