import { randomBytes } from 'node:crypto'
import { hireOperator, softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { afterAll, expect, test } from 'vitest'
import { createBankLineWorld, creditLine, type TestAccount } from '../../../test/bank-line-world.ts'
import { createManualClock } from '../../../test/manual-clock.ts'
import { createReconciler } from '../../../test/reconcile-world.ts'
import type { BankLine } from '../../movements/feeds/bank-line.ts'
import { importStatement } from '../credits/import-statement.ts'

const world = await createBankLineWorld()
const clock = createManualClock(new Date('2026-11-25T09:00:00Z'))
const reconciler = createReconciler({ ...world, clock })
const { look, stateOf, alarms } = reconciler
const { id: operatorId } = await hireOperator(world.owner, {
  email: 'bisi@afara.test',
  name: 'Bisi',
  actor: 'system:test',
  reason: 'a test',
})
afterAll(async () => {
  await reconciler.close()
  await world.close()
})

/** Imports a statement of these days with these lines, as a bank would print it. */
async function print(
  account: TestAccount,
  days: { from: string; to: string },
  lines: readonly BankLine[],
  openingMinor = 0n,
): Promise<void> {
  const closingMinor = lines.reduce(
    (sum, { direction, settledMinor }) => sum + (direction === 'credit' ? settledMinor : -settledMinor),
    openingMinor,
  )
  const own = lines.map((line) => ({ ...line, accountNumber: account.accountNumber }))
  const format = {
    profile: 'test',
    parse: () => ({
      accountNumber: account.accountNumber,
      openingMinor,
      closingMinor,
      ...days,
      lines: own,
      unreadable: [],
      doubtfulDays: [],
    }),
  }
  await importStatement(
    { pool: world.owner, clock, formats: [format], signing: softwareSigning() },
    { accountId: account.id, profile: 'test', file: randomBytes(32), operatorId, reason: 'a test' },
  )
}

const days = { from: '2026-11-10', to: '2026-11-20' }

test('a statement that matches the feed agrees', async () => {
  const account = await world.openAccount()
  const paid = creditLine('a-1', { sessionId: '000013261110090000000000000001' })
  await world.tell(account, 'feed', paid)
  await print(account, days, [paid])
  await look(2)
  expect(reconciler.failures).toEqual([])
  expect(await stateOf('collection', account.id)).toEqual(['agrees', 0])
})

test('a line that the feed reported and the statement lacks freezes only that account, after two passes', async () => {
  const [account, other] = [await world.openAccount(), await world.openAccount()]
  const paid = creditLine('b-1', { sessionId: '000013261110090000000000000002' })
  const never = creditLine('b-2', { grossMinor: 1n, sessionId: '000013261110090000000000000003' })
  await world.tell(account, 'feed', paid, never)
  await world.tell(other, 'feed', creditLine('b-3', { sessionId: '000013261110090000000000000004' }))
  await print(account, days, [paid])
  await look(1)
  expect(await stateOf('collection', account.id)).toEqual(['differs', -1])
  await look(1)
  expect(await alarms()).toEqual([`case collection ${account.id}`, `collection account ${account.id}`])
})

test('a line of the last evening may appear in the next statement', async () => {
  const account = await world.openAccount()
  const late = creditLine('c-1', {
    sessionId: '000013261120213000000000000005',
    bookedAt: new Date('2026-11-20T21:30:00Z'),
    valueDate: '2026-11-20',
  })
  await world.tell(account, 'feed', late)
  await print(account, days, [])
  await look(2)
  expect(await stateOf('collection', account.id)).toEqual(['agrees', 0])
})

test('it is a difference if the opening balance of a statement is not the last closing balance', async () => {
  const account = await world.openAccount()
  await print(account, days, [])
  await print(account, { from: '2026-11-21', to: '2026-11-22' }, [], 1n)
  await look(2)
  expect(await stateOf('collection', account.id)).toEqual(['confirmed', 1])
})

test('a credit recalled after ten days is booked from the statement, and agrees', async () => {
  const account = await world.openAccount()
  const paid = creditLine('e-1', { sessionId: '000013261110090000000000000006' })
  await world.tell(account, 'feed', paid)
  const recalled: BankLine = {
    ...creditLine('s-2', {
      bookedAt: new Date('2026-11-20T09:00:00Z'),
      valueDate: '2026-11-20',
      narration: 'RECALL NIP/GTB/ADA OBI',
    }),
    direction: 'debit',
    kind: 'recall',
    undoesExternalId: 's-1',
  }
  await print(account, days, [{ ...paid, externalId: 's-1' }, recalled])
  await look(2)
  expect(await stateOf('collection', account.id)).toEqual(['agrees', 0])
  const { rows } = await world.owner.query<{ ours: string; back: number }>(
    `select account_sum('test', 'bank', $1::text, 'NGN')::text as ours, (select count(*)::integer from credit_take_back b
       join bank_line l on l.id = b.credit_line_id where l.vendor_account_id = $1::uuid) as back`,
    [account.id],
  )
  expect(rows).toEqual([{ ours: '0', back: 1 }])
})
