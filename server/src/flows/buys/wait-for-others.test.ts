import { goLive } from '@afara/stack/postgres/go-live.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClearingWorld } from '../../../test/clearing-world.ts'
import { newId } from '../../kernel/ids/ids.ts'
import { keepOverdueCases } from '../../records/cases/case-store.ts'
import { findDrivenBuy } from '../../records/transactions/clearing/clearing-store.ts'
import { findDriven } from '../../records/transactions/transaction-store.ts'
import { advanceTransaction } from '../advance/advance-transaction.ts'
import { advanceBuy } from './advance-buy.ts'

const world = await createClearingWorld()
const { owner, worker, clock } = world
const MINUTE = 60_000
const HOUR = 60 * MINUTE
let lane: string

beforeAll(async () => {
  lane = await world.openLane(1)
})
afterAll(world.close)

const whyItWaits = async (buy: string): Promise<string | undefined> =>
  (await owner.query('select last_error from wake where subject_id = $1', [buy])).rows[0]?.last_error
const setLane = async (state: string, because: string | null) =>
  owner.query('update lane set state = $2, halted_because = $3 where id = $1', [lane, state, because])
const setAccount = async (id: string, state: string) =>
  owner.query('update vendor_account set state = $2 where id = $1', [id, state])

test.each([
  [
    'its network',
    async () => owner.query(`select place_freeze('network', 'test:Polygon', 'a test', 'system:test', now())`),
    async () =>
      owner.query(
        `update freeze_order set lifted_at = now(), lifted_by = gen_random_uuid()::text, lifted_reason = 'a test' where lifted_at is null`,
      ),
  ],
  [
    'the account it was paid into',
    async (account: string) => setAccount(account, 'frozen'),
    async (account: string) => setAccount(account, 'active'),
  ],
])(
  'while %s is frozen a buy keeps its status, and continues soon after the freeze ends',
  async (_, freeze, lift) => {
    const { account, buy } = await world.receive(20_000)
    await freeze(account.id)
    await world.advance(buy)
    expect(await world.statusOf(buy)).toBe('payment_received')
    expect(await world.waitOf(buy)).toBe(MINUTE)
    expect(await whyItWaits(buy)).toContain('frozen')
    expect(await world.casesOf(buy)).toEqual([])
    clock.advance(MINUTE)
    await world.advance(buy)
    expect(await world.statusOf(buy)).toBe('payment_received')

    await lift(account.id)
    expect(await world.waitOf(buy)).toBeLessThanOrEqual(MINUTE)
    clock.advance(MINUTE)
    await world.advance(buy)
    expect(await world.statusOf(buy)).toBe('cleared')
  },
)

test('while its business is suspended a buy waits', async () => {
  const { shop, buy } = await world.receive(20_000)
  const set = async (status: string) =>
    owner.query(`update business_mode set status = $2 where business_id = $1 and mode = 'test'`, [
      shop,
      status,
    ])
  await set('suspended')
  await world.advance(buy)
  expect(await whyItWaits(buy)).toBe('waits: the business is suspended')
  await set('active')
  await world.advance(buy)
  expect(await world.statusOf(buy)).toBe('cleared')
})

test('while no lane of its network is active a buy waits, and no case is opened per buy', async () => {
  const { buy } = await world.receive(20_000)
  await setLane('halted', 'a test')
  await world.advance(buy)
  expect([await world.statusOf(buy), await world.casesOf(buy)]).toEqual(['payment_received', []])
  await setLane('active', null)
  await world.advance(buy)
  expect(await world.statusOf(buy)).toBe('cleared')
})

test('while its credit has a lien a buy waits, and continues when the lien is lifted', async () => {
  const { buy, lineId } = await world.receive(20_000)
  await owner.query(`select place_lien($1, null, 'system:test', 'the police asked', $2)`, [
    lineId,
    clock.now(),
  ])
  await world.advance(buy)
  expect(await world.statusOf(buy)).toBe('payment_received')
  expect(await whyItWaits(buy)).toContain('one of its credits is under a lien')
  await owner.query(`select lift_lien($1, 'system:test', 'the police let go', $2)`, [lineId, clock.now()])
  await world.advance(buy)
  expect(await world.statusOf(buy)).toBe('cleared')
})

test('a live buy waits for a usable list, and gets an overdue case when that takes long', async () => {
  const [shop, id] = [await world.openBusiness(), newId()]
  await goLive(owner, shop)
  await owner.query(
    `insert into vendor_account (id, mode, business_id, name, account_number, bank_code, bank_name)
     values ($1, 'live', $2, 'Afara', '0123456789', '000013', 'GTBank')`,
    [id, shop],
  )
  const account = { id, number: '0123456789', payer: (await world.openAccount()).payer }
  const buy = await world.claim(shop, account, 20_000, { mode: 'live' })
  await world.pay(account, 20_000)
  await world.match(account)
  const failures: unknown[] = []
  const drive = async () =>
    advanceTransaction(
      {
        pool: worker,
        clock,
        find: findDrivenBuy,
        step: async (seen, now) => advanceBuy(world.deps, seen, now),
        onFailure: (_, error) => failures.push(error),
      },
      'buy',
      buy,
    )

  for (const age of [{ isThere: false }, { isThere: true, ms: 97 * HOUR }]) {
    Object.assign(world.listAge, age)
    await drive()
    clock.advance(5 * MINUTE)
    expect(await world.statusOf(buy)).toBe('payment_received')
  }
  expect(failures).toHaveLength(2)
  expect(await whyItWaits(buy)).toBe('the sanctions list 2026-11-14.1 is too old, so nothing live is cleared')
  await drive()
  await keepOverdueCases(worker, clock.now())
  expect(await world.casesOf(buy)).toEqual(['overdue'])

  Object.assign(world.listAge, { ms: 0 })
  clock.advance(10 * MINUTE)
  await drive()
  // A live balance needs permission, but that was checked when the buy was accepted.
  expect(await world.statusOf(buy)).toBe('completed')
})

test('a buy that stays cleared for too long gets an overdue case and another check', async () => {
  const { buy } = await world.receive(20_000)
  await world.advance(buy)
  clock.advance(11 * MINUTE)
  await world.advance(buy)
  await keepOverdueCases(worker, clock.now())
  expect(await world.casesOf(buy)).toEqual(['overdue'])
  expect(await world.waitOf(buy)).toBe(HOUR)
})

test('a cleared buy without a lane is given to one', async () => {
  const { buy } = await world.receive(20_000)
  await world.advance(buy)
  await owner.query('delete from delivery where transaction_id = $1', [buy])
  clock.advance(10 * MINUTE)
  await world.advance(buy)
  expect(await world.deliveryOf(buy)).toMatchObject({ lane_id: lane })
})

test('a buy under review has its own case, and gets no overdue case after a day', async () => {
  const { buy } = await world.receive(20_000, {}, { dailyLimitMinor: 1n })
  await world.advance(buy)
  clock.advance(24 * HOUR)
  await world.advance(buy)
  await keepOverdueCases(worker, clock.now())
  expect(await world.casesOf(buy)).toEqual(['over_limit'])
  expect((await findDriven(worker, buy))?.wake?.dueAt).toEqual(new Date(clock.now().getTime() + 24 * HOUR))
})

test('after all of this the invariants hold', async () => {
  // The test lifted the network freeze without two operators, so check_freezes reports it.
  expect((await world.findings()).filter(({ check }) => check !== 'check_freezes')).toEqual([])
})

test('a payment that was booked in time pays its buy, although the bank could not be read until after the time to pay', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const inAnHour = () => ({ expiresAt: new Date(world.clock.now().getTime() + HOUR) })
  const [paid, unpaid] = [
    await world.claim(shop, account, 20_000, inAnHour()),
    await world.claim(shop, account, 30_000, inAnHour()),
  ]
  await world.readBank(account)
  world.clock.advance(50 * MINUTE)
  const line = world.paymentOf(account, 20_000_00n, account.payer)
  world.clock.advance(20 * MINUTE)
  await Promise.all([world.advance(paid), world.advance(unpaid)])
  expect([await world.statusOf(paid), await world.statusOf(unpaid)]).toEqual([
    'pending_payment',
    'pending_payment',
  ])
  // The list is read, and the credit is not looked at yet.
  await world.record(account, [line])
  await world.readBank(account)
  world.clock.advance(MINUTE)
  await world.advance(paid)
  expect(await world.statusOf(paid)).toBe('pending_payment')
  await world.match(account)
  await world.advance(unpaid)
  expect([await world.statusOf(paid), await world.statusOf(unpaid)]).toEqual(['payment_received', 'expired'])
})

test('a bank that cannot be read for a day keeps no buy open', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const bought = await world.claim(shop, account, 20_000)
  await world.readBank(account)
  world.clock.advance(8 * 24 * HOUR - 1)
  await world.advance(bought)
  expect(await world.statusOf(bought)).toBe('pending_payment')
  world.clock.advance(MINUTE)
  await world.advance(bought)
  expect(await world.statusOf(bought)).toBe('expired')
})
