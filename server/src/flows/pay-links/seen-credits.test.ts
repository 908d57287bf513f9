import { afterAll, expect, test } from 'vitest'
import { createMatchingWorld, type WorldAccount } from '../../../test/matching-world.ts'
import { money } from '../../kernel/money/money.ts'
import { asTenant } from '../../kernel/postgres/pool.ts'
import type { Payer } from '../../movements/feeds/bank-line.ts'
import { selectVisibleAccounts } from '../../records/banks/vendor-account-store.ts'
import { cancelPayLink, type PayLink } from '../../records/pay-links/pay-link-store.ts'
import { readPayPage } from '../../records/pay-links/pay-page-store.ts'
import { readOwnTimeline } from '../../records/transactions/timeline/timeline.ts'
import { wireWalletRules } from '../../wire/wire-chains.ts'
import { makePayLink } from './make-pay-link.ts'

const world = await createMatchingWorld()
afterAll(world.close)

const MINUTE = 60_000
const tenantOf = (businessId: string) => ({ businessId, mode: 'test' as const })

/** Opens a shop with its own account, so that no other test pays into it. */
const openShop = async () => {
  const shop = await world.openBusiness(0)
  const account = await world.openAccount(shop)
  const make = async (naira = 20_000n): Promise<PayLink> => {
    const tenant = tenantOf(shop)
    const visible = await asTenant(world.api, tenant, selectVisibleAccounts)
    const terms = {
      mayHoldBalance: true,
      feePlan: { flatMinor: 0n, bps: 0, capMinor: null },
      defaultWallet: null,
      dailyLimitMinor: null,
    }
    const { link } = await makePayLink(
      { pool: world.api, clock: world.clock, addresses: wireWalletRules(), walletChains: new Map() },
      { tenant, terms },
      visible,
      {
        amount: money('NGN', naira * 100n),
        wallet: null,
        description: null,
        returnUrl: null,
        expiresInMinutes: 60,
        reference: null,
        idempotencyKey: null,
      },
    )
    return link
  }
  return { shop, account, make }
}
const pay = async (account: WorldAccount, minor: bigint, narration = '', payer: Payer = {}) => {
  await world.record(account, [world.paymentOf(account, minor, payer, narration)])
  await world.match(account)
}
const seenOn = async ({ token }: PayLink) => (await readPayPage(world.api, token))?.seen
const sentenceOf = async (shop: string, { transactionId }: PayLink) =>
  (await asTenant(world.api, tenantOf(shop), async (sql) => readOwnTimeline(sql, transactionId)))?.sentence

test('a payment that lost its tail and has no code is told to the only link that it fits, without its amount', async () => {
  const { shop, account, make } = await openShop()
  const link = await make()
  expect(await seenOn(link)).toBeNull()
  await pay(account, 20_000_00n)
  expect(await seenOn(link)).toEqual({ kind: 'only', amount: null })
  expect(await sentenceOf(shop, link)).toContain('A payment has arrived that may belong here.')
})

test('a payment that fits several links is told to all of them, as one that may be theirs', async () => {
  const { account, make } = await openShop()
  const links = [await make(), await make(), await make(90_000n)]
  await pay(account, 20_000_00n)
  expect(await Promise.all(links.map(seenOn))).toEqual([
    { kind: 'some', amount: null },
    { kind: 'some', amount: null },
    null,
  ])
})

test('a payment with the code of a link that was cancelled is told with its amount while we decide about it', async () => {
  const { shop, account, make } = await openShop()
  const link = await make()
  await asTenant(world.api, tenantOf(shop), async (sql) => cancelPayLink(sql, link.id, world.clock.now()))
  await pay(account, 20_001_00n, `for ${link.code}`)
  expect(await seenOn(link)).toEqual({ kind: 'sure', amount: money('NGN', 20_001_00n) })
  expect(await sentenceOf(shop, link)).toContain('We have received ₦20,001.00 and hold it.')
  world.clock.advance(31 * MINUTE)
  await world.match(account)
  expect(await readPayPage(world.api, link.token)).toMatchObject({ status: 'action_required', seen: null })
})

test('a business that names a stranger’s account is not told what the stranger paid', async () => {
  const [thief, honest, account] = [
    await world.openBusiness(0),
    await world.openBusiness(0),
    await world.openAccount(),
  ]
  const [small, near] = [await world.claim(thief, account, 100), await world.claim(thief, account, 29_000)]
  await pay(account, 54_321_00n, '', account.payer)
  const told = async (business: string, transactionId: string) =>
    asTenant(world.api, tenantOf(business), async (sql) => readOwnTimeline(sql, transactionId))
  for (const id of [small, near]) expect(JSON.stringify(await told(thief, id))).not.toContain('54,321')
  // The business whose payer paid exactly this amount is told.
  const buy = await world.claim(honest, account, 54_321)
  expect((await told(honest, buy))?.sentence).toContain('We have received ₦54,321.00 and hold it.')
})

test('a payment from before the link, of another size, or on another account is not told', async () => {
  const [one, other] = [await openShop(), await openShop()]
  await pay(one.account, 20_000_00n)
  world.clock.advance(11 * MINUTE)
  const link = await one.make()
  await pay(one.account, 5_000_00n)
  await pay(one.account, 90_000_00n)
  await pay(other.account, 20_000_00n)
  expect(await seenOn(link)).toBeNull()
})

test('once the payment is matched or returned, the page tells its own state', async () => {
  const { account, make } = await openShop()
  const link = await make()
  await pay(account, link.amount.minor, '', account.payer)
  await pay(account, link.amount.minor, '', account.payer)
  expect(await readPayPage(world.api, link.token)).toMatchObject({ status: 'payment_received', seen: null })
})
