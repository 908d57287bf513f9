import { softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createReturnWorld } from '../../../test/return-world.ts'
import { newId } from '../../kernel/ids/ids.ts'
import type { BankLine } from '../../movements/feeds/bank-line.ts'
import type { Statement } from '../../movements/feeds/statement.ts'
import { importStatement } from '../credits/import-statement.ts'

let world: Awaited<ReturnType<typeof createReturnWorld>>
let accounts: string[]

const DAY_MS = 86_400_000

beforeAll(async () => {
  world = await createReturnWorld()
})

beforeEach(async () => {
  accounts = [await world.openAccount('paystack'), await world.openAccount('monnify')]
})

afterEach(async () => world.endTest())

afterAll(async () => {
  await world.close()
})

/** Returns the day in Lagos that is this many days from now. */
const day = (later = 0): string =>
  new Date(world.clock.now().getTime() + 3_600_000 + later * DAY_MS).toISOString().slice(0, 10)

const paidTo = (id: string) =>
  world.payer.payments
    .filter(({ transactionId, status }) => transactionId === id && status === 'success')
    .map(({ accountNumber, amountMinor }) => [accountNumber, amountMinor / 100n])

/**
 * Creates a refund of two credits that every bank rejects. Two operators pay the first manually. Its redirect is then proposed, because an
 * operator says that nobody paid it. The other credit keeps the case open.
 */
async function proposeRedirect() {
  const from = await world.openCollection()
  const id = await world.partPaid(from, 7_000, 3_000)
  world.payer.sends(() => ({ isMade: false, answer: { outcome: 'rejected', code: 'no', message: 'no' } }))
  await world.giveBack(id)
  await world.settle(accounts, id, 8)
  world.payer.sends(() => ({}))
  const { rows } = await world.owner.query<{ id: string; line_id: string }>(
    'select id, line_id from credit_return where transaction_id = $1 and amount_minor = 700000',
    [id],
  )
  const [part] = rows
  if (part === undefined) throw new Error('the credit is not returned')
  const firstDay = day()
  await world.payByHand(part.id, from)
  expect((await world.legsOf(id)).toSorted()).toEqual(['by_hand', 'used_up'])
  const caseId = await world.caseOf(id, 'refund_due')
  await world.propose(caseId, {
    action: 'redirect',
    line_id: part.line_id,
    account_number: '0222222222',
    bank: '000013',
    account_name: 'ADAEZE NGOZI OKONKWO',
    evidence: 'a letter of her bank',
  })
  return { from, id, caseId, firstDay }
}

type Rows = Partial<Pick<Statement, 'openingMinor' | 'closingMinor' | 'lines' | 'unreadable'>>

/** Imports a statement of these days. Without rows the account did not move. */
async function read(account: { id: string; number: string }, from: string, to: string, rows: Rows = {}) {
  const statement: Statement = {
    accountNumber: account.number,
    openingMinor: 0n,
    closingMinor: 0n,
    from,
    to,
    lines: [],
    unreadable: [],
    doubtfulDays: [],
    ...rows,
  }
  const formats = [{ profile: 'test', parse: () => statement }]
  await importStatement(
    { pool: world.owner, clock: world.clock, formats, signing: softwareSigning() },
    {
      accountId: account.id,
      profile: 'test',
      file: Buffer.from(newId()),
      operatorId: world.bisi,
      reason: 'to see whether the payment was made',
    },
  )
}

function debitOf(accountNumber: string): BankLine {
  const at = world.clock.now()
  return {
    externalId: newId(),
    accountNumber,
    direction: 'debit',
    kind: 'unclear',
    grossMinor: 7_000_00n,
    settledMinor: 7_000_00n,
    bookedAt: at,
    valueDate: day(),
    payer: {},
    narration: 'TRANSFER TO ADAEZE',
    raw: {},
  }
}

test('a manual payment that a later statement shows is not redirected, so the customer is paid once', async () => {
  const { from, id, caseId, firstDay } = await proposeRedirect()
  const debit = debitOf(from.number)
  await expect(world.approve(caseId)).rejects.toThrow(/Import a statement of vac_/)
  world.clock.advance(DAY_MS)
  await read(from, firstDay, day(), { openingMinor: 7_000_00n, lines: [debit] })
  expect((await world.legsOf(id)).toSorted()).toEqual(['paid', 'used_up'])
  await expect(world.approve(caseId)).rejects.toThrow(/is waiting for another account|has changed since/)
  await world.settle(accounts, id, 4)
  expect(paidTo(id)).toEqual([])
})

test('a manual payment is redirected after a statement of the day after the proposal does not show it', async () => {
  const { from, id, caseId, firstDay } = await proposeRedirect()
  // A poll reads only incoming payments, so it is no evidence.
  await world.owner.query('select record_poll($1, $2, $2, null)', [
    from.id,
    new Date(world.clock.now().getTime() + 1_000),
  ])
  await read(from, firstDay, day())
  await expect(world.approve(caseId)).rejects.toThrow(`from ${firstDay} to ${day(1)} or later`)
  await read(from, firstDay, day(5))
  await expect(world.approve(caseId)).rejects.toThrow(/Import a statement of vac_/)
  world.clock.advance(DAY_MS)
  await expect(world.approve(caseId)).rejects.toThrow(/Import a statement of vac_/)
  await read(from, day(), day(), { openingMinor: 1n, closingMinor: 1n })
  await expect(world.approve(caseId)).rejects.toThrow(/Import a statement of vac_/)
  await read(from, day(), day())
  await world.approve(caseId)
  await world.settle(accounts, id, 4)
  expect(paidTo(id)).toEqual([['0222222222', 7_000n]])
  expect((await world.legsOf(id)).toSorted()).toEqual(['paid', 'used_up'])
})

test('a manual payment is not redirected while a row or a debit of its account may be the payment', async () => {
  const { from, id, caseId, firstDay } = await proposeRedirect()
  world.clock.advance(DAY_MS)
  const unreadable = [{ externalId: newId(), reason: 'it has no amount', raw: {} }]
  await read(from, firstDay, day(), { unreadable })
  await expect(world.approve(caseId)).rejects.toThrow(/was set aside.*Resolve cas_\w+ first/)
  await world.owner.query(
    `select close_case(id, '{"action": "dismiss", "reason": "a test"}', $2) from case_file
     where vendor_account_id = $1 and kind = 'line_aside'`,
    [from.id, world.clock.now()],
  )
  // The bank booked its fee in the same line.
  await world.loseMoney(from, 7_050)
  await expect(world.approve(caseId)).rejects.toThrow(
    /crd_\w+ may be the manual payment.*Explain the debit first/,
  )
  expect((await world.legsOf(id)).toSorted()).toEqual(['by_hand', 'used_up'])
})
