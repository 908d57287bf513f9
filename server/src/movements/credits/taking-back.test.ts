import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createClearingWorld } from '../../../test/clearing-world.ts'
import { committed, feeIncome, receivable } from '../../../test/ledger-accounts.ts'
import type { WorldAccount } from '../../../test/matching-world.ts'
import { newId } from '../../kernel/ids/ids.ts'
import { money } from '../../kernel/money/money.ts'
import {
  type AccountKey,
  business,
  held,
  type Posting,
  posting,
  suspense,
} from '../../records/ledger/account.ts'
import { runChecks } from '../../records/ledger/check-store.ts'
import { postEntry, readBalance, sumAccount } from '../../records/ledger/ledger-store.ts'
import type { BankLine } from '../feeds/bank-line.ts'
import { recordLines, takeBackWaiting } from './bank-line-store.ts'

const world = await createClearingWorld()
const { owner, worker, clock } = world
const naira = (amount: number) => money('NGN', BigInt(amount) * 100n)

afterAll(world.close)

const inSuspense = async () => (await sumAccount(worker, 'test', suspense, 'NGN')).minor
const owedBy = async (businessId: string) =>
  (await sumAccount(worker, 'test', receivable(businessId), 'NGN')).minor
const heldBy = async (buy: string) => (await readBalance(worker, 'test', held(buy), 'NGN')).minor
const stateOf = async ({ id }: WorldAccount) =>
  (await owner.query<{ state: string }>('select state from vendor_account where id = $1', [id])).rows[0]
    ?.state

/** Executes the decisions that operators make through cases. */
const decide = async (call: string, values: readonly string[]) =>
  (await owner.query<{ done: boolean }>(`select ${call} as done`, [...values, clock.now()])).rows[0]?.done
const takeBack = async (debitId: string, creditId: string) =>
  decide('take_back_credit($1, $2, $3)', [debitId, creditId])
const placeLien = async (lineId: string) =>
  decide(`place_lien($1, null, 'system:test', 'the police asked', $2) is not null`, [lineId])
const liftLien = async (lineId: string) =>
  decide(`lift_lien($1, 'system:test', 'the police let go', $2)`, [lineId])

/** A debit by which the bank recalls a payment. */
const undoing = (account: WorldAccount, paid: BankLine, more: Partial<BankLine> = {}): BankLine => {
  const { sessionId: _, ...debit } = world.paymentOf(account, paid.grossMinor, {}, 'RECALL')
  return {
    ...debit,
    direction: 'debit',
    kind: 'recall',
    settledMinor: paid.settledMinor,
    externalId: `${paid.externalId}:reversed`,
    undoesExternalId: paid.externalId,
    ...more,
  }
}

/** Creates a buy that is paid and matched, on its own account. */
async function paidBuy(amount = 20_000, more: Partial<BankLine> = {}) {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const buy = await world.claim(shop, account, amount)
  const credit = { ...world.paymentOf(account, BigInt(amount) * 100n, account.payer), ...more }
  const [lineId = ''] = await world.record(account, [credit])
  expect(await world.match(account)).toMatchObject({ allocated: 1 })
  return { shop, account, buy, credit, lineId }
}

/** Moves the buy as screening and sending would. */
async function move(buy: string, ...events: readonly string[]): Promise<void> {
  for (const event of events) {
    const { rowCount } = await owner.query(
      `with screened as (
         insert into screening_result (id, mode, transaction_id, subjects, hits, at)
         select gen_random_uuid(), 'test', $1, '[]', '[]', $3 where $2 = 'checks_passed')
       select from transaction t, move_transaction(t.id, t.version, $2, '{}', $3, null) where t.id = $1`,
      [buy, event, clock.now()],
    )
    expect(rowCount, event).toBe(1)
  }
}

async function post(buy: string, postings: Posting[]): Promise<void> {
  await postEntry(owner, {
    id: newId(),
    mode: 'test',
    transactionId: buy,
    step: 'test',
    at: clock.now(),
    postings,
  })
}

test('an unallocated credit is taken back from its available amount, and nothing of it remains available', async () => {
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

test.each([
  ['tokens', ['checks_passed', 'transfer_signed'], ['transfer_final']],
  ['a refund', ['choice_needed', 'return_chosen'], ['refund_paid']],
])(
  'while %s is in flight, a lien and a case wait for it, and the credit is taken back afterwards',
  async (_, sent, landed) => {
    const before = await inSuspense()
    const { shop, account, buy, credit, lineId } = await paidBuy()
    await move(buy, ...sent)
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

    await move(buy, ...landed)
    await post(buy, [posting(committed(buy), feeIncome, naira(20_000))])
    expect(await takeBack(debitLineId, lineId)).toBe(true)
    expect([await owedBy(shop), await inSuspense(), await hasLien()]).toEqual([20_000_00n, before, false])
    expect(await world.statusOf(buy)).toBe('recalled')
  },
)

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

test('a payment that a statement classifies differently after its allocation opens a case with the allocated amount', async () => {
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

test('if the vendor kept a fee, a recall leaves no expense if the fee was returned, and the fee otherwise', async () => {
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

test.each<[string, Partial<BankLine>]>([
  ['the session id of the payment', { kind: 'unclear' }],
  ['its session id in the narration', { kind: 'payment' }],
])('a debit of the same amount with %s takes it back', async (how, more) => {
  const { account, buy, credit } = await paidBuy()
  const { undoesExternalId: _, ...debit } = undoing(account, credit, more)
  const sessionId = credit.sessionId ?? ''
  const linked = how.includes('narration') ? { narration: `RVSL ${sessionId} ADA` } : { sessionId }
  await world.record(account, [{ ...debit, ...linked, externalId: newId() }])
  expect([await world.statusOf(buy), await stateOf(account)]).toEqual(['recalled', 'active'])
})

test('a debit of another amount is for operators: the credit stays, under a lien', async () => {
  const { account, buy, credit, lineId } = await paidBuy()
  await world.record(account, [undoing(account, credit, { grossMinor: 5_000_00n, settledMinor: 5_000_00n })])
  expect([await world.statusOf(buy), await stateOf(account)]).toEqual(['payment_received', 'active'])
  expect(await world.casesOf(lineId)).toEqual(['recall'])
})

test.each(['payment', 'unclear', 'reversal', 'recall'] as const)(
  'a debit without an explanation (%s) freezes the account in the same commit and opens a case',
  async (kind) => {
    const account = await world.openAccount()
    const { undoesExternalId: _, ...debit } = undoing(account, world.paymentOf(account, 700_00n, {}), {
      kind,
    })
    const [lineId = ''] = await world.record(account, [debit])
    expect(await stateOf(account)).toBe('frozen')
    expect(await world.casesOf(lineId)).toEqual(['unexplained_debit'])
    const { rows } = await owner.query<{ actor: string; details: unknown }>(
      `select actor, details from audit where subject = $1`,
      [`vac_${account.id.replaceAll('-', '')}`],
    )
    expect(rows).toEqual([{ actor: 'system:bank-lines', details: { from: 'active', to: 'frozen' } }])
    // A repeated report in the statement opens no second case.
    await owner.query('select close_case(id, $2, now()) from case_file where line_id = $1', [
      lineId,
      { action: 'keep' },
    ])
    await world.record(account, [debit])
    expect(await world.casesOf(lineId)).toEqual([])
  },
)

test('a charge needs no explanation', async () => {
  const account = await world.openAccount()
  const debit = undoing(account, world.paymentOf(account, 50_00n, {}), { kind: 'charge' })
  await world.record(account, [debit])
  expect(await stateOf(account)).toBe('active')
})

test('a debit that arrives before its credit takes the credit back when that arrives, and the account stays frozen', async () => {
  const before = await inSuspense()
  const account = await world.openAccount()
  const credit = world.paymentOf(account, 20_000_00n, account.payer)
  const [debitId = ''] = await world.record(account, [undoing(account, credit)])
  expect(await world.casesOf(debitId)).toEqual(['unexplained_debit'])
  await world.record(account, [credit])
  expect([await inSuspense(), await world.casesOf(debitId)]).toEqual([before, []])
  expect(await stateOf(account)).toBe('frozen')
})

test('in one page, newest first, a reversal is processed after its credit', async () => {
  const account = await world.openAccount()
  const credit = world.paymentOf(account, 20_000_00n, account.payer)
  await world.record(account, [undoing(account, credit), credit])
  expect(await stateOf(account)).toBe('active')
})

test('a credit recalled a second time is a debit without an explanation', async () => {
  const { account, credit } = await paidBuy()
  await world.record(account, [undoing(account, credit)])
  clock.advance(4 * 24 * 3_600_000)
  await world.record(account, [undoing(account, credit, { externalId: newId() })])
  expect(await stateOf(account)).toBe('frozen')
})

test('a recall that a feed and a statement report on different days is one debit', async () => {
  const { account, buy, credit } = await paidBuy()
  const { undoesExternalId: _, ...printed } = undoing(account, credit, { kind: 'reversal' })
  clock.advance(5 * 24 * 3_600_000)
  await world.record(account, [undoing(account, credit)])
  const statement = {
    accountId: account.id,
    source: 'statement',
    unreadable: [],
    cursor: undefined,
    at: clock.now(),
  }
  const rows = [1, 2].map((row) => ({
    ...printed,
    externalId: `row-${row}`,
    narration: `RVSL ${credit.sessionId}`,
  }))
  const told = async (...lines: BankLine[]) =>
    (await recordLines(worker, { ...statement, lines }))[0]?.outcome
  expect(await told(rows[0] as BankLine)).toBe('known')
  expect([await world.statusOf(buy), await stateOf(account)]).toEqual(['recalled', 'active'])
  // The statement contains a second recall, which is another debit.
  expect(await told(rows[1] as BankLine)).toBe('new')
  expect(await stateOf(account)).toBe('frozen')
})

test.each(['statement first', 'feed first'])(
  'a statement row that does not name the recalled credit matches the debit that the feed saw days later: %s',
  async (order) => {
    const { account, buy, credit } = await paidBuy()
    const { undoesExternalId: _, ...printed } = undoing(account, credit, { kind: 'recall' })
    const row = { ...printed, externalId: 'row-1', narration: 'RECALL' }
    clock.advance(5 * 24 * 3_600_000)
    const byFeed = async () => world.record(account, [undoing(account, credit)])
    const byStatement = async () =>
      recordLines(worker, {
        accountId: account.id,
        source: 'statement',
        unreadable: [],
        cursor: undefined,
        at: clock.now(),
        lines: [row],
      })
    for (const tell of order === 'feed first' ? [byFeed, byStatement] : [byStatement, byFeed]) await tell()
    const { rows } = await worker.query(
      `select count(*)::int as debits from bank_line where vendor_account_id = $1 and direction = 'debit'`,
      [account.id],
    )
    expect(rows).toEqual([{ debits: 1 }])
    expect(await world.statusOf(buy)).toBe('recalled')
  },
)

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

test('concurrent matching and recall: the credit is allocated and recalled, or never allocated', async () => {
  const before = await inSuspense()
  for (let round = 0; round < 8; round += 1) {
    const [shop, account] = [await world.openBusiness(), await world.openAccount()]
    const buy = await world.claim(shop, account, 20_000)
    const credit = world.paymentOf(account, 20_000_00n, account.payer)
    await world.record(account, [credit])
    const undo = undoing(account, credit)
    await Promise.all([
      world.match(account),
      world.record(account, [undo]),
      world.match(account),
      world.record(account, [undo]),
    ])
    expect(['recalled', 'pending_payment']).toContain(await world.statusOf(buy))
    expect([await heldBy(buy), await inSuspense()]).toEqual([0n, before])
  }
})

const step = fc.oneof(
  fc.record({ kind: fc.constant('pay' as const), index: fc.nat(5) }),
  fc.record({ kind: fc.constant('claim' as const), index: fc.nat(5) }),
  fc.record({ kind: fc.constant('take back' as const), index: fc.nat(5) }),
  fc.record({ kind: fc.constant('deliver' as const), index: fc.nat(5) }),
  fc.record({ kind: fc.constant('match' as const), index: fc.constant(0) }),
)

test('in whatever order credits, buys, deliveries and recalls arrive, every kobo of suspense has its line', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const [shop, account] = [await world.openBusiness(), await world.openAccount()]
      const start = await inSuspense()
      const credits = Array.from({ length: 6 }, (_, index) =>
        world.paymentOf(account, BigInt(10_000 + index) * 100n, account.payer),
      )
      const buys = new Map<number, string>()
      for (const { kind, index } of steps) {
        const credit = credits[index] as BankLine
        const buy = buys.get(index)
        if (kind === 'pay') await world.record(account, [credit])
        if (kind === 'take back') await world.record(account, [undoing(account, credit)])
        if (kind === 'match') await world.match(account)
        if (kind === 'claim' && buy === undefined) {
          buys.set(index, await world.claim(shop, account, 10_000 + index))
        }
        if (kind === 'deliver' && buy !== undefined && (await world.statusOf(buy)) === 'payment_received') {
          await world.advance(buy)
        }
        expect((await inSuspense()) - start).toBe(await unsettled(account))
      }
      expect(await owedBy(shop)).toBe(await deliveredAndRecalled(shop))
    }),
    { numRuns: 15, endOnFailure: true },
  )
})

test('after all of this no check finds anything', async () => {
  expect(await world.findings()).toEqual([])
})

test.each([
  ['check_bank_lines', 'nobody saw', 'delete from bank_line_assignment'],
  ['check_bank_lines', 'indexed under other sources', `update bank_line_slot set named_by = '{nobody}'`],
  ['check_bank_lines', 'other amount', 'update bank_line set gross_minor = gross_minor + 1'],
  ['check_bank_lines', 'other bank', `update posting set debit_owner = 'x' where debit_kind = 'bank'`],
  ['check_funds', 'too much left', 'update credit_fund set left_minor = left_minor + 100000000'],
  ['check_funds', 'other payer', `update credit_fund set payer_account_number = '9999999999'`],
  ['check_taking_back', 'debit without reason', 'delete from credit_take_back'],
  [
    'check_taken_back',
    'ended without a trace',
    `update posting set amount_minor = amount_minor + 1 where debit_kind = 'receivable'`,
  ],
  ['check_taken_back', 'still given', 'delete from allocation_end'],
  [
    'check_taken_back',
    'free under a lien',
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

/** Returns the available amount of all credits, less debits that no credit explains. */
async function unsettled({ id }: WorldAccount): Promise<bigint> {
  const { rows } = await owner.query<{ minor: string }>(
    `select (coalesce((select sum(left_minor::numeric) from credit_fund where vendor_account_id = $1), 0)
       - coalesce((select sum(d.settled_minor::numeric) from bank_line d where d.vendor_account_id = $1
           and d.direction = 'debit' and not exists (select from credit_take_back b where b.debit_line_id = d.id)), 0))::text as minor`,
    [id],
  )
  return BigInt(rows[0]?.minor ?? '')
}

async function deliveredAndRecalled(businessId: string): Promise<bigint> {
  const { rows } = await owner.query<{ minor: string }>(
    `select coalesce(sum(a.amount_minor::numeric), 0)::text as minor
     from allocation a join allocation_end e on e.allocation_id = a.id
     where a.business_id = $1 and exists (select from transaction_event v
       where v.transaction_id = a.transaction_id and v.event = 'credited_to_balance')`,
    [businessId],
  )
  return BigInt(rows[0]?.minor ?? '')
}
