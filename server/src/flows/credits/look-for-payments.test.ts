import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMatchingWorld, masked } from '../../../test/matching-world.ts'
import { selectAccountsToLookAt } from '../../movements/feeds/bank-account-store.ts'
import { createPaymentLooks } from './look-for-payments.ts'

let world: Awaited<ReturnType<typeof createMatchingWorld>>
let businessId: string
const stranger = { accountNumber: '9988776655', bankCode: '000014', name: 'MUSA IBRAHIM BELLO' }

beforeAll(async () => {
  world = await createMatchingWorld()
  businessId = await world.openBusiness()
})
afterAll(async () => {
  await world.close()
})

const openActive = async () => {
  const account = await world.openAccount()
  await world.owner.query('update account_look set active_at = $2 where vendor_account_id = $1', [
    account.id,
    world.clock.now(),
  ])
  return account
}
const mustLook = async (buyId: string) =>
  (await selectAccountsToLookAt(world.api, [buyId], world.clock.now())).length > 0

test('an account that is read every few seconds is not checked for a buy without a waiting credit', async () => {
  const account = await openActive()
  const buy = await world.claim(businessId, account, 50_000)
  expect(await mustLook(buy)).toBe(false)
})

test('an account is checked for a buy whose payment came first', async () => {
  const account = await openActive()
  await world.pay(account, 50_000)
  expect(await mustLook(await world.claim(businessId, account, 50_000))).toBe(true)
})

test.each([
  ['of the same payer and another amount', 70_000, undefined],
  ['of a payer that the bank shows in part', 70_000, masked(stranger)],
  ['of the same amount and another payer', 50_000, stranger],
])('an account is checked while a credit waits %s', async (_, naira, payer) => {
  const account = await openActive()
  await world.pay(account, naira, payer)
  expect(await mustLook(await world.claim(businessId, account, 50_000))).toBe(true)
})

test('a credit of another payer and another amount is no reason to check an account', async () => {
  const account = await openActive()
  await world.pay(account, 70_000, stranger)
  expect(await mustLook(await world.claim(businessId, account, 50_000))).toBe(false)
})

test('an account that has been quiet for half a minute is checked', async () => {
  const account = await openActive()
  const buy = await world.claim(businessId, account, 50_000)
  world.clock.advance(31_000)
  expect(await mustLook(buy)).toBe(true)
})

test('buys of one moment are asked about together, and each account is nudged once', async () => {
  const account = await openActive()
  await world.pay(account, 50_000)
  const buys = [
    await world.claim(businessId, account, 50_000),
    await world.claim(businessId, account, 50_000),
  ]
  const nudged: string[] = []
  const failed: unknown[] = []
  const lookFor = createPaymentLooks(
    { pool: world.api, clock: world.clock, nudgeAccount: (id) => nudged.push(id) },
    (error) => failed.push(error),
  )
  for (const buy of buys) lookFor(buy)
  await expect.poll(() => nudged.length).toBeGreaterThan(0)
  expect([nudged, failed]).toEqual([[account.id], []])
})
