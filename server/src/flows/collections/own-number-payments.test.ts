import { afterAll, expect, test } from 'vitest'
import type { WorldAccount } from '../../../test/matching-world.ts'
import { createNumberWorld, MINUTE } from '../../../test/number-world.ts'
import { newId } from '../../kernel/ids/ids.ts'
import { wireWalletRules } from '../../wire/wire-chains.ts'

const world = await createNumberWorld(wireWalletRules())
const { openRail, give, deskOf, openLink, payTo, returnsOf, requestsOf } = world
afterAll(world.close)

test('an opened link shows a number of its own, and a payment to it pays for the buy', async () => {
  const { rail, account: pool } = await openRail(give)
  const link = await openLink()
  const before = await link.page()
  expect(before).toMatchObject({ accountNumber: link.account.number, numberUntil: null })
  await deskOf([rail]).obtain('test', link.transactionId)
  const page = await link.page()
  expect(page).toMatchObject({
    accountName: 'TEST Shop / Afara',
    bankName: 'TEST BANK (not a bank)',
    numberUntil: expect.any(Date) as Date,
  })
  expect(page.accountNumber).toMatch(/^99/)
  const lineId = await payTo(pool, page.accountNumber, link.amount.minor)
  expect(await world.allocationsOf(lineId)).toEqual([
    {
      transaction_id: link.transactionId,
      amount_minor: String(link.amount.minor),
      evidence: 'own_number',
      ground: 'expected',
    },
  ])
  expect(await world.statusOf(link.transactionId)).toBe('payment_received')
  // A second payment goes back to the account in the bank's record.
  const second = await payTo(pool, page.accountNumber, link.amount.minor)
  expect(await world.allocationsOf(second)).toEqual([])
  expect(await returnsOf(second)).toEqual([pool.payer.accountNumber])
  expect(await world.findings()).toEqual([])
})

test('the shared account still takes the payment of a link that has a number', async () => {
  const { rail } = await openRail(give)
  const link = await openLink()
  await deskOf([rail]).obtain('test', link.transactionId)
  await world.record(link.account, [world.paymentOf(link.account, link.amount.minor, {})])
  await world.match(link.account)
  expect(await world.statusOf(link.transactionId)).toBe('payment_received')
})

test('a payment that names our request instead of the number pays for the same buy, and no other', async () => {
  const { rail, account: pool, asked } = await openRail(give)
  const { account: otherPool } = await openRail(give)
  const link = await openLink()
  await deskOf([rail]).obtain('test', link.transactionId)
  const [paidFor = ''] = asked
  const pay = async (to: WorldAccount, reference: string) => {
    const line = { ...world.paymentOf(to, link.amount.minor, to.payer), paidFor: reference }
    const [lineId = ''] = await world.record(to, [line])
    await world.match(to)
    return world.allocationsOf(lineId)
  }
  expect(await pay(pool, newId().replaceAll('-', ''))).toEqual([])
  expect(await pay(otherPool, paidFor)).toEqual([])
  expect(await pay(pool, paidFor)).toMatchObject([
    { transaction_id: link.transactionId, evidence: 'own_number' },
  ])
})

test('a number that has expired is replaced, and a late payment to it still pays for its buy', async () => {
  const { rail, account: pool } = await openRail(() => give(10 * MINUTE))
  const link = await openLink()
  const desk = deskOf([rail])
  await desk.obtain('test', link.transactionId)
  const { accountNumber: old } = await link.page()
  world.clock.advance(13 * MINUTE)
  await desk.obtain('test', link.transactionId)
  const { accountNumber } = await link.page()
  expect(accountNumber).not.toBe(old)
  await payTo(pool, old, link.amount.minor)
  expect(await world.statusOf(link.transactionId)).toBe('payment_received')
  expect(await returnsOf(await payTo(pool, accountNumber, link.amount.minor))).toHaveLength(1)
})

test('a payment to a number that expired more than a week ago belongs to nobody', async () => {
  const { rail, account: pool } = await openRail(() => give(10 * MINUTE))
  const link = await openLink()
  await deskOf([rail]).obtain('test', link.transactionId)
  const { accountNumber } = await link.page()
  const late = new Date(world.clock.now().getTime() + 8 * 24 * 60 * MINUTE)
  const lineId = await payTo(pool, accountNumber, link.amount.minor, late)
  expect([await world.allocationsOf(lineId), await returnsOf(lineId)]).toEqual([[], []])
})

test('a number belongs to its buy for a week after it expired. Until then no other buy gets it', async () => {
  const number = '9911111111'
  const { rail, account: pool } = await openRail(() => give(30 * MINUTE, number))
  const desk = deskOf([rail])
  const [first, second] = [await openLink(), await openLink()]
  await desk.obtain('test', first.transactionId)
  // The vendor gives the number again before it expired, and after.
  for (const minutes of [20, 6 * 24 * 60]) {
    world.clock.advance(minutes * MINUTE)
    await desk.obtain('test', second.transactionId)
    expect(await second.page()).toMatchObject({ accountNumber: second.account.number, numberUntil: null })
    await payTo(pool, number, first.amount.minor)
    expect(await world.statusOf(first.transactionId)).toBe('payment_received')
  }
  expect(await requestsOf(second.transactionId)).toEqual([
    { state: 'refused', is_shown: false },
    { state: 'refused', is_shown: false },
  ])
  world.clock.advance(2 * 24 * 60 * MINUTE)
  const before = world.clock.now()
  world.clock.advance(5 * MINUTE)
  const third = await openLink()
  await desk.obtain('test', third.transactionId)
  // Nobody had the number when this was booked.
  expect(await world.allocationsOf(await payTo(pool, number, third.amount.minor, before))).toEqual([])
  await payTo(pool, number, third.amount.minor)
  expect(await world.statusOf(third.transactionId)).toBe('payment_received')
})

test('the api cannot take the number of another buy, or a payment that was booked before', async () => {
  const [victim, thief] = [await openLink(), await openLink()]
  const { rail, account: pool } = await openRail(give)
  const now = Date.now()
  const number = '9922222222'
  const ask = async (transactionId: string, at: number) => {
    const id = newId()
    const values = [id, transactionId, [rail.vendor], new Date(at)]
    await world.api.query(`select ask_for_number($1, $2, $3, $4, '15 seconds')`, values)
    const valid_until = new Date(Math.max(at, now) + 30 * MINUTE)
    const answer = { state: 'given', number, bank_name: 'TEST', account_name: 'TEST', valid_until }
    await world.api.query('select note_number($1, $2, false, $3)', [id, answer, new Date(at)])
    const { rows } = await world.owner.query<{ asked: Date; state: string }>(
      'select asked_at as asked, state from collection_number where id = $1',
      [id],
    )
    return rows[0]
  }
  expect((await ask(victim.transactionId, now))?.state).toBe('given')
  const datedBack = await ask(thief.transactionId, now - 60 * MINUTE)
  expect(datedBack?.asked.getTime()).toBeGreaterThanOrEqual(now)
  expect(datedBack?.state).toBe('refused')
  // The number has expired, but a late payment to it still belongs to the victim.
  expect((await ask(thief.transactionId, now + 60 * MINUTE))?.state).toBe('refused')
  for (const minutes of [1, 90]) {
    const line = { ...world.paymentOf(pool, victim.amount.minor, pool.payer), paidTo: number }
    const bookedAt = new Date(now + minutes * MINUTE)
    const [lineId = ''] = await world.record(pool, [{ ...line, bookedAt }])
    const { rows } = await world.owner.query('select buy_of_number($1) as buy', [lineId])
    expect(rows).toEqual([{ buy: victim.transactionId }])
  }
})

test('no allocation can claim the number of another buy', async () => {
  const { rail, account: pool } = await openRail(give)
  const [mine, other] = [await openLink(), await openLink()]
  await deskOf([rail]).obtain('test', other.transactionId)
  const { accountNumber } = await other.page()
  const forger = ({
    credits,
  }: {
    credits: readonly { credit: { lineId: string; leftMinor: bigint } }[]
  }) => ({
    allocations: credits.map(({ credit }) => ({
      lineId: credit.lineId,
      transactionId: mine.transactionId,
      businessId: mine.businessId,
      amountMinor: credit.leftMinor,
      event: 'paid_in_full' as const,
      evidence: 'own_number' as const,
      ground: 'expected' as const,
    })),
    cases: [],
    closes: [],
    lookAgainAt: undefined,
  })
  await world.record(pool, [{ ...world.paymentOf(pool, mine.amount.minor, {}), paidTo: accountNumber }])
  await expect(world.match(pool, forger)).rejects.toThrow('changed while it was being allocated')
})

test('a request and its answer cannot be rewritten', async () => {
  const { rail } = await openRail(give)
  const link = await openLink()
  await deskOf([rail]).obtain('test', link.transactionId)
  for (const change of [
    `number = '9900000000'`,
    `transaction_id = (select id from transaction where id <> transaction_id limit 1)`,
    `valid_until = valid_until + interval '1 hour'`,
    `valid_until = valid_until - interval '1 minute'`,
    `asked_at = asked_at - interval '1 hour'`,
  ]) {
    await expect(
      world.owner.query(`update collection_number set ${change} where transaction_id = $1`, [
        link.transactionId,
      ]),
    ).rejects.toThrow('cannot change')
  }
  await expect(world.owner.query('delete from collection_number')).rejects.toThrow('collection_number')
})
