import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { polygonWallet } from '../../../test/clearing-world.ts'
import { createWithdrawingWorld } from '../../../test/withdrawing-world.ts'
import { asTenant } from '../../kernel/postgres/pool.ts'
import { keepOverdueCases } from '../../records/cases/case-store.ts'
import { findWithdrawal } from '../../records/transactions/accepting/withdrawal-store.ts'
import { readOwnTimeline } from '../../records/transactions/timeline/timeline.ts'

const world = await createWithdrawingWorld()
const { owner, clock } = world
const MINUTE = 60_000
let lane = ''

beforeAll(async () => {
  lane = await world.openLane(1)
})
afterEach(() => {
  world.listed.clear()
  world.listAge.isThere = true
})
afterAll(world.close)

test('a withdrawal is cleared at once and given to a lane, which is nudged', async () => {
  const { shop, withdrawal } = await world.withdraw(20_000)
  expect([await world.balanceOf(shop), await world.waitOf(withdrawal)]).toEqual([0n, 0])
  await world.advance(withdrawal)
  expect(await world.statusOf(withdrawal)).toBe('cleared')
  expect(await world.deliveryOf(withdrawal)).toEqual({
    lane_id: lane,
    network: 'Polygon',
    address: polygonWallet.address,
    amount_minor: '2000000',
    fee_minor: '0',
    tokens_minor: '2000000',
  })
  expect(await world.waitOf(withdrawal)).toBe(10 * MINUTE)
  expect(world.nudged.at(-1)).toMatchObject({ subjectId: lane, type: 'lane' })
})

test('ten concurrent calls clear one withdrawal once', async () => {
  const { withdrawal } = await world.withdraw(20_000)
  await Promise.all(Array.from({ length: 10 }, async () => world.advance(withdrawal)))
  expect(await world.eventsOf(withdrawal)).toEqual(['accepted', 'checks_passed'])
})

test('a withdrawal to a wallet on the sanctions list is not sent and not returned: it is released, or stays held', async () => {
  world.listed.add(polygonWallet.address)
  const { withdrawal } = await world.withdraw(20_000)
  await world.advance(withdrawal)
  expect(await world.statusOf(withdrawal)).toBe('on_hold')
  const file = await world.caseOf(withdrawal, 'screening_hit')
  await expect(world.propose(file, { action: 'reject' })).rejects.toThrow('cannot be decided with')
  await world.propose(file, { action: 'release' })
  await world.approve(file)
  expect(await world.statusOf(withdrawal)).toBe('cleared')
  expect(await world.deliveryOf(withdrawal)).toMatchObject({ tokens_minor: '2000000' })
})

const HOUR = 60 * MINUTE
const full = {
  outcome: 'blocked',
  code: 'trustline_full',
  message: 'The trustline has no room for so much.',
} as const

test('a withdrawal to a wallet that cannot receive waits with the reason, and continues when the wallet can receive', async () => {
  const address = `0x${'b'.repeat(39)}1`
  world.wallets.set(address, full)
  const { shop, withdrawal } = await world.withdraw(20_000, { address })
  await world.advance(withdrawal)
  expect(await world.statusOf(withdrawal)).toBe('requested')
  const tenant = { businessId: shop, mode: 'test' as const }
  const told = await asTenant(world.api, tenant, async (sql) => ({
    withdrawal: await findWithdrawal(sql, withdrawal),
    timeline: await readOwnTimeline(sql, withdrawal),
  }))
  expect(told.withdrawal?.walletStop).toEqual({ code: 'trustline_full', message: full.message })
  expect(told.timeline?.sentence).toContain(full.message)
  world.wallets.delete(address)
  clock.advance(MINUTE)
  await world.advance(withdrawal)
  expect(await world.statusOf(withdrawal)).toBe('cleared')
})

test('after two days operators may return a withdrawal that still waits for its wallet to the balance', async () => {
  const address = `0x${'b'.repeat(39)}2`
  world.wallets.set(address, full)
  const { shop, withdrawal } = await world.withdraw(20_000, { address })
  await world.advance(withdrawal)
  clock.advance(48 * HOUR)
  await world.advance(withdrawal)
  expect(await world.statusOf(withdrawal)).toBe('on_hold')
  const file = await world.caseOf(withdrawal, 'cannot_deliver')
  await world.propose(file, { action: 'reject' })
  await world.approve(file)
  expect(await world.statusOf(withdrawal)).toBe('returned_to_balance')
  expect(await world.balanceOf(shop)).toBe(2_000_000n)
})

test('a withdrawal over the hourly limit is held, and operators may return it to the balance', async () => {
  const { shop, withdrawal } = await world.withdraw(20_000)
  await world.limit(shop, 'velocity_hour_minor', 30_000)
  await world.advance(withdrawal)
  const second = await world.withdraw(20_000, { shop })
  await world.advance(second.withdrawal)
  expect([await world.statusOf(withdrawal), await world.statusOf(second.withdrawal)]).toEqual([
    'cleared',
    'on_hold',
  ])
  const file = await world.caseOf(second.withdrawal, 'over_limit')
  await world.propose(file, { action: 'reject' })
  await world.approve(file)
  expect([await world.statusOf(second.withdrawal), await world.balanceOf(shop)]).toEqual([
    'returned_to_balance',
    20_000_00n,
  ])
  expect(await world.findings()).toEqual([])
})

test('a withdrawal over the hourly limit continues when the limit is raised enough, and not before', async () => {
  const { shop, withdrawal } = await world.withdraw(20_000)
  await world.limit(shop, 'velocity_hour_minor', 10_000)
  expect(await world.drive(withdrawal)).toBe('on_hold')
  await world.limit(shop, 'velocity_hour_minor', 19_999)
  expect(await world.drive(withdrawal)).toBe('on_hold')
  await world.limit(shop, 'velocity_hour_minor', 20_000)
  expect(await world.drive(withdrawal)).toBe('cleared')
  expect(await world.deliveryOf(withdrawal)).toMatchObject({ tokens_minor: '2000000' })
  const next = await world.withdraw(1, { shop })
  expect(await world.drive(next.withdrawal)).toBe('on_hold')
  expect(await world.findings()).toEqual([])
})

test('a withdrawal that is frozen after it was accepted waits, and continues automatically', async () => {
  const { shop, withdrawal } = await world.withdraw(20_000)
  await owner.query(`select place_freeze('business', $1, 'a test', 'system:test', $2)`, [shop, clock.now()])
  await world.advance(withdrawal)
  expect([await world.statusOf(withdrawal), await world.waitOf(withdrawal)]).toEqual(['requested', MINUTE])
  await owner.query(
    `update freeze_order set lifted_by = gen_random_uuid()::text, lifted_reason = 'a test', lifted_at = $1`,
    [clock.now()],
  )
  clock.advance(MINUTE)
  await world.advance(withdrawal)
  expect(await world.statusOf(withdrawal)).toBe('cleared')
})

test('a withdrawal of tokens that left the balance before a restore gets a case, and operators return the tokens', async () => {
  const { shop, withdrawal } = await world.withdraw(20_000)
  await world.rememberPaid(shop, 20_000)
  await world.advance(withdrawal)
  expect([await world.statusOf(withdrawal), await world.deliveryOf(withdrawal)]).toEqual([
    'on_hold',
    undefined,
  ])
  const file = await world.caseOf(withdrawal, 'cannot_deliver')
  await world.propose(file, { action: 'reject' })
  await world.approve(file)
  expect([await world.statusOf(withdrawal), await world.balanceOf(shop)]).toEqual([
    'returned_to_balance',
    20_000_00n,
  ])
})

test('a cleared withdrawal without a lane is given to one, and gets an overdue case', async () => {
  const { withdrawal } = await world.withdraw(20_000)
  await world.advance(withdrawal)
  await owner.query('delete from delivery where transaction_id = $1', [withdrawal])
  clock.advance(11 * MINUTE)
  await world.advance(withdrawal)
  expect(await world.deliveryOf(withdrawal)).toMatchObject({ lane_id: lane })
  await keepOverdueCases(world.worker, clock.now())
  expect(await world.casesOf(withdrawal)).toEqual(['overdue'])
})

test('only the business of a withdrawal can read its timeline', async () => {
  const { shop, withdrawal } = await world.withdraw(20_000)
  await world.advance(withdrawal)
  const read = async (businessId: string) =>
    asTenant(world.api, { businessId, mode: 'test' }, async (sql) => readOwnTimeline(sql, withdrawal))
  expect(await read(shop)).toMatchObject({
    status: 'cleared',
    holder: 'afara',
    steps: [
      { event: 'accepted', status: 'requested' },
      { event: 'checks_passed', status: 'cleared' },
    ],
  })
  expect(await read(await world.openBusiness())).toBeUndefined()
})
