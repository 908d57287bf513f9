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
const { owner, worker, tell, openAccount } = world
afterAll(world.close)

const outcomesOf = async (account: TestAccount, source: string, ...lines: BankLine[]) =>
  (await tell(account, source, ...lines)).map(({ outcome }) => outcome)

async function fundsOf({ id }: TestAccount) {
  const { rows } = await worker.query<{
    left: string
    number: string | null
    mask: string | null
    name: string | null
    bank: string | null
  }>(
    `select left_minor::text as left, payer_account_number as number, payer_account_mask as mask, payer_name as name,
       payer_bank_code as bank
     from credit_fund where vendor_account_id = $1 order by booked_at, line_id`,
    [id],
  )
  return rows
}

async function asidesOf({ id }: TestAccount) {
  const { rows } = await worker.query<{ reason: string; times: number; asked: boolean }>(
    `select reason, times, exists (select from case_file c where c.id = a.case_id and c.kind = 'line_aside') as asked
     from bank_line_quarantine a where vendor_account_id = $1 order by first_seen_at, id`,
    [id],
  )
  return rows
}

async function countLines({ id }: TestAccount): Promise<number> {
  const { rows } = await worker.query<{ count: number }>(
    'select count(*)::int as count from bank_line where vendor_account_id = $1',
    [id],
  )
  return rows[0]?.count ?? 0
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

const equal = { payer: {}, bookedAt: new Date('2026-11-10T09:00:00Z') }
test.each([
  [['feed 1', 'feed 2', 'statement 1', 'statement 2']],
  [['statement 1', 'statement 2', 'feed 2', 'feed 1']],
  [['feed 1', 'statement 2', 'feed 2', 'statement 1']],
  [['statement 1', 'feed 1', 'feed 1', 'feed 2', 'statement 2', 'statement 1']],
])('two equal payments in one second stay two: %s', async (order) => {
  const account = await openAccount()
  for (const reading of order) {
    const [source = '', id = ''] = reading.split(' ')
    await tell(account, source, creditLine(id, equal))
  }
  expect(await countLines(account)).toBe(2)
  expect((await fundsOf(account)).map(({ left }) => left)).toEqual(['5000000', '5000000'])
})

test('the number overrides the mask, and other sources add to the known payer', async () => {
  const account = await openAccount()
  await tell(account, 'monnify', creditLine('1', { payer: { accountMask: '******6789' } }))
  await tell(
    account,
    'monnify',
    creditLine('1', { payer: { accountNumber: '0123456789', bankCode: '000013' } }),
  )
  await tell(account, 'statement', creditLine('x', { payer: { name: 'OBI ADA CHIKA' } }))
  expect(await fundsOf(account)).toEqual([
    { left: '5000000', number: '0123456789', mask: '******6789', name: 'OBI ADA CHIKA', bank: '000013' },
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

test('a vendor’s own session id and the session id of the rail may name one payment', async () => {
  const account = await openAccount()
  const sessionId = '000015261110092153987043449737'
  await tell(account, 'statement', creditLine('x', { sessionId }))
  const odd = creditLine('1', { sessionId: '09FG261110092153808XTTGK' })
  expect(await outcomesOf(account, 'providus', odd)).toEqual(['known'])
  const other = creditLine('2', { sessionId: '000015261110092153000000000001' })
  expect(await outcomesOf(account, 'providus', other)).toEqual(['new'])
})

/** Returns the available amounts of credits that an open case blocks, and the kinds of the account's open cases. */
async function keptOf({ id }: TestAccount) {
  const { rows } = await worker.query<{ kept: string[]; cases: string[] }>(
    `select array(select f.left_minor::text from credit_fund f join case_file k on k.id = f.blocked_by
         where f.vendor_account_id = $1 and k.state = 'open') as kept,
       array(select kind::text from case_file where vendor_account_id = $1 and state = 'open' order by opened_at) as cases`,
    [id],
  )
  return rows[0]
}

test('a line that is no payment makes nothing available', async () => {
  const account = await openAccount()
  await tell(account, 'statement', creditLine('x', { kind: 'unclear', payer: {} }))
  expect(await fundsOf(account)).toEqual([])
  expect(await keptOf(account)).toEqual({ kept: [], cases: ['unmatched'] })
})

test.each(['unclear', 'own_return', 'reversal'] as const)(
  'a line waits for a person if one source calls it a payment and another source calls it %s, whichever reports first',
  async (kind) => {
    const told = [
      ['providus', creditLine('1')],
      ['statement', creditLine('x', { kind, payer: {} })],
    ] as const
    for (const order of [told, told.toReversed()]) {
      const account = await openAccount()
      for (const [source, line] of order) await tell(account, source, line)
      await tell(account, 'providus', creditLine('1'))
      expect(await countLines(account)).toBe(1)
      expect(await fundsOf(account)).toMatchObject([{ left: '5000000', number: '0123456789' }])
      expect(await keptOf(account)).toEqual({ kept: ['5000000'], cases: ['unmatched'] })
    }
  },
)

test('a source that contradicts itself opens one case', async () => {
  const account = await openAccount()
  await tell(account, 'providus', creditLine('1'))
  await tell(account, 'providus', creditLine('1', { kind: 'unclear' }))
  expect(await keptOf(account)).toEqual({ kept: ['5000000'], cases: ['unmatched'] })
  await owner.query(
    `select close_case(id, '{"action": "dismiss"}', now()) from case_file where vendor_account_id = $1`,
    [account.id],
  )
  await tell(account, 'providus', creditLine('1', { kind: 'unclear' }))
  expect(await keptOf(account)).toEqual({ kept: [], cases: [] })
})

test('a payment and a return of one amount in one page are each matched to their own line', async () => {
  const account = await openAccount()
  const early = new Date('2026-11-09T23:00:00Z')
  await tell(account, 'providus', creditLine('1'))
  await tell(
    account,
    'statement',
    creditLine('r', { kind: 'unclear', payer: {}, bookedAt: early }),
    creditLine('p', { payer: { name: 'ADA OBI' }, bookedAt: new Date('2026-11-10T10:00:00Z') }),
  )
  const other = { accountNumber: '7777777777', name: 'MUSA BELLO' }
  await tell(account, 'providus', creditLine('2', { payer: other }))
  expect(await fundsOf(account)).toHaveLength(2)
  expect(await keptOf(account)).toEqual({ kept: ['5000000'], cases: ['unmatched'] })
  const { rows } = await worker.query(
    'select payer_account_number from credit_fund where vendor_account_id = $1 and blocked_by is null',
    [account.id],
  )
  expect(rows).toEqual([{ payer_account_number: '0123456789' }])
})

const digits = (last: number) => `000013261110100000${String(last).padStart(12, '0')}`
test.each([
  ['one', 1, [1]],
  ['two', 2, [1, 2]],
])('%s: an odd session id does not contradict thirty digits', async (_, count, ids) => {
  const odd = ids.map((id) => creditLine(`f${id}`, { sessionId: `09FG26111010000000${id}XTTGA`, payer: {} }))
  const printed = ids.map((id) => creditLine(`s${id}`, { sessionId: digits(id), payer: {} }))
  for (const order of [['feed', 'statement'] as const, ['statement', 'feed'] as const]) {
    const account = await openAccount()
    for (const source of order) await tell(account, source, ...(source === 'feed' ? odd : printed))
    expect(await countLines(account)).toBe(count)
    expect(await fundsOf(account)).toHaveLength(count)
  }
})

test('two session ids of thirty digits that differ are two payments', async () => {
  const account = await openAccount()
  await tell(account, 'feed', creditLine('1', { sessionId: digits(1), payer: {} }))
  await tell(account, 'statement', creditLine('x', { sessionId: digits(2), payer: {} }))
  expect(await countLines(account)).toBe(2)
})

test.each([
  ['its value date is three days on, over a weekend', '2026-11-16', 0],
  ['a source knows only the day on which it is worth something', '2026-11-16', 3],
])('%s: it is one payment, and equal ones of the next days stay apart', async (_, valueDate, later) => {
  const day = (date: number, hour = '09') => new Date(`2026-11-${date}T${hour}:00:00Z`)
  const friday = creditLine('1', { bookedAt: day(13), valueDate, payer: {} })
  const saturday = creditLine('2', { bookedAt: day(14), valueDate, payer: {} })
  const monday = creditLine('3', { bookedAt: day(16), valueDate: '2026-11-16', payer: {} })
  const printed = [13, 14, 16].map((date) => {
    const on = later === 0 ? date : 16
    return creditLine(`x${date}`, { bookedAt: day(on, '00'), valueDate: `2026-11-${on}`, payer: {} })
  })
  for (const order of [['feed', 'statement'] as const, ['statement', 'feed'] as const]) {
    const account = await openAccount()
    for (const source of order)
      await tell(account, source, ...(source === 'feed' ? [monday, friday, saturday] : printed))
    expect(await countLines(account)).toBe(3)
  }
})

test('hundreds of equal payments of one day are distinguished in seconds', async () => {
  const account = await openAccount()
  const fed = Array.from({ length: 500 }, (_, index) =>
    creditLine(`f${index}`, {
      payer: { name: `PAYER${index} OF RENT` },
      bookedAt: new Date(Date.parse('2026-11-10T09:00:00Z') + index * 1000),
    }),
  )
  const printed = fed.map((line, index) => ({
    ...line,
    externalId: `x${index}`,
    payer: index % 2 === 0 ? line.payer : {},
    bookedAt: new Date('2026-11-09T23:00:00Z'),
  }))
  await tell(account, 'feed', ...fed)
  const began = performance.now()
  expect((await tell(account, 'statement', ...printed)).every(({ outcome }) => outcome === 'known')).toBe(
    true,
  )
  expect(performance.now() - began).toBeLessThan(20_000)
  expect(await countLines(account)).toBe(500)
}, 120_000)

test('a charge is our expense at once, and may carry the session id of the payment', async () => {
  const account = await openAccount()
  const charge = { kind: 'charge', grossMinor: 50_00n, sessionId: 'session' } as const
  await tell(account, 'statement', creditLine('1', { sessionId: 'session' }), debitLine('2', charge))
  expect((await sumAccount(worker, 'test', { kind: 'bank', owner: account.id }, 'NGN')).minor).toBe(
    49_950_00n,
  )
  expect(await countLines(account)).toBe(2)
})

test('an assignment without a session id is undone when the session id arrives', async () => {
  const account = await openAccount()
  await tell(account, 'feed', creditLine('1', { sessionId: 'one', payer: {} }))
  // The row belongs to the second payment, but nothing shows that yet.
  await tell(account, 'statement', creditLine('b', { payer: {} }))
  const [placed] = await tell(account, 'statement', creditLine('a', { sessionId: 'one', payer: {} }))
  expect(placed).toMatchObject({ outcome: 'new' })
  await tell(account, 'feed', creditLine('2', { sessionId: 'two', payer: {} }))
  const { rows } = await worker.query<{ seen: string }>(
    `select string_agg(external_id, ' ' order by source) as seen from bank_line_sighting
     where vendor_account_id = $1 group by line_id order by 1`,
    [account.id],
  )
  expect(rows.map(({ seen }) => seen)).toEqual(['1 a', '2 b'])
  const moves = await worker.query('select from bank_line_move')
  expect(moves.rowCount).toBe(1)
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
