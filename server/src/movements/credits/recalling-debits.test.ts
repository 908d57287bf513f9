import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { WorldAccount } from '../../../test/matching-world.ts'
import { createTakingBackWorld } from '../../../test/taking-back-world.ts'
import { newId } from '../../kernel/ids/ids.ts'
import type { BankLine } from '../feeds/bank-line.ts'
import { recordLines } from './bank-line-store.ts'

const world = await createTakingBackWorld()
const { owner, worker, clock } = world
const { inSuspense, owedBy, heldBy, stateOf, undoing, paidBuy } = world

afterAll(async () => {
  await world.requireSound()
  await world.close()
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
