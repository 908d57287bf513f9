import { afterAll, expect, test } from 'vitest'
import { createNumberWorld, MINUTE } from '../../../test/number-world.ts'
import { newId } from '../../kernel/ids/ids.ts'
import { asTenant } from '../../kernel/postgres/pool.ts'
import { findShownNumber } from '../../movements/collections/collection-number-store.ts'
import type { NumberAnswer } from '../../movements/collections/collection-rail.ts'
import { findPayLink } from '../../records/pay-links/pay-link-store.ts'
import { wireWalletRules } from '../../wire/wire-chains.ts'

const world = await createNumberWorld(wireWalletRules())
const { openRail, give, deskOf, openLink, payTo, requestsOf } = world
afterAll(world.close)

const refuse = (): NumberAnswer => ({ kind: 'refused', why: 'no number is available' })
const unknown = (): NumberAnswer => ({ kind: 'unknown', why: 'the connection failed' })

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

test('a vendor must give a number for whole naira if the business tolerates the difference', async () => {
  const { rail } = await openRail(give)
  // Of ₦20,000 up to a naira is tolerated. Of ₦19 nothing is, whatever kobo the link drew.
  const [large, small] = [await openLink(), await openLink(19n)]
  const desk = deskOf([rail])
  for (const { transactionId } of [large, small]) await desk.obtain('test', transactionId)
  expect([large.amount.minor % 100n, small.amount.minor % 100n]).not.toContain(0n)
  expect(await large.page()).toMatchObject({ amount: { minor: 20_000_00n }, left: { minor: 20_000_00n } })
  expect(await small.page()).toMatchObject({ amount: small.amount, left: small.amount })
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
