import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMatchingWorld, type WorldAccount } from '../../../test/matching-world.ts'
import { placeFreeze } from './freeze-store.ts'

const world = await createMatchingWorld()
const { owner, clock } = world
let shop = ''
let account: WorldAccount
let buy = ''

beforeAll(async () => {
  shop = await world.openBusiness()
  account = await world.openAccount()
  buy = await world.claim(shop, account, 10_000)
  await world.pay(account, 10_000)
  await world.match(account)
})
afterAll(world.close)

const freezeOf = async (network: string | null = 'Polygon', id = buy): Promise<string | null> => {
  const { rows } = await owner.query<{ words: string | null }>('select freeze_of($1, $2) as words', [
    id,
    network,
  ])
  return rows[0]?.words ?? null
}
const place = async (scope: 'all' | 'business' | 'network', subject: string): Promise<boolean> =>
  placeFreeze(owner, { of: { scope, subject }, reason: `why ${scope}`, by: 'system:test', at: clock.now() })

test('a buy is covered by a freeze of its account, network, business or everything, and shows the widest', async () => {
  expect(await freezeOf()).toBeNull()
  await owner.query(`update vendor_account set state = 'frozen' where id = $1`, [account.id])
  expect(await freezeOf()).toBe(`the vendor account it was paid into is frozen: ${account.number}`)
  await place('network', 'test:Polygon')
  expect(await freezeOf()).toBe('Polygon is frozen in test mode: why network')
  await place('business', shop)
  expect(await freezeOf()).toBe('the business is frozen: why business')
  await place('all', '')
  expect(await freezeOf()).toBe('everything is frozen: why all')
})

test('a second freeze of the same subject changes nothing, and the audit has only the first', async () => {
  expect(await place('all', '')).toBe(false)
  const { rows } = await owner.query<{ actor: string; subject: string }>(
    `select actor, subject from audit where action = 'freeze.placed' order by subject`,
  )
  expect(rows.map(({ subject }) => subject)).toEqual(['all', `business ${shop}`, 'network test:Polygon'])
})

test('the worker cannot place a freeze as an operator', async () => {
  const of = { scope: 'business', subject: shop } as const
  const by = '01890000-0000-7000-8000-000000000001'
  await expect(
    placeFreeze(world.worker, { of, reason: 'a test', by, at: clock.now() }),
  ).rejects.toMatchObject({ code: '42501' })
})

test('a freeze covers no more than it names', async () => {
  const other = await createMatchingWorld()
  const bystander = await other.claim(await other.openBusiness(), await other.openAccount(), 10_000)
  const of = { scope: 'network', subject: 'live:Polygon' } as const
  await placeFreeze(other.owner, { of, reason: 'a test', by: 'system:test', at: clock.now() })
  await placeFreeze(other.owner, {
    of: { ...of, subject: 'test:Avalanche' },
    reason: 'a test',
    by: 'system:test',
    at: clock.now(),
  })
  await placeFreeze(other.owner, {
    of: { scope: 'business', subject: await other.openBusiness() },
    reason: 'a test',
    by: 'system:test',
    at: clock.now(),
  })
  for (const [network, words] of [
    ['Polygon', null],
    [null, null],
    ['Avalanche', 'Avalanche is frozen in test mode: a test'],
  ] as const) {
    const { rows } = await other.owner.query('select freeze_of($1, $2) as words', [bystander, network])
    expect(rows).toEqual([{ words }])
  }
  await other.close()
})

test.each([
  ['all', 'everything'],
  ['business', 'ada-foods'],
  ['network', 'Polygon'],
  ['network', 'test:polygon; drop'],
] as const)('a freeze with an unknown subject is refused: %s %s', async (scope, subject) => {
  await expect(place(scope, subject)).rejects.toMatchObject({ code: '23514' })
})
