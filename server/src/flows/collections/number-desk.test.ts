import { afterAll, expect, test } from 'vitest'
import { createMatchingWorld, type WorldAccount } from '../../../test/matching-world.ts'
import { openPayLink } from '../../../test/open-pay-link.ts'
import { newId } from '../../kernel/ids/ids.ts'
import { asTenant } from '../../kernel/postgres/pool.ts'
import { findShownNumber } from '../../movements/collections/collection-number-store.ts'
import type { CollectionRail, NumberAnswer } from '../../movements/collections/collection-rail.ts'
import { findPayLink } from '../../records/pay-links/pay-link-store.ts'
import { wireWalletRules } from '../../wire/wire-chains.ts'
import { createNumberDesk } from './number-desk.ts'

const world = await createMatchingWorld()
afterAll(world.close)

const MINUTE = 60_000
const traits: CollectionRail['traits'] = {
  wrongAmount: 'arrives',
  topUp: 'arrives',
  showsPayerAccount: true,
  returns: 'by_payout',
  settles: 'at_once',
  cost: { millionths: 0n, fixedMinor: 0n, mostMinor: 0n },
  isRepeatable: true,
  barsRamps: false,
}
let vendors = 0
let numbers = 0

/** Opens a pool at a vendor of its own, and a rail that answers as the test says. */
const openRail = async (answer: () => Promise<NumberAnswer> | NumberAnswer) => {
  vendors += 1
  const vendor = `vendor${'abcdefghijklmnopqrstuvwxyz'[vendors]}`
  const [id, number] = [newId(), `88${String(vendors).padStart(8, '0')}`]
  await world.owner.query(
    `insert into vendor_account (id, mode, name, account_number, bank_code, bank_name, feed, is_pool)
     values ($1, 'test', 'TEST Pool', $2, 'test-bank', 'TEST BANK', $3, true)`,
    [id, number, vendor],
  )
  const asked: string[] = []
  const rail: CollectionRail = {
    vendor,
    traits,
    open: async ({ reference }) => {
      asked.push(reference)
      return answer()
    },
  }
  const account: WorldAccount = {
    id,
    number,
    payer: { accountNumber: '0123456789', bankCode: '000013', name: 'ADA' },
  }
  return { rail, account, asked }
}
const give = (validMs = 30 * MINUTE, number?: string): NumberAnswer => {
  numbers += 1
  return {
    kind: 'given',
    number: number ?? `99${String(numbers).padStart(8, '0')}`,
    bankName: 'Wema Bank',
    accountName: 'Shop / Afara',
    validUntil: new Date(world.clock.now().getTime() + validMs),
  }
}
const refuse = (): NumberAnswer => ({ kind: 'refused', why: 'no number is available' })
const unknown = (): NumberAnswer => ({ kind: 'unknown', why: 'the connection failed' })

const deskOf = (rails: readonly CollectionRail[], waits = {}) =>
  createNumberDesk({
    pool: world.api,
    clock: world.clock,
    rails: { live: [], test: rails },
    onError: (error) => {
      throw error
    },
    waits,
  })

const openLink = async (naira?: bigint) => openPayLink(world, wireWalletRules(), naira)
const payTo = async (
  pool: WorldAccount,
  paidTo: string,
  amountMinor: bigint,
  bookedAt = world.clock.now(),
): Promise<string> => {
  const line = { ...world.paymentOf(pool, amountMinor, pool.payer), paidTo, bookedAt }
  const [lineId = ''] = await world.record(pool, [line])
  await world.match(pool)
  return lineId
}
const returnsOf = async (lineId: string) => {
  const { rows } = await world.owner.query<{ number: string }>(
    'select account_number as number from credit_return where line_id = $1',
    [lineId],
  )
  return rows.map(({ number }) => number)
}
const requestsOf = async (transactionId: string) =>
  (
    await world.owner.query(
      'select state, is_shown from collection_number where transaction_id = $1 order by asked_at, id',
      [transactionId],
    )
  ).rows

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

test('twenty openings at once get one number', async () => {
  const { rail, asked } = await openRail(async () => {
    await new Promise((resolve) => setTimeout(resolve, 50))
    return give()
  })
  const link = await openLink()
  const desk = deskOf([rail])
  await Promise.all(Array.from({ length: 20 }, async () => desk.obtain('test', link.transactionId)))
  expect(asked).toHaveLength(1)
  expect(await requestsOf(link.transactionId)).toEqual([{ state: 'given', is_shown: true }])
})

test('if a vendor has no number the next one is asked, and at last the page shows the shared account', async () => {
  const [none, lost, works] = [await openRail(refuse), await openRail(unknown), await openRail(give)]
  const link = await openLink()
  await deskOf([none.rail, lost.rail, works.rail]).obtain('test', link.transactionId)
  expect((await link.page()).accountNumber).toMatch(/^99/)
  expect(await requestsOf(link.transactionId)).toEqual([
    { state: 'refused', is_shown: false },
    { state: 'unknown', is_shown: false },
    { state: 'given', is_shown: true },
  ])
  const other = await openLink()
  const failing = deskOf([none.rail, lost.rail])
  await failing.obtain('test', other.transactionId)
  expect(await other.page()).toMatchObject({ accountNumber: other.account.number, numberUntil: null })
  // A vendor that failed for this buy is not asked again at once.
  await failing.obtain('test', other.transactionId)
  expect(await requestsOf(other.transactionId)).toHaveLength(2)
  world.clock.advance(11 * MINUTE)
  await failing.obtain('test', other.transactionId)
  expect(await requestsOf(other.transactionId)).toHaveLength(4)
})

test('a slow vendor does not block the page. Its late number is kept but not shown, and takes payments', async () => {
  const late = Promise.withResolvers<NumberAnswer>()
  const { rail, account: pool } = await openRail(async () => late.promise)
  const link = await openLink()
  const desk = deskOf([rail], { vendorMs: 50, payerMs: 200 })
  // The vendor answers only after this.
  await desk.obtain('test', link.transactionId)
  expect((await link.page()).accountNumber).toBe(link.account.number)
  expect(await requestsOf(link.transactionId)).toEqual([{ state: 'unknown', is_shown: false }])
  const given = give()
  late.resolve(given)
  await desk.drained()
  expect(await requestsOf(link.transactionId)).toEqual([{ state: 'given', is_shown: false }])
  expect((await link.page()).accountNumber).toBe(link.account.number)
  const number = given.kind === 'given' ? given.number : ''
  await payTo(pool, number, link.amount.minor)
  expect(await world.statusOf(link.transactionId)).toBe('payment_received')
})

test('a request whose process died becomes unknown, and the next opening asks the next vendor', async () => {
  const [first, second] = [await openRail(give), await openRail(give)]
  const link = await openLink()
  await world.api.query(`select ask_for_number($1, $2, $3, $4, '15 seconds')`, [
    newId(),
    link.transactionId,
    [first.rail.vendor],
    world.clock.now(),
  ])
  const desk = deskOf([first.rail, second.rail], { payerMs: 150 })
  await desk.obtain('test', link.transactionId)
  expect((await link.page()).numberUntil).toBeNull()
  world.clock.advance(16_000)
  await desk.obtain('test', link.transactionId)
  expect(first.asked).toEqual([])
  expect(second.asked).toHaveLength(1)
  expect(await requestsOf(link.transactionId)).toEqual([
    { state: 'unknown', is_shown: false },
    { state: 'given', is_shown: true },
  ])
})

test('a vendor that fails five times in a minute rests for everybody', async () => {
  const { rail, asked } = await openRail(unknown)
  const desk = deskOf([rail])
  for (let count = 0; count < 7; count += 1) {
    await desk.obtain('test', (await openLink()).transactionId)
    world.clock.advance(1_000)
  }
  expect(asked).toHaveLength(5)
  world.clock.advance(MINUTE)
  await desk.obtain('test', (await openLink()).transactionId)
  expect(asked).toHaveLength(6)
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

test('a vendor must give a number for whole naira if the business tolerates the difference', async () => {
  const { rail } = await openRail(give)
  const [large, small] = [await openLink(), await openLink(100n)]
  const desk = deskOf([rail])
  for (const { transactionId } of [large, small]) await desk.obtain('test', transactionId)
  expect([large.amount.minor % 100n, small.amount.minor % 100n]).not.toContain(0n)
  expect(await large.page()).toMatchObject({ amount: { minor: 20_000_00n }, left: { minor: 20_000_00n } })
  expect(await small.page()).toMatchObject({ amount: small.amount, left: small.amount })
})

test('a recycled number pays only for the buy that had it when the bank booked the payment', async () => {
  const number = '9911111111'
  const { rail, account: pool } = await openRail(() => give(30 * MINUTE, number))
  const desk = deskOf([rail])
  const [first, second] = [await openLink(), await openLink()]
  await desk.obtain('test', first.transactionId)
  const paidAt = new Date(world.clock.now().getTime() + 5 * MINUTE)
  world.clock.advance(20 * MINUTE)
  // The vendor issues the number again although it has not expired.
  await desk.obtain('test', second.transactionId)
  await payTo(pool, number, first.amount.minor, paidAt)
  expect(await world.statusOf(first.transactionId)).toBe('payment_received')
  expect(await world.statusOf(second.transactionId)).toBe('pending_payment')
  // Before it was issued to anybody, and while both buys have it.
  world.clock.advance(5 * MINUTE)
  for (const bookedAt of [new Date(paidAt.getTime() - 60 * MINUTE), world.clock.now()]) {
    const lineId = await payTo(pool, number, second.amount.minor, bookedAt)
    expect(await world.allocationsOf(lineId)).toEqual([])
  }
  world.clock.advance(10 * MINUTE)
  await payTo(pool, number, second.amount.minor)
  expect(await world.statusOf(second.transactionId)).toBe('payment_received')
})

test('a number of a frozen pool is not shown, and the next vendor is asked', async () => {
  const [frozen, other] = [await openRail(give), await openRail(give)]
  const link = await openLink()
  await deskOf([frozen.rail]).obtain('test', link.transactionId)
  const { accountNumber } = await link.page()
  expect(accountNumber).toMatch(/^99/)
  const tenant = { businessId: link.businessId, mode: 'test' as const }
  const stored = async () =>
    asTenant(world.api, tenant, async (sql) => [
      (await findShownNumber(sql, link.transactionId, world.clock.now()))?.number,
      (await findPayLink(sql, { id: link.id }))?.payInto.accountNumber,
    ])
  expect(await stored()).toEqual([accountNumber, accountNumber])
  const move = async (state: string) =>
    world.owner.query('update vendor_account set state = $2 where id = $1', [frozen.account.id, state])
  await move('draining')
  expect((await link.page()).accountNumber).toBe(accountNumber)
  await move('frozen')
  expect(await link.page()).toMatchObject({ accountNumber: link.account.number, numberUntil: null })
  expect(await stored()).toEqual([undefined, link.account.number])
  await deskOf([frozen.rail, other.rail]).obtain('test', link.transactionId)
  expect(other.asked).toHaveLength(1)
  expect((await link.page()).accountNumber).toMatch(/^99/)
  expect((await link.page()).accountNumber).not.toBe(accountNumber)
})

test('the api cannot take the number of another buy, or a payment that was booked before', async () => {
  const [victim, thief] = [await openLink(), await openLink()]
  const { rail, account: pool } = await openRail(give)
  const now = Date.now()
  const ask = async (transactionId: string, at: number, number: string) => {
    const id = newId()
    const values = [id, transactionId, [rail.vendor], new Date(at)]
    await world.api.query(`select ask_for_number($1, $2, $3, $4, '15 seconds')`, values)
    const valid_until = new Date(now + 30 * MINUTE)
    const answer = { state: 'given', number, bank_name: 'TEST', account_name: 'TEST', valid_until }
    await world.api.query('select note_number($1, $2, false, $3)', [id, answer, new Date(at)])
  }
  await ask(victim.transactionId, now, '9922222222')
  await ask(thief.transactionId, now - 60 * MINUTE, '9922222222')
  const { rows } = await world.owner.query<{ id: string; asked: Date; until: Date }>(
    `select transaction_id as id, asked_at as asked, valid_until as until from collection_number where vendor_account_id = $1`,
    [pool.id],
  )
  const of = (id: string) => rows.find((row) => row.id === id)
  expect(of(victim.transactionId)?.until).toEqual(new Date(now + 30 * MINUTE))
  expect(of(thief.transactionId)?.asked.getTime()).toBeGreaterThanOrEqual(now)
  const [line = ''] = await world.record(pool, [
    {
      ...world.paymentOf(pool, victim.amount.minor, pool.payer),
      paidTo: '9922222222',
      bookedAt: new Date(now + MINUTE),
    },
  ])
  const taken = await world.owner.query('select buy_of_number($1) as buy', [line])
  expect(taken.rows).toEqual([{ buy: null }])
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
