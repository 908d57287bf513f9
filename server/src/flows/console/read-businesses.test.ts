import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSearchedObjects } from '../../../test/searched-objects.ts'
import { createSellingWorld } from '../../../test/selling-world.ts'
import { testKeyring } from '../../../test/test-keyring.ts'
import { createPool } from '../../kernel/postgres/pool.ts'
import { selectBusinessRows } from './business-screen-store.ts'
import { readBanks } from './read-banks.ts'
import { readBusinessScreen } from './read-business.ts'

const world = await createSellingWorld()
const searched = createSearchedObjects(world)
const { at, ids } = searched
const url = world.ownerUrl.replace('afara_owner', 'afara_people')
/** The connections of the people process that serve operators, and members. */
const house = createPool(url, { max: 4, applicationName: 'test', side: 'house' })
const members = createPool(url, { max: 1, applicationName: 'test' })

beforeAll(async () => searched.write({ cell: 'dev', peppers: new Map([[1, Buffer.alloc(32, 7)]]) }))
afterAll(async () => {
  await Promise.all([house.end(), members.end()])
  await world.close()
})

const list = async (sql = house, who?: string) =>
  selectBusinessRows(sql, { mode: 'test', who }, { most: 10, at: world.clock.now() })

describe('businesses', () => {
  test('are found by part of a name, with what they hold and what is asked about them', async () => {
    const [row] = await list(house, 'USINESS-1')
    expect(row).toMatchObject({ linkTag: 'business-1', status: 'active', isFrozen: false })
    expect(row?.lastAt).toBeInstanceOf(Date)
    expect(await list(house, 'nobody-has-this')).toEqual([])
  })

  test('are not listed on a connection that serves members', async () => {
    expect(await list(members)).toEqual([])
  })

  test('count what is still exposed, and forget it when it can no longer be recalled', async () => {
    const [row] = await list(house, 'business-1')
    const aged = world.clock.now()
    await world.owner.query(
      `insert into exposure_day (business_id, mode, day, amount_minor, aged_from) values ($1, 'test', '2020-01-01', 700, $2)`,
      [row?.id, new Date(aged.getTime() + 60_000)],
    )
    const exposure = async (now: Date) =>
      (await readBusinessScreen(house, testKeyring, 'test', { idOrLinkTag: 'business-1', at: now })).use
        .exposure
    const before = await exposure(aged)
    expect(before).toBeGreaterThanOrEqual(700n)
    expect(await exposure(new Date(aged.getTime() + 61_000))).toBe(before - 700n)
    expect((await list(house, 'business-1'))[0]?.exposureMinor).toBe(before)
  })
})

describe('a business', () => {
  test('shows its keys of this mode without a secret, its transactions and its terms', async () => {
    const screen = await readBusinessScreen(house, testKeyring, 'test', {
      idOrLinkTag: 'business-1',
      at: world.clock.now(),
    })
    expect(screen.keys.map(({ id }) => id)).toContain(at('key'))
    expect(JSON.stringify(screen.keys)).not.toContain('svc_')
    expect(screen.transactions.map(({ id }) => id)).toContain(ids.buy)
    expect(screen.goLive.decision).toBeUndefined()
    const live = await readBusinessScreen(house, testKeyring, 'live', {
      idOrLinkTag: 'business-1',
      at: world.clock.now(),
    })
    expect(live.keys).toEqual([])
    expect(live.transactions).toEqual([])
  })

  test('whose fee plan brings less than a payment costs says where', async () => {
    await world.owner.query(
      `select declare_rails('test', '[{"vendor": "kora", "settles": "next_working_day", "millionths": "10000", "fixed_minor": "0", "most_minor": "200000"}]', now())`,
    )
    const { losses } = await readBusinessScreen(house, testKeyring, 'test', {
      idOrLinkTag: 'business-1',
      at: world.clock.now(),
    })
    expect(losses.find(({ vendor }) => vendor === 'kora')?.costMinor).toBeGreaterThan(0n)
  })
})

describe('banks', () => {
  test('show what was paid to each through which vendor on which day, and what failed', async () => {
    const paid = await readBanks(house, 'test', new Date())
    const bank = paid.payouts.find(({ days }) => days.some(({ ended }) => ended > 0))
    expect(bank?.vendor).toBe('paystack')
    await world.owner.query(
      `update payout set state = 'failed', last_said = 'failed account_closed', ended_at = now(), next_look_at = null, final_entry_id = null`,
    )
    const failed = await readBanks(house, 'test', new Date())
    expect(failed.failures[0]).toMatchObject({ state: 'failed', said: 'failed account_closed' })
    expect(failed.payouts.flatMap(({ days }) => days).every(({ succeeded }) => succeeded === 0)).toBe(true)
    expect((await readBanks(house, 'live', new Date())).failures).toEqual([])
  })
})
