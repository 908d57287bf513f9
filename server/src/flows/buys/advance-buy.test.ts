import { afterAll, expect, test } from 'vitest'
import { createMatchingWorld } from '../../../test/matching-world.ts'
import { sweepClaims } from '../../records/transactions/sweep-claims.ts'
import { findTransaction } from '../../records/transactions/transaction-store.ts'
import { readWake } from '../../records/transactions/wake-store.ts'
import { advanceBuy } from './advance-buy.ts'

const world = await createMatchingWorld()
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

afterAll(world.close)

const advance = async (id: string) => {
  const buy = await findTransaction(world.worker, id)
  if (buy === undefined) throw new Error('there is no such buy')
  await advanceBuy(world.worker, buy, world.clock.now())
}
const claimsOf = async (id: string) => {
  const { rowCount } = await world.owner.query('select from claim where transaction_id = $1', [id])
  return rowCount
}
const payInPart = async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const bought = await world.claim(shop, account, 50_000)
  await world.pay(account, 30_000)
  world.clock.advance(30 * MINUTE)
  await world.match(account)
  return { account, bought }
}

test('a buy that was paid in part is looked at after 48 hours, and people are asked once', async () => {
  const { bought } = await payInPart()
  const wake = await readWake(world.worker, bought)
  expect(wake?.dueAt).toEqual(new Date(world.clock.now().getTime() + 48 * HOUR))
  world.clock.advance(48 * HOUR)
  await advance(bought)
  await advance(bought)
  expect(await world.statusOf(bought)).toBe('part_paid')
  expect(await world.casesOf(bought)).toEqual(['underpaid'])
  expect(await readWake(world.worker, bought)).toBeUndefined()
})

test('the rest that comes all the same ends the question', async () => {
  const { account, bought } = await payInPart()
  world.clock.advance(48 * HOUR)
  await advance(bought)
  await world.pay(account, 20_000)
  await world.match(account)
  expect(await world.statusOf(bought)).toBe('payment_received')
  expect(await world.casesOf(bought)).toEqual([])
})

test('a buy that nobody paid ends, and its claim is kept for a month, because money can come late', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const [bought, waiting] = [
    await world.claim(shop, account, 20_000),
    await world.claim(shop, account, 30_000, { expiresAt: new Date(world.clock.now().getTime() + 60 * DAY) }),
  ]
  world.clock.advance(7 * DAY)
  await advance(bought)
  expect(await world.statusOf(bought)).toBe('expired')
  world.clock.advance(30 * DAY)
  await sweepClaims(world.worker, world.clock.now())
  expect(await claimsOf(bought)).toBe(1)
  world.clock.advance(1)
  await sweepClaims(world.worker, world.clock.now())
  expect([await claimsOf(bought), await claimsOf(waiting)]).toEqual([0, 1])
})

test('after all of this the invariants hold', async () => {
  expect(await world.findings()).toEqual([])
})
