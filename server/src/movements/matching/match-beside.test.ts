import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { createMatchingWorld } from '../../../test/matching-world.ts'
import { inTransaction } from '../../kernel/postgres/pool.ts'
import { acceptBuys } from '../../records/transactions/accepting/buy-store.ts'
import { judgeCredits } from './judge-credits.ts'
import type { Judge } from './match-account.ts'
import type { Allocation } from './open-credit.ts'
import { applyVerdict, NotAsRead } from './verdict-store.ts'

const world = await createMatchingWorld()
const nothing = {
  allocations: [],
  cases: [],
  closes: [],
  looked: [],
  agedFrom: new Date('2036-12-08T00:00:00Z'),
  casesDueAt: new Date('2036-11-17T00:00:00Z'),
}

afterAll(world.close)

test('two hundred claims on one credit, with many concurrent workers: exactly one wins', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const drafts = Array.from({ length: 200 }, () => world.draft(shop, account, 20_000))
  const paid = await world.pay(account, 20_000)
  await Promise.all([
    ...Array.from({ length: 10 }, async (_, group) => {
      await acceptBuys(world.api, drafts.slice(group * 20, group * 20 + 20))
      await world.match(account)
    }),
    ...Array.from({ length: 5 }, async () => world.match(account)),
  ])
  await world.match(account)
  expect(await world.allocationsOf(paid)).toHaveLength(1)
  const { rows } = await world.owner.query<{ count: string }>(
    `select count(*) from transaction where status = 'payment_received' and id = any ($1)`,
    [drafts.map(({ id }) => id)],
  )
  expect(rows[0]?.count).toBe('1')
})

test('two workers that match the same account at once allocate each credit once', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const naira = Array.from({ length: 60 }, (_, count) => 20_000 + count)
  await acceptBuys(
    world.api,
    naira.map((amount) => world.draft(shop, account, amount)),
  )
  await world.record(
    account,
    naira.map((amount) => world.paymentOf(account, BigInt(amount) * 100n, account.payer)),
  )
  const matched = await Promise.all(Array.from({ length: 6 }, async () => world.match(account)))
  expect(matched.map(({ allocated }) => allocated).sort((a, b) => b - a)).toEqual([60, 0, 0, 0, 0, 0])
})

test('accounts of one business that are matched at once never exceed its exposure limit', async () => {
  const shop = await world.openBusiness(100_000)
  const accounts = await Promise.all(Array.from({ length: 6 }, async () => world.openAccount()))
  for (const account of accounts) {
    for (const naira of [15_000, 16_000]) {
      await world.claim(shop, account, naira)
      await world.pay(account, naira)
    }
  }
  await Promise.all(accounts.map(async (account) => world.match(account)))
  const { rows } = await world.owner.query<{ given: string; counted: string }>(
    `select (select sum(amount_minor::numeric) from allocation where business_id = $1 and ground = 'within_cap') as given,
       (select sum(amount_minor::numeric) from exposure_day where business_id = $1) as counted`,
    [shop],
  )
  expect(rows[0]?.given).toBe(rows[0]?.counted)
  expect(Number(rows[0]?.given)).toBeLessThanOrEqual(100_000_00)
  expect(Number(rows[0]?.given)).toBeGreaterThanOrEqual(85_000_00)
})

test('a buy that ends while it is allocated its naira does not get it: everything is read again', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const claimed = await world.claim(shop, account, 20_000)
  const kept = await world.claim(shop, account, 30_000)
  const [paid] = [await world.pay(account, 20_000), await world.pay(account, 30_000)]
  const other = await world.superuser.connect()
  await other.query('begin')
  await other.query(cancel(claimed))
  let asked = 0
  const counting: Judge = (question) => {
    asked += 1
    return judgeCredits(question)
  }
  const matching = world.match(account, counting)
  await expect.poll(() => asked).toBe(1)
  await sleep(200)
  await other.query('commit')
  other.release()
  expect(await matching).toMatchObject({ allocated: 1 })
  expect(asked).toBe(2)
  expect([await world.statusOf(claimed), await world.statusOf(kept)]).toEqual([
    'cancelled',
    'payment_received',
  ])
  expect(await world.allocationsOf(paid)).toEqual([])
})

test('the database checks every verdict: one false statement undoes all of it', async () => {
  const [shop, account, elsewhere] = [
    await world.openBusiness(),
    await world.openAccount(),
    await world.openAccount(),
  ]
  const claimed = await world.claim(shop, account, 20_000)
  const foreign = await world.claim(shop, elsewhere, 20_000)
  const cancelled = await world.claim(shop, account, 20_000)
  await world.superuser.query(cancel(cancelled))
  const [paid, blocked] = [await world.pay(account, 20_000), await world.pay(account, 20_000)]
  await world.owner.query('update credit_fund set blocked_by = gen_random_uuid() where line_id = $1', [
    blocked,
  ])
  const honest: Allocation = {
    lineId: paid,
    transactionId: claimed,
    businessId: shop,
    amountMinor: 20_000_00n,
    event: 'paid_in_full',
    evidence: 'number',
    ground: 'within_cap',
  }
  const lies: Array<[string, readonly Allocation[]]> = [
    ['more than the credit', [{ ...honest, amountMinor: 20_000_01n }]],
    ['less than the buy needs', [{ ...honest, amountMinor: 19_998_99n }]],
    ['the whole amount as a part', [{ ...honest, event: 'paid_in_part' }]],
    ['a top-up of a buy that is not part paid', [{ ...honest, event: 'topped_up' }]],
    ['a late credit for a buy that has not ended', [{ ...honest, event: 'late_credit' }]],
    ['a buy that was cancelled', [{ ...honest, transactionId: cancelled }]],
    ['a buy of another account', [{ ...honest, transactionId: foreign }]],
    ['a buy that does not exist', [{ ...honest, transactionId: paid }]],
    ['a credit that does not exist', [{ ...honest, lineId: claimed }]],
    ['a credit that a case blocks', [{ ...honest, lineId: blocked }]],
    ['one credit twice', [honest, { ...honest, transactionId: cancelled, event: 'late_credit' }]],
    ['one buy twice', [honest, { ...honest, lineId: blocked }]],
  ]
  for (const [lie, allocations] of lies) {
    const written = inTransaction(world.worker, async (sql) =>
      applyVerdict(sql, account.id, { ...nothing, allocations }, world.clock.now()),
    )
    await expect(written, lie).rejects.toThrow(/changed while it was being allocated|a second time/)
    expect(await world.statusOf(claimed), lie).toBe('pending_payment')
  }
  const write = async () =>
    inTransaction(world.worker, async (sql) =>
      applyVerdict(sql, account.id, { ...nothing, allocations: [honest] }, world.clock.now()),
    )
  expect(await write()).toMatchObject({ allocated: 1, opened: 0 })
  await expect(write()).rejects.toThrow(NotAsRead)
})

test('an allocation beyond a business’s exposure limit is refused by the database itself', async () => {
  const [shop, account] = [await world.openBusiness(10_000), await world.openAccount()]
  const claimed = await world.claim(shop, account, 20_000)
  const paid = await world.pay(account, 20_000)
  const given: Allocation = {
    lineId: paid,
    transactionId: claimed,
    businessId: shop,
    amountMinor: 20_000_00n,
    event: 'paid_in_full',
    evidence: 'number',
    ground: 'within_cap',
  }
  const written = inTransaction(world.worker, async (sql) =>
    applyVerdict(sql, account.id, { ...nothing, allocations: [given] }, world.clock.now()),
  )
  await expect(written).rejects.toThrow(NotAsRead)
})

test('a worker that dies between reading and writing leaves nothing behind, and the next one allocates the credit', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const claimed = await world.claim(shop, account, 20_000)
  await world.pay(account, 20_000)
  const dying: Judge = () => {
    throw new Error('the process was killed')
  }
  await expect(world.match(account, dying)).rejects.toThrow('killed')
  expect(await world.statusOf(claimed)).toBe('pending_payment')
  expect(await world.match(account)).toMatchObject({ allocated: 1 })
})

test('after all of this the invariants hold', async () => {
  expect(await world.findings()).toEqual([])
})

function cancel(transactionId: string): string {
  return `select from afara.move_transaction('${transactionId}', 1, 'cancelled', '{}', now(), null)`
}
