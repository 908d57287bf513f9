import { createHash } from 'node:crypto'
import { enrolSoftwarePasskeys, softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { afterAll, expect, test } from 'vitest'
import { createBankLineWorld, creditLine, type TestAccount } from '../../../test/bank-line-world.ts'
import { newId } from '../../kernel/ids/ids.ts'
import type { Statement } from '../../movements/feeds/statement.ts'
import { importStatement } from './import-statement.ts'
import { recordStatement } from './record-statement.ts'

const world = await createBankLineWorld()
const { owner } = world
const operatorId = newId()
await owner.query(`insert into operator (id, email, name) values ($1, 'ada@afara.test', 'Ada')`, [operatorId])
await enrolSoftwarePasskeys(owner)
afterAll(world.close)

const clock = { now: () => new Date('2026-11-15T12:00:00Z') }
const DAY = { from: '2026-11-10', to: '2026-11-10' }
const FILE = Buffer.from('a statement')
const by = {
  profile: 'test',
  sha256: createHash('sha256').update(FILE).digest('hex'),
  days: DAY,
  operatorId,
  reason: 'the books of the day',
  at: clock.now(),
}

/** Returns a statement of one day with this many credits, each of a different amount. */
function statementOf({ accountNumber }: TestAccount, count: number): Statement {
  const lines = Array.from({ length: count }, (_, index) =>
    creditLine(`s${index}`, { accountNumber, grossMinor: 1_000_00n + BigInt(index) }),
  )
  const closingMinor = lines.reduce((sum, { settledMinor }) => sum + settledMinor, 0n)
  return { accountNumber, openingMinor: 0n, closingMinor, ...DAY, lines, unreadable: [], doubtfulDays: [] }
}

async function bring(account: TestAccount, statement: Statement) {
  const formats = [{ profile: 'test', parse: () => statement }]
  const request = {
    accountId: account.id,
    profile: 'test',
    file: FILE,
    operatorId,
    reason: by.reason,
    days: DAY,
  }
  return importStatement({ pool: owner, clock, formats, signing: softwareSigning() }, request)
}

async function cases({ id }: TestAccount) {
  const { rows } = await owner.query<{ kind: string; state: string; held: number }>(
    `select k.kind, k.state, (select count(*)::int from credit_fund f where f.blocked_by = k.id) as held
     from case_file k where k.vendor_account_id = $1 order by k.kind`,
    [id],
  )
  return rows
}

test('a long statement releases the account lock between pages, and meanwhile its credits cannot be used', async () => {
  const account = await world.openAccount()
  await recordStatement(owner, account.id, statementOf(account, 450), by)
  const { rows } = await owner.query<{ commits: number; free: number }>(
    `select count(distinct l.xid)::int as commits, count(*) filter (where f.blocked_by is null)::int as free
     from bank_line l join credit_fund f on f.line_id = l.id where l.vendor_account_id = $1`,
    [account.id],
  )
  expect(rows).toEqual([{ commits: 3, free: 0 }])
  // The case cannot be confirmed before the whole statement is recorded.
  expect(await cases(account)).toEqual([{ kind: 'unconfirmed_import', state: 'open', held: 450 }])
})

test('an interrupted import is repeated: one case covers all its credits', async () => {
  const account = await world.openAccount()
  const statement = statementOf(account, 250)
  // A feed reported one of the credits with a different payer.
  const other = { name: 'EZE NGOZI', accountNumber: '9999999999' }
  await world.tell(account, 'feed', creditLine('f0', { grossMinor: 1_000_00n, payer: other }))
  await recordStatement(owner, account.id, { ...statement, lines: statement.lines.slice(0, 100) }, by)
  const imported = await bring(account, statement)
  // The rows that the interrupted run recorded are new, too: its operator has seen no result yet.
  expect(imported).toMatchObject({ counts: { new: 250, known: 0, aside: 0 }, brought: { count: 249 } })
  expect(imported.warnings.join(' ')).toContain('Missing lines that resemble a new line: 1')
  expect(await cases(account)).toEqual([
    { kind: 'duplicate', state: 'open', held: 1 },
    { kind: 'unconfirmed_import', state: 'awaiting_approval', held: 249 },
  ])
  await expect(bring(account, statement)).rejects.toMatchObject({ code: 'statement_already_imported' })
})

test('credits of a statement that other cases cover get no second case', async () => {
  const account = await world.openAccount()
  const other = { name: 'EZE NGOZI', accountNumber: '9999999999' }
  await world.tell(account, 'feed', creditLine('f0', { grossMinor: 1_000_00n, payer: other }))
  const { brought, opened } = await bring(account, statementOf(account, 1))
  expect(brought).toBeUndefined()
  expect(opened.map(({ kind }) => kind)).toEqual(['duplicate'])
  expect(await cases(account)).toMatchObject([
    { kind: 'duplicate', state: 'open', held: 1 },
    { kind: 'unconfirmed_import', state: 'resolved', held: 0 },
  ])
})

test('after all of this no check finds anything', async () => {
  expect(await world.findings()).toEqual([])
})
