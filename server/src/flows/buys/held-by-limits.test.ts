import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClearingWorld, polygonWallet } from '../../../test/clearing-world.ts'

const world = await createClearingWorld()
const { owner, clock } = world

beforeAll(async () => {
  await world.openLane(1)
})
afterAll(world.close)

/** Runs the driver, which takes at most three due steps. */
const drive = async (buy: string) => world.driveWith(world.advance, buy)

async function heldOverDay(shop?: string): Promise<{ shop: string; buy: string }> {
  const received = await world.receive(
    20_000,
    {},
    { dailyLimitMinor: 10_000_00n, ...(shop !== undefined && { shop }) },
  )
  await world.advance(received.buy)
  expect(await world.statusOf(received.buy)).toBe('on_hold')
  return received
}

const usedOf = async (shop: string): Promise<string> =>
  (
    await owner.query(
      `select coalesce(sum(used_minor), 0)::text as used from daily_use where business_id = $1`,
      [shop],
    )
  ).rows[0]?.used

test.each([
  ['raised', 20_000],
  ['removed', null],
])(
  'a buy held by the daily limit continues automatically when the limit is %s, and is counted once',
  async (_, limit) => {
    const { shop, buy } = await heldOverDay()
    expect(await usedOf(shop)).toBe('0')
    await world.limit(shop, 'daily_limit_minor', limit)
    expect(await drive(buy)).toBe('cleared')
    expect(await world.eventsOf(buy)).toEqual([
      'accepted',
      'paid_in_full',
      'check_failed',
      'limit_changed',
      'checks_passed',
    ])
    expect(await world.casesOf(buy)).toEqual([])
    expect((await owner.query('select needs from buy where transaction_id = $1', [buy])).rows).toEqual([
      { needs: [] },
    ])
    expect(await usedOf(shop)).toBe('2000000')
  },
)

test('a limit that is raised by too little leaves the buy on hold and its case open', async () => {
  const { shop, buy } = await heldOverDay()
  await world.limit(shop, 'daily_limit_minor', 19_999)
  expect(await drive(buy)).toBe('on_hold')
  expect(await world.casesOf(buy)).toEqual(['over_limit'])
})

test('a raised limit releases only the held buys that it has room for', async () => {
  const first = await heldOverDay()
  const second = await heldOverDay(first.shop)
  await world.limit(first.shop, 'daily_limit_minor', 30_000)
  const statuses = [await drive(first.buy), await drive(second.buy)]
  expect(statuses).toEqual(['cleared', 'on_hold'])
})

test('a limit that is raised before the naira arrives holds nothing', async () => {
  const { shop, buy } = await world.receive(20_000, {}, { dailyLimitMinor: 10_000_00n })
  await world.limit(shop, 'daily_limit_minor', 20_000)
  await world.advance(buy)
  expect(await world.statusOf(buy)).toBe('cleared')
  expect(await usedOf(shop)).toBe('2000000')
})

test('a raised limit does not release a buy that the sanctions list holds as well', async () => {
  world.listed.add(polygonWallet.address)
  const { shop, buy } = await heldOverDay()
  world.listed.clear()
  await world.limit(shop, 'daily_limit_minor', null)
  clock.advance(25 * 3_600_000)
  expect(await drive(buy)).toBe('on_hold')
  expect(await world.casesOf(buy)).toContain('screening_hit')
})

test.each([
  ['hour', 'velocity_hour_minor'],
  ['exposure', 'exposure_cap_minor'],
])('a buy held by the limit of the %s continues when that limit is raised', async (_, column) => {
  const { shop, buy } = await world.receive(20_000)
  await world.limit(shop, column, 10_000)
  await world.advance(buy)
  expect(await world.statusOf(buy)).toBe('on_hold')
  await world.limit(shop, column, 50_000)
  expect(await drive(buy)).toBe('cleared')
})

test('after all of this the invariants hold', async () => {
  expect(await world.findings()).toEqual([])
})
