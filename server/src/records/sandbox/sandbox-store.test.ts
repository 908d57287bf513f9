import { afterAll, expect, test, vi } from 'vitest'
import { createClearingWorld } from '../../../test/clearing-world.ts'
import { masked } from '../../../test/matching-world.ts'
import { asTenant, type Sql } from '../../kernel/postgres/pool.ts'
import { readWake } from '../transactions/wake-store.ts'
import { ageTransaction, moveClock, readClock, resetSandbox } from './sandbox-store.ts'

const world = await createClearingWorld()
const HOUR = 3600
const DAY = 24 * HOUR

afterAll(world.close)

const inSandbox = async <T>(businessId: string, work: (sql: Sql) => Promise<T>) =>
  asTenant(world.api, { businessId, mode: 'test' }, work)
const move = async (businessId: string, seconds: number) =>
  inSandbox(businessId, async (sql) => moveClock(sql, seconds, world.clock.now()))
const opened = async (naira = 50_000) => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  return { shop, account, bought: await world.claim(shop, account, naira) }
}
const kindsOf = async (lineId: string) => {
  const { rows } = await world.owner.query<{ kind: string }>(
    'select kind from case_file where line_id = $1',
    [lineId],
  )
  return rows.map(({ kind }) => kind)
}
const isSomebodyWaiting = async () =>
  (await world.owner.query('select from pg_locks where not granted')).rowCount !== 0

test('the sandbox clock only moves ahead, and returns the transactions that became due', async () => {
  const { shop, bought } = await opened()
  expect(await inSandbox(shop, readClock)).toBe(0)
  expect(await move(shop, 6 * DAY)).toEqual({ aheadSeconds: 6 * DAY, due: [] })
  expect(await move(shop, DAY)).toEqual({ aheadSeconds: 7 * DAY, due: [bought] })
  expect(await inSandbox(shop, readClock)).toBe(7 * DAY)
  await world.advance(bought)
  expect(await world.statusOf(bought)).toBe('expired')
})

test('the clock affects no other business, and no future time is written', async () => {
  const [mine, other] = [await opened(), await opened()]
  const before = await readWake(world.worker, other.bought)
  await move(mine.shop, 30 * DAY)
  await world.advance(mine.bought)
  expect(await readWake(world.worker, other.bought)).toEqual(before)
  expect(await inSandbox(other.shop, readClock)).toBe(0)
  const { rows } = await world.owner.query<{ happened_at: Date }>(
    'select happened_at from transaction_event where transaction_id = $1',
    [mine.bought],
  )
  expect(rows.map(({ happened_at }) => happened_at)).toEqual([world.clock.now(), world.clock.now()])
})

test('a payment that is too low counts as a part after half an hour on the sandbox clock', async () => {
  const { shop, account, bought } = await opened()
  await world.pay(account, 30_000)
  await world.match(account)
  expect(await world.statusOf(bought)).toBe('pending_payment')
  await move(shop, HOUR / 2)
  await world.match(account)
  expect(await world.statusOf(bought)).toBe('part_paid')
  await move(shop, 2 * DAY)
  await world.readBank(account)
  await world.advance(bought)
  expect(await world.statusOf(bought)).toBe('refunding')
})

test('a credit grows older even if its bank shows only the last digits of the payer', async () => {
  const { shop, account } = await opened(60_000)
  const lineId = await world.pay(account, 10_000, masked(account.payer))
  await world.match(account)
  await move(shop, 25 * HOUR)
  await world.match(account)
  expect(await kindsOf(lineId)).toEqual(['unmatched'])
})

test('the clock waits for a run of matching, which would otherwise postpone the next check by days', async () => {
  const { shop, account } = await opened(60_000)
  const lineId = await world.pay(account, 10_000)
  await world.match(account)
  const run = await world.owner.connect()
  await run.query('begin')
  await run.query(`select pg_advisory_xact_lock(hashtextextended('bank_account' || $1, 0))`, [account.id])
  let isMoved = false
  const moved = move(shop, 25 * HOUR).then(() => (isMoved = true))
  await vi.waitUntil(async () => isMoved || (await isSomebodyWaiting()), { timeout: 10_000 })
  const inTwoDays = new Date(world.clock.now().getTime() + 2 * DAY * 1000)
  await run.query('update credit_fund set look_at = $2 where line_id = $1', [lineId, inTwoDays])
  await run.query('commit')
  run.release()
  await moved
  await world.match(account)
  expect(await kindsOf(lineId)).toEqual(['unmatched'])
})

test('one transaction of the business can be aged alone', async () => {
  const { shop, bought } = await opened()
  const { shop: stranger } = await opened()
  const age = async (who: string) => inSandbox(who, async (sql) => ageTransaction(sql, bought, 8 * DAY))
  expect([await age(stranger), await age(shop)]).toEqual([false, true])
  await world.advance(bought)
  expect([await world.statusOf(bought), await inSandbox(shop, readClock)]).toEqual(['expired', 0])
})

test('live mode has no clock, and a clock cannot move back or by more than thirty days', async () => {
  const { shop } = await opened()
  await expect(
    asTenant(world.api, { businessId: shop, mode: 'live' }, async (sql) =>
      moveClock(sql, 60, world.clock.now()),
    ),
  ).rejects.toThrow('test mode')
  for (const seconds of [0, -1, 30 * DAY + 1]) await expect(move(shop, seconds)).rejects.toThrow('30 days')
})

test('a reset cancels unpaid transactions, reports open ones, and resets the clock if there are none', async () => {
  const { shop, account, bought } = await opened()
  const unpaid = await world.claim(shop, account, 70_000)
  await world.pay(account, 30_000)
  await world.match(account)
  await move(shop, HOUR / 2)
  await world.match(account)
  const reset = async () => inSandbox(shop, async (sql) => resetSandbox(sql, world.clock.now()))
  expect(await reset()).toEqual({ cancelled: 1, stillOpen: { 'buy.part_paid': 1 }, aheadSeconds: HOUR / 2 })
  expect(await world.statusOf(unpaid)).toBe('cancelled')
  await world.pay(account, 20_000)
  await world.match(account)
  await world.advance(bought)
  expect(await world.statusOf(bought)).toBe('completed')
  expect(await reset()).toEqual({ cancelled: 0, stillOpen: {}, aheadSeconds: 0 })
})

test('after all of this the checks find nothing', async () => {
  expect(await world.findings()).toEqual([])
})
