import { afterAll, beforeAll, expect, test } from 'vitest'
import { toBuyTransaction } from '../../src/entry/http/buys/buy-wire.ts'
import { asTenant } from '../../src/kernel/postgres/pool.ts'
import { selectOwnBalance } from '../../src/records/ledger/own-balance-store.ts'
import { readEvents, sequenceEvents } from '../../src/records/transactions/feed/feed-store.ts'
import { selectTransactions } from '../../src/records/transactions/lists/transaction-list-store.ts'
import type { TransactionView } from '../../src/records/transactions/lists/transaction-view.ts'
import { createClearingWorld } from '../clearing-world.ts'

const world = await createClearingWorld()

beforeAll(async () => world.openLane(1))
afterAll(world.close)

const needsOf = (view: TransactionView | undefined) =>
  view?.type === 'buy' ? toBuyTransaction(view.buy, view.paidInto, 'ada').needs : undefined

test('a buy recalled after delivery shows the business what it owes', async () => {
  const { shop, account, buy, lineId } = await world.receive(20_000, { wallet: null })
  await world.advance(buy)
  expect(await world.statusOf(buy)).toBe('completed')
  const tenant = { businessId: shop, mode: 'test' } as const
  expect((await asTenant(world.api, tenant, selectOwnBalance)).owed.minor).toBe(0n)

  const debit = await world.loseMoney(account, 20_000)
  await world.owner.query('select take_back_credit($1, $2, $3)', [debit, lineId, world.clock.now()])
  expect(await world.statusOf(buy)).toBe('recalled')
  const owes = [{ code: 'owed', message: expect.stringContaining('Your business owes us ₦20,000.00') }]
  const [view] = await asTenant(world.api, tenant, async (sql) => selectTransactions(sql, tenant, [buy]))
  expect(needsOf(view)).toEqual(owes)
  expect((await asTenant(world.api, tenant, selectOwnBalance)).owed.minor).toBe(2_000_000n)

  // Writers in other databases of the cluster can delay the position of an event.
  const placed = async () => {
    await sequenceEvents(world.worker)
    return asTenant(world.api, tenant, async (sql) =>
      readEvents(sql, tenant, { after: 0, limit: 100, transactionId: buy }),
    )
  }
  const count = (await world.eventsOf(buy)).length
  await expect.poll(async () => (await placed()).length, { timeout: 30_000, interval: 20 }).toBe(count)
  const events = await placed()
  expect(needsOf(events.at(-1)?.transaction)).toEqual(owes)
  expect(needsOf(events.at(-2)?.transaction)).toEqual([])
})
