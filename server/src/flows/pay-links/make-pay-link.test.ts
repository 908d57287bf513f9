import { afterAll, expect, test } from 'vitest'
import { setFeePlan } from '../../../test/fee-plans.ts'
import { floatFunded } from '../../../test/ledger-entries.ts'
import { createMatchingWorld, type WorldAccount } from '../../../test/matching-world.ts'
import { newId } from '../../kernel/ids/ids.ts'
import { money } from '../../kernel/money/money.ts'
import { asTenant } from '../../kernel/postgres/pool.ts'
import type { Chain, ChainKey, Preflight } from '../../movements/transfers/chain.ts'
import { selectVisibleAccounts } from '../../records/banks/vendor-account-store.ts'
import type { BusinessTerms } from '../../records/businesses/business-terms.ts'
import { placeFreeze } from '../../records/freezes/freeze-store.ts'
import { postEntry } from '../../records/ledger/ledger-store.ts'
import { cancelPayLink } from '../../records/pay-links/pay-link-store.ts'
import { readPayPage } from '../../records/pay-links/pay-page-store.ts'
import { wireWalletRules } from '../../wire/wire-chains.ts'
import { makePayLink, type PayLinkRequest } from './make-pay-link.ts'
import { cancelOwnPayLink, readPayLink } from './own-pay-links.ts'

const world = await createMatchingWorld()
afterAll(world.close)

const MINUTE = 60_000
const WALLET = { network: 'Polygon', address: '0x52908400098527886E0F7030069857D2E4169EE7' }
const terms: BusinessTerms = {
  mayHoldBalance: true,
  feePlan: { flatMinor: 0n, bps: 50, capMinor: null },
  defaultWallet: null,
  dailyLimitMinor: null,
}

let verdict: Preflight | Error = { outcome: 'fine' }
const polygon: Pick<Chain, 'preflight'> = {
  preflight: async () => {
    if (verdict instanceof Error) throw verdict
    return verdict
  },
}
const deps = {
  pool: world.api,
  clock: world.clock,
  addresses: wireWalletRules(),
  walletChains: new Map<ChainKey, Pick<Chain, 'preflight'>>([['test:Polygon', polygon]]),
}

const tenantOf = (businessId: string) => ({ businessId, mode: 'test' as const })
const make = async (
  businessId: string,
  more: Partial<PayLinkRequest> = {},
  agreed: Partial<BusinessTerms> = {},
) => {
  const tenant = tenantOf(businessId)
  const visible = await asTenant(world.api, tenant, selectVisibleAccounts)
  await setFeePlan(world.owner, businessId, { ...terms, ...agreed }.feePlan)
  return makePayLink(deps, { tenant, terms: { ...terms, ...agreed } }, visible, {
    amount: money('NGN', 20_000_00n),
    wallet: null,
    description: 'Order 2291',
    returnUrl: null,
    expiresInMinutes: 60,
    reference: null,
    idempotencyKey: null,
    ...more,
  })
}
const pay = async (account: WorldAccount, amountMinor: bigint, narration?: string) => {
  await world.record(account, [world.paymentOf(account, amountMinor, {}, narration)])
  await world.match(account)
}
/** Opens a business with its own account, so that no test uses up the amounts of another. */
const openShop = async () => {
  const shop = await world.openBusiness(0)
  return { shop, account: await world.openAccount(shop) }
}
let lanes = 0
const openLane = async (network: string, tokensMinor: bigint) => {
  lanes += 1
  const lane = { network, number: lanes } as const
  await world.owner.query('select open_lane($1, $2, $3, $4, $5, 0, $6)', [
    newId(),
    'test',
    network,
    lanes,
    `0x${String(lanes).padStart(40, '0')}`,
    world.clock.now(),
  ])
  await postEntry(world.owner, {
    id: newId(),
    mode: 'test',
    transactionId: null,
    step: 'test',
    at: world.clock.now(),
    postings: floatFunded({ ...lane, network: 'Polygon' }, money('NGNC', tokensMinor)),
  })
}

test('a link shows an exact amount on the business’s own account, and its payment is matched without a claim', async () => {
  const { shop, account } = await openShop()
  await world.openAccount()
  const { link, isReplay, warnings } = await make(shop)
  expect({ isReplay, warnings }).toEqual({ isReplay: false, warnings: [] })
  expect(link).toMatchObject({ status: 'pending_payment', description: 'Order 2291', wallet: null })
  expect(link.payInto.accountNumber).toBe(account.number)
  expect(link.amount.minor).toBeGreaterThan(20_000_00n)
  expect(link.amount.minor).toBeLessThan(20_001_00n)
  expect(link.token).toMatch(/^[A-Za-z0-9_-]{22}$/)
  expect(link.expiresAt.getTime() - link.createdAt.getTime()).toBe(60 * MINUTE)
  await pay(account, link.amount.minor)
  expect(await readPayPage(world.api, link.token)).toMatchObject({
    businessName: expect.stringContaining('business-'),
    status: 'payment_received',
    amount: link.amount,
    left: { minor: 0n },
    code: link.code,
  })
})

test('the page asks a payer who paid a part and wrote the code for the rest at once', async () => {
  const { shop, account } = await openShop()
  const { link } = await make(shop)
  await world.record(account, [world.paymentOf(account, 15_000_00n, account.payer, `NIP/GTB/${link.code}`)])
  await world.match(account)
  const page = await readPayPage(world.api, link.token)
  expect(page).toMatchObject({ status: 'part_paid', left: { minor: link.amount.minor - 15_000_00n } })
  expect(page?.restUntil?.getTime()).toBe(world.clock.now().getTime() + 48 * 60 * MINUTE)
})

test('a repeated request with the same reference gets the same link, whichever account it uses, and a different request is refused', async () => {
  const { shop } = await openShop()
  const first = await make(shop, { reference: 'order-1' })
  await world.openAccount(shop)
  const again = await make(shop, { reference: 'order-1' })
  expect(again).toEqual({ ...first, isReplay: true })
  await expect(make(shop, { reference: 'order-1', description: 'Order 9' })).rejects.toMatchObject({
    code: 'reference_conflict',
  })
  const keyed = await make(shop, { idempotencyKey: 'key-1' })
  expect((await make(shop, { idempotencyKey: 'key-1' })).link.token).toBe(keyed.link.token)
})

test('two hundred requests with one reference create one link', async () => {
  const { shop } = await openShop()
  const made = await Promise.all(
    Array.from({ length: 200 }, async () => make(shop, { reference: 'stampede' })),
  )
  expect(new Set(made.map(({ link }) => link.token)).size).toBe(1)
  expect(made.filter(({ isReplay }) => !isReplay)).toHaveLength(1)
})

test('when one account has no kobo left, the next account is used, and then the whole naira of the first', async () => {
  const { shop, account } = await openShop()
  const second = await world.openAccount(shop)
  const made: Array<{ number: string; hasTail: boolean }> = []
  for (let count = 0; count < 200; count += 1) {
    const { link } = await make(shop)
    made.push({ number: link.payInto.accountNumber, hasTail: link.amount.minor % 100n !== 0n })
  }
  // Both accounts were opened within a millisecond, so either may come first.
  const isSecondFirst = made[0]?.number === second.number
  const [first, next] = isSecondFirst ? [second, account] : [account, second]
  const expectedAt = (at: number) => (at < 99 || at >= 198 ? first.number : next.number)
  expect(made).toEqual(made.map((_, at) => ({ number: expectedAt(at), hasTail: at < 198 })))
})

test('a link is refused before anyone pays if the tokens could not be delivered, and nothing is recorded', async () => {
  const { shop } = await openShop()
  const toWallet = async (more: Partial<PayLinkRequest> = {}) => make(shop, { wallet: WALLET, ...more })
  await expect(toWallet()).rejects.toMatchObject({ code: 'delivery_not_open' })
  await openLane('Polygon', 19_000_00n)
  await expect(toWallet({ reference: 'large' })).rejects.toMatchObject({ code: 'delivery_short' })
  verdict = { outcome: 'blocked', code: 'token_refuses', message: 'The token refuses this wallet.' }
  await expect(toWallet({ reference: 'large' })).rejects.toMatchObject({
    code: 'wallet_cannot_receive',
    message: 'The token refuses this wallet.',
  })
  verdict = new Error('the node is away')
  await openLane('Polygon', 21_000_00n)
  const warned = await toWallet({ reference: 'large' })
  expect(warned.warnings).toEqual([expect.stringContaining('did not answer')])
  verdict = { outcome: 'fine' }
  await expect(toWallet({ wallet: { ...WALLET, address: `0x${'0'.repeat(39)}1` } })).rejects.toMatchObject({
    code: 'wallet_cannot_receive',
  })
  const limit = async (minor: bigint | null) =>
    world.owner.query(
      `update business_mode set daily_limit_minor = $2 where business_id = $1 and mode = 'test'`,
      [shop, minor],
    )
  await limit(10_000_00n)
  await expect(make(shop)).rejects.toMatchObject({ code: 'daily_limit' })
  await limit(null)
  await expect(make(shop, {}, { mayHoldBalance: false })).rejects.toMatchObject({ code: 'wallet_required' })
  await expect(make(shop, { amount: money('NGN', 20_000_50n) })).rejects.toMatchObject({
    code: 'amount_too_fine',
  })
  const { rows } = await world.owner.query<{ count: number }>(
    'select count(*)::int from expected_payment where business_id = $1',
    [shop],
  )
  expect(rows[0]?.count).toBe(1)
})

test('a frozen network, business or account accepts no payment', async () => {
  const { shop, account } = await openShop()
  const first = await make(shop, { reference: 'before' })
  await placeFreeze(world.owner, {
    of: { scope: 'business', subject: shop },
    reason: 'a test',
    by: 'system:test',
    at: world.clock.now(),
  })
  await expect(make(shop)).rejects.toMatchObject({ code: 'delivery_stopped' })
  expect(await readPayPage(world.api, first.link.token)).toMatchObject({ takesPayment: false })
  // A repeated request still finds the earlier link.
  expect((await make(shop, { reference: 'before' })).link.token).toBe(first.link.token)
  const other = await openShop()
  const elsewhere = await make(other.shop)
  expect(await readPayPage(world.api, elsewhere.link.token)).toMatchObject({ takesPayment: true })
  const tenant = tenantOf(other.shop)
  const visible = await asTenant(world.api, tenant, selectVisibleAccounts)
  await world.owner.query(`update vendor_account set state = 'frozen' where id = any ($1)`, [
    [account.id, other.account.id],
  ])
  expect(await readPayPage(world.api, elsewhere.link.token)).toMatchObject({ takesPayment: false })
  // The list of accounts was read before the freeze.
  const asked = { tenant, terms }
  await expect(
    makePayLink(deps, asked, visible, {
      amount: money('NGN', 20_000_00n),
      wallet: null,
      description: null,
      returnUrl: null,
      expiresInMinutes: 60,
      reference: null,
      idempotencyKey: null,
    }),
  ).rejects.toMatchObject({ code: 'unavailable' })
})

test('an unpaid link can be cancelled repeatedly, and only by its own business', async () => {
  const [{ shop, account }, other] = [await openShop(), await openShop()]
  const { link } = await make(shop)
  await expect(cancelOwnPayLink(deps, tenantOf(other.shop), link.id)).rejects.toMatchObject({
    code: 'pay_link_unknown',
  })
  // Called directly, because the flow would find no link afterwards and roll back a wrong cancellation.
  for (const tenant of [tenantOf(other.shop), { ...tenantOf(shop), mode: 'live' as const }])
    expect(
      await asTenant(world.api, tenant, async (sql) => cancelPayLink(sql, link.id, world.clock.now())),
    ).toBeUndefined()
  expect(await world.statusOf(link.transactionId)).toBe('pending_payment')
  expect(await cancelOwnPayLink(deps, tenantOf(shop), link.id)).toMatchObject({ status: 'cancelled' })
  expect(await cancelOwnPayLink(deps, tenantOf(shop), link.id)).toMatchObject({ status: 'cancelled' })
  expect(await readPayLink(world.api, tenantOf(shop), link.id)).toMatchObject({ status: 'cancelled' })
  await expect(readPayLink(world.api, tenantOf(other.shop), link.id)).rejects.toMatchObject({
    code: 'pay_link_unknown',
  })
  const { link: paid } = await make(shop)
  await pay(account, paid.amount.minor)
  await expect(cancelOwnPayLink(deps, tenantOf(shop), paid.id)).rejects.toMatchObject({
    code: 'pay_link_not_open',
  })
  // A payment of the cancelled link gets a case, and is not lost.
  world.clock.advance(MINUTE)
  await pay(account, link.amount.minor)
  world.clock.advance(31 * MINUTE)
  await world.match(account)
  expect(await world.statusOf(link.transactionId)).toBe('action_required')
})

test('the checks find nothing, and links cannot be changed', async () => {
  expect(await world.findings()).toEqual([])
  await expect(world.owner.query('update pay_link set token = token')).rejects.toMatchObject({
    code: 'AF002',
  })
})
