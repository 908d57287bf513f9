import { afterAll, expect, test } from 'vitest'
import { takeBackWaiting } from '../../../test/account-work.ts'
import { committed, feeIncome } from '../../../test/ledger-accounts.ts'
import { createTakingBackWorld } from '../../../test/taking-back-world.ts'
import { money } from '../../kernel/money/money.ts'
import { type AccountKey, business, held, posting } from '../../records/ledger/account.ts'
import { runChecks } from '../../records/ledger/check-store.ts'
import { readBalance, sumAccount } from '../../records/ledger/ledger-store.ts'
import type { BankLine } from '../feeds/bank-line.ts'
import { recordLines } from './bank-line-store.ts'

const world = await createTakingBackWorld()
const { owner, worker, clock } = world
const { inSuspense, owedBy, heldBy, stateOf, takeBack, placeLien, liftLien, undoing, paidBuy, move, post } =
  world
const naira = (amount: number) => money('NGN', BigInt(amount) * 100n)

afterAll(world.close)

test('if no buy uses a recalled credit, the whole credit is taken back and no later buy can use it', async () => {
  const account = await world.openAccount()
  const before = await inSuspense()
  const credit = world.paymentOf(account, 20_000_00n, account.payer)
  const [lineId = ''] = await world.record(account, [credit])
  await world.record(account, [undoing(account, credit)])
  await world.record(account, [undoing(account, credit)])
  expect(await inSuspense()).toBe(before)
  expect((await owner.query('select from credit_fund where line_id = $1', [lineId])).rowCount).toBe(0)
  const late = await world.claim(await world.openBusiness(), account, 20_000)
  expect(await world.match(account)).toMatchObject({ allocated: 0 })
  expect(await world.statusOf(late)).toBe('pending_payment')
  expect(await stateOf(account)).toBe('active')
})

test.each([[[]], [['choice_needed']], [['check_failed']], [['checks_passed']]])(
  'a buy that is not delivered (%s) returns its held money and is recalled',
  async (events) => {
    const before = await inSuspense()
    const { shop, account, buy, credit } = await paidBuy()
    await move(buy, ...events)
    await world.record(account, [undoing(account, credit)])
    expect(await world.statusOf(buy)).toBe('recalled')
    expect([await heldBy(buy), await owedBy(shop), await inSuspense()]).toEqual([0n, 0n, before])
    expect(await world.casesOf(buy)).toEqual([])
  },
)

test('after delivery the business owes the amount, and a case asks to collect it', async () => {
  const before = await inSuspense()
  const { shop, account, buy, credit } = await paidBuy()
  await world.advance(buy)
  expect(await world.statusOf(buy)).toBe('completed')
  await world.record(account, [undoing(account, credit)])
  expect(await world.statusOf(buy)).toBe('recalled')
  expect([await owedBy(shop), await inSuspense()]).toEqual([20_000_00n, before])
  expect((await readBalance(worker, 'test', business(shop), 'NGNC')).minor).toBe(20_000_00n)
  expect(await world.casesOf(buy)).toEqual(['recall'])
})

test('a credit that is recalled while tokens are in flight gets a lien and a case, and is taken back afterwards', async () => {
  const before = await inSuspense()
  const { shop, account, buy, credit, lineId } = await paidBuy()
  await move(buy, 'checks_passed', 'transfer_signed')
  await post(buy, [posting(held(buy), committed(buy), naira(20_000))])
  const [debitLineId = ''] = await world.record(account, [undoing(account, credit)])
  const hasLien = async () =>
    (
      await owner.query<{ yes: boolean }>('select line_has_lien($1) and transaction_has_lien($2) as yes', [
        lineId,
        buy,
      ])
    ).rows[0]?.yes
  expect(await hasLien()).toBe(true)
  expect(await world.casesOf(lineId)).toEqual(['recall'])
  expect([await inSuspense(), await stateOf(account)]).toEqual([before - 20_000_00n, 'active'])

  await move(buy, 'transfer_final')
  await post(buy, [posting(committed(buy), feeIncome, naira(20_000))])
  expect(await takeBack(debitLineId, lineId)).toBe(true)
  expect([await owedBy(shop), await inSuspense(), await hasLien()]).toEqual([20_000_00n, before, false])
  expect(await world.statusOf(buy)).toBe('recalled')
})

test('a credit that waited for its buy to end is taken back at the next check, once', async () => {
  const before = await inSuspense()
  const { shop, account, buy, credit, lineId } = await paidBuy()
  await move(buy, 'checks_passed', 'transfer_signed')
  await post(buy, [posting(held(buy), committed(buy), naira(20_000))])
  await world.record(account, [undoing(account, credit)])
  const again = async () => takeBackWaiting(worker, account.id, clock.now())
  expect(await again()).toBe(0)
  await placeLien(lineId)
  expect(await world.casesOf(lineId)).toEqual(['recall'])

  await move(buy, 'transfer_final')
  await post(buy, [posting(committed(buy), feeIncome, naira(20_000))])
  expect([await again(), await again()]).toEqual([1, 0])
  expect([await owedBy(shop), await inSuspense()]).toEqual([20_000_00n, before])
  expect(await world.statusOf(buy)).toBe('recalled')
  // The lien's case is closed. The debt of the business has its own case.
  expect(await world.casesOf(buy)).toEqual(['recall'])
})

test('if a statement reclassifies a payment that is already allocated, a case opens and shows the allocated amount', async () => {
  const { account, buy, credit, lineId } = await paidBuy()
  const { sessionId: _, ...printed } = credit
  await recordLines(worker, {
    accountId: account.id,
    source: 'statement',
    lines: [{ ...printed, externalId: 'row', kind: 'unclear', payer: {}, narration: '***RSVL NIP' }],
    unreadable: [],
    cursor: undefined,
    at: clock.now(),
  })
  const { rows } = await owner.query<{ kind: string; given: string; buys: string[] }>(
    `select kind, facts ->> 'given_minor' as given, facts -> 'buys' as buys from case_file
     where line_id = $1 and state = 'open'`,
    [lineId],
  )
  expect(rows).toEqual([{ kind: 'recall', given: '2000000', buys: [`txn_${buy.replaceAll('-', '')}`] }])
})

test('a payer with a recalled payment is not trusted again', async () => {
  const { account, credit } = await paidBuy()
  const refused = async () =>
    (
      await owner.query<{ refused: boolean }>(
        'select refused_at is not null as refused from known_payer where account_number = $1',
        [account.payer.accountNumber],
      )
    ).rows
  expect(await refused()).toEqual([{ refused: false }])
  await world.record(account, [undoing(account, credit)])
  expect(await refused()).toEqual([{ refused: true }])
})

test('if one part of a buy is recalled, the buy is recalled and a person is asked about the other part', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const buy = await world.claim(shop, account, 30_000)
  const [first, second] = [20_000_00n, 10_000_00n].map((minor) =>
    world.paymentOf(account, minor, account.payer),
  )
  await world.record(account, [first as BankLine])
  clock.advance(31 * 60_000)
  await world.match(account)
  await world.record(account, [second as BankLine])
  clock.advance(31 * 60_000)
  await world.match(account)
  expect([await world.statusOf(buy), await heldBy(buy)]).toEqual(['payment_received', 30_000_00n])
  await world.record(account, [undoing(account, first as BankLine)])
  expect([await world.statusOf(buy), await heldBy(buy)]).toEqual(['recalled', 10_000_00n])
  expect(await world.casesOf(buy)).toEqual(['recall'])
  await world.record(account, [undoing(account, second as BankLine)])
  expect(await heldBy(buy)).toBe(0n)
})

test('after a recall, the vendor’s fee remains an expense only if the vendor did not return it', async () => {
  const expense = { kind: 'expense', owner: 'bank' } as const satisfies AccountKey
  const spent = async () => (await sumAccount(worker, 'test', expense, 'NGN')).minor
  for (const [settledMinor, cost] of [
    [19_950_00n, 0n],
    [20_000_00n, 50_00n],
  ] as const) {
    const before = [await spent(), await inSuspense()] as const
    const { account, credit } = await paidBuy(20_000, { settledMinor: 19_950_00n })
    await world.record(account, [undoing(account, credit, { settledMinor })])
    expect([await spent(), await inSuspense()]).toEqual([before[0] + cost, before[1]])
  }
})

test('no decision takes money from a credit under a lien until the lien is lifted', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const lineId = await world.pay(account, 20_000)
  await placeLien(lineId)
  await placeLien(lineId)
  const buy = await world.claim(shop, account, 20_000)
  expect(await world.match(account)).toMatchObject({ allocated: 0 })
  for (const statement of [
    'update credit_fund set left_minor = left_minor - 1 where line_id = $1',
    'delete from credit_fund where line_id = $1',
  ]) {
    await expect(owner.query(statement, [lineId])).rejects.toMatchObject({ code: 'AF041' })
  }
  // Release by another case does not free the credit.
  await owner.query('update credit_fund set blocked_by = null where line_id = $1', [lineId])
  expect(await world.match(account)).toMatchObject({ allocated: 0 })
  expect(await world.casesOf(lineId)).toEqual(['recall'])

  expect(await liftLien(lineId)).toBe(true)
  expect(await liftLien(lineId)).toBe(false)
  expect([await world.match(account), await world.statusOf(buy)]).toMatchObject([
    { allocated: 1 },
    'payment_received',
  ])
  expect(await world.casesOf(lineId)).toEqual([])
})

test('after all of this no check finds anything', async () => {
  expect(await world.findings()).toEqual([])
})

test.each([
  ['check_bank_lines', 'a line without a reading', 'delete from bank_line_assignment'],
  [
    'check_bank_lines',
    'a line that is indexed under other sources',
    `update bank_line_slot set named_by = '{nobody}'`,
  ],
  [
    'check_bank_lines',
    'a line whose amount differs from the ledger',
    'update bank_line set gross_minor = gross_minor + 1',
  ],
  [
    'check_bank_lines',
    'an entry of another bank account',
    `update posting set debit_owner = 'x' where debit_kind = 'bank'`,
  ],
  ['check_funds', 'a fund with too much left', 'update credit_fund set left_minor = left_minor + 100000000'],
  ['check_funds', 'a fund with another payer', `update credit_fund set payer_account_number = '9999999999'`],
  ['check_taking_back', 'a debit without a reason', 'delete from credit_take_back'],
  [
    'check_taken_back',
    'an ended allocation whose entry differs',
    `update posting set amount_minor = amount_minor + 1 where debit_kind = 'receivable'`,
  ],
  ['check_taken_back', 'a recalled credit that is still allocated', 'delete from allocation_end'],
  [
    'check_taken_back',
    'a free fund under a lien',
    'update credit_lien set lifted_at = null, lifted_by = null, lifted_because = null',
  ],
])('%s finds %s', async (check, _, damage) => {
  // Ensures that there is a credit with money available, and one whose lien was lifted.
  const lineId = await world.pay(await world.openAccount(), 1_234)
  await placeLien(lineId)
  await liftLien(lineId)
  await world.superuser.query('begin')
  try {
    await world.superuser.query('set local session_replication_role = replica; set local search_path = afara')
    const { rowCount } = await world.superuser.query(damage)
    expect(rowCount).toBeGreaterThan(0)
    const { findings } = await runChecks(world.superuser, [check])
    expect(findings.length).toBeGreaterThan(0)
  } finally {
    await world.superuser.query('rollback')
  }
})
