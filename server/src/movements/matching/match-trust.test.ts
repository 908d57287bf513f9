import { afterAll, expect, test } from 'vitest'
import { claimed as claimedBy, createMatchingWorld } from '../../../test/matching-world.ts'
import { endOfWorkingDays } from '../../records/limits/working-days.ts'

const world = await createMatchingWorld()
const DAY = 24 * 60 * 60 * 1000

afterAll(world.close)

test('an allocation on trust uses up the limit, which is restored when no bank can recall the payment any more', async () => {
  const [shop, account] = [await world.openBusiness(50_000), await world.openAccount()]
  const give = async (naira: number, accountNumber: string) => {
    const payer = { ...account.payer, accountNumber }
    await world.claim(shop, account, naira, { payer: claimedBy(payer) })
    const paid = await world.pay(account, naira, payer)
    await world.match(account)
    return [...(await world.allocationsOf(paid)).map(({ ground }) => ground), ...(await world.casesOf(paid))]
  }
  expect(await give(30_000, '1111111111')).toEqual(['within_cap'])
  expect(await give(20_001, '2222222222')).toEqual(['ownership_unproved'])
  expect(await give(20_000, '3333333333')).toEqual(['within_cap'])
  expect(await give(15_000, '4444444444')).toEqual(['ownership_unproved'])
  world.clock.advance(endOfWorkingDays(world.clock.now(), 14).getTime() - world.clock.now().getTime())
  expect(await give(50_000, '5555555555')).toEqual(['within_cap'])
})

test('a payer that a business has known for 14 working days needs no trust', async () => {
  const [shop, account] = [await world.openBusiness(30_000), await world.openAccount()]
  await world.claim(shop, account, 20_000)
  await world.pay(account, 20_000)
  await world.match(account)
  world.clock.advance(endOfWorkingDays(world.clock.now(), 14).getTime() - world.clock.now().getTime() - 1)
  await world.claim(shop, account, 40_000)
  const early = await world.pay(account, 40_000)
  await world.match(account)
  expect(await world.casesOf(early)).toEqual(['ownership_unproved'])
  world.clock.advance(1)
  const bought = await world.claim(shop, account, 1_000_000)
  const paid = await world.pay(account, 1_000_000)
  await world.match(account)
  expect(await world.allocationsOf(paid)).toMatchObject([{ transaction_id: bought, ground: 'bound' }])
})

test('a payer who is known to another business is not accepted on trust, whatever bank is named', async () => {
  const [shop, thief] = [await world.openBusiness(), await world.openBusiness()]
  const account = await world.openAccount()
  await world.claim(shop, account, 20_000)
  await world.pay(account, 20_000)
  await world.match(account)
  world.clock.advance(DAY)
  for (const [bankCode, naira] of [
    [account.payer.bankCode, 45_000],
    ['000014', 46_000],
  ] as const) {
    await world.claim(thief, account, naira, { payer: claimedBy({ ...account.payer, bankCode }) })
    const { accountNumber, name } = account.payer
    const paid = await world.pay(account, naira, { accountNumber, name })
    await world.match(account)
    expect(await world.allocationsOf(paid)).toEqual([])
    expect(await world.casesOf(paid)).toEqual(['ownership_unproved'])
    world.clock.advance(DAY)
  }
})

test('the exposure limit of a business starts at zero in live and at a thousand million naira in test', async () => {
  const shop = await world.openBusiness()
  const { rows } = await world.owner.query(
    'select mode, exposure_cap_minor from business_mode where business_id = $1 order by mode',
    [shop],
  )
  expect(rows).toEqual([
    { mode: 'live', exposure_cap_minor: '0' },
    { mode: 'test', exposure_cap_minor: '100000000000' },
  ])
})

test('after all of this the invariants hold', async () => {
  expect(await world.findings()).toEqual([])
})
