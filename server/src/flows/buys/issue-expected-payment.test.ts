import { afterAll, expect, test } from 'vitest'
import { setFeePlan } from '../../../test/fee-plans.ts'
import { createMatchingWorld, type WorldAccount } from '../../../test/matching-world.ts'
import { money } from '../../kernel/money/money.ts'
import type { VendorAccount } from '../../records/banks/vendor-account.ts'
import { deleteOldClaims } from '../../records/transactions/accepting/expected-payment-store.ts'
import { moveTransaction } from '../../records/transactions/transaction-store.ts'
import { type ExpectedPaymentRequest, issueExpectedPayment } from './issue-expected-payment.ts'

const world = await createMatchingWorld()
const DAY = 24 * 60 * 60 * 1000
const terms = {
  mayHoldBalance: true,
  feePlan: { flatMinor: 0n, bps: 50, capMinor: null },
  defaultWallet: null,
  dailyLimitMinor: null,
}

afterAll(world.close)

const issue = async (
  businessId: string,
  account: WorldAccount,
  more: Partial<ExpectedPaymentRequest> = {},
) => {
  const payInto: VendorAccount = {
    id: account.id,
    mode: 'test',
    businessId: null,
    name: 'TEST Afara',
    accountNumber: account.number,
    bankCode: 'test-bank',
    bankName: 'TEST BANK',
    state: 'active',
  }
  await setFeePlan(world.owner, businessId, terms.feePlan)
  return issueExpectedPayment(
    { pool: world.api, clock: world.clock },
    { tenant: { businessId, mode: 'test' }, terms },
    {
      amount: money('NGN', 20_000_00n),
      addsKobo: true,
      payInto,
      wallet: null,
      reference: null,
      idempotencyKey: null,
      ...more,
    },
  )
}
const pay = async (account: WorldAccount, amountMinor: bigint, narration?: string) => {
  const [lineId = ''] = await world.record(account, [world.paymentOf(account, amountMinor, {}, narration)])
  return lineId
}

test('the issued amount identifies the payment when the payer is not shown', async () => {
  const account = await world.openAccount()
  const [first, second] = [
    await issue(await world.openBusiness(0), account),
    await issue(await world.openBusiness(0), account),
  ]
  expect(first.expected.amount).not.toEqual(second.expected.amount)
  expect(first.buy).toMatchObject({ status: 'pending_payment', payer: null, amount: first.expected.amount })
  const paid = await pay(account, first.expected.amount.minor)
  await world.match(account)
  expect(await world.allocationsOf(paid)).toMatchObject([
    { transaction_id: first.buy.id, evidence: 'tail', ground: 'expected' },
  ])
  expect(await world.statusOf(second.buy.id)).toBe('pending_payment')
})

test('a code is found as a word of the narration', async () => {
  const [shop, account] = [await world.openBusiness(0), await world.openAccount()]
  const { buy, expected } = await issue(shop, account)
  expect(expected.code).toMatch(/^[2-9A-HJ-KM-NP-TV-Z]{6}$/)
  const paid = await pay(account, expected.amount.minor, `NIP/GTB/${expected.code.toLowerCase()}/thank you`)
  await world.match(account)
  expect(await world.allocationsOf(paid)).toMatchObject([{ transaction_id: buy.id, evidence: 'code' }])
})

test('a repeated request with the same reference gets the same amount and code', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const first = await issue(shop, account, { reference: 'order-1' })
  const again = await issue(shop, account, { reference: 'order-1' })
  expect(again).toMatchObject({ isReplay: true, expected: first.expected, buy: { id: first.buy.id } })
  await expect(
    issue(shop, account, { reference: 'order-1', amount: money('NGN', 30_000_00n) }),
  ).rejects.toMatchObject({ code: 'reference_conflict' })
})

const hasTail = ({ expected }: Awaited<ReturnType<typeof issue>>) => expected.amount.minor % 100n !== 0n

test('ninety-nine payments of one amount can be told apart by their kobo, and the next asks for whole naira until a tail is free again', async () => {
  const account = await world.openAccount()
  const shops = await Promise.all(Array.from({ length: 6 }, async () => world.openBusiness()))
  const issued = await Promise.all(
    Array.from({ length: 8 }, async (_, at) => issue(shops[at % 6] ?? '', account)),
  )
  const next = async () => issue(shops[issued.length % 6] ?? '', account)
  while (issued.length < 99) issued.push(await next())
  expect(new Set(issued.map(({ expected }) => expected.amount.minor)).size).toBe(99)
  expect(new Set(issued.map(({ expected }) => expected.code)).size).toBe(99)
  const more = await Promise.all([next(), next(), next()])
  expect(more.map(({ expected }) => expected.amount.minor)).toEqual([20_000_00n, 20_000_00n, 20_000_00n])
  const [first] = issued
  if (first === undefined) throw new Error('nothing was issued')
  await pay(account, first.expected.amount.minor)
  await world.match(account)
  world.clock.advance(7 * DAY - 1)
  await deleteOldClaims(world.worker, world.clock.now())
  expect(hasTail(await next())).toBe(false)
  world.clock.advance(2)
  await deleteOldClaims(world.worker, world.clock.now())
  expect((await next()).expected.amount).toEqual(first.expected.amount)
})

test('a payment without a tail is found by its code, and never by its amount', async () => {
  const [shop, account] = [await world.openBusiness(0), await world.openAccount()]
  while (hasTail(await issue(shop, account)));
  const [first, second] = [await issue(shop, account), await issue(shop, account)]
  expect([first, second].some(hasTail)).toBe(false)
  const silent = await pay(account, 20_000_00n, 'thank you')
  const named = await pay(account, 20_000_00n, `for ${second.expected.code}`)
  await world.match(account)
  expect(await world.allocationsOf(named)).toMatchObject([
    { transaction_id: second.buy.id, evidence: 'code', ground: 'expected' },
  ])
  world.clock.advance(31 * 60_000)
  await world.match(account)
  expect(await world.allocationsOf(silent)).toEqual([])
  expect(await world.statusOf(first.buy.id)).toBe('pending_payment')
})

test('a late and a second payment of a tail never pay for another payer', async () => {
  const account = await world.openAccount()
  const shops = await Promise.all(Array.from({ length: 6 }, async () => world.openBusiness(0)))
  const [paid, late] = [await issue(shops[0] ?? '', account), await issue(shops[1] ?? '', account)]
  await pay(account, paid.expected.amount.minor)
  await world.match(account)
  world.clock.advance(3 * DAY + 1)
  const { buy } = late
  const seen = {
    id: buy.id,
    businessId: buy.businessId,
    mode: buy.mode,
    type: 'buy',
    status: buy.status,
    version: 1,
  } as const
  await moveTransaction(world.worker, seen, { event: 'window_closed', at: world.clock.now() })
  // Everybody who asks now gets another amount, although both payments have ended.
  const others = []
  for (let count = 0; count < 110; count += 1) others.push(await issue(shops[count % 6] ?? '', account))
  const again = await pay(account, paid.expected.amount.minor)
  const after = await pay(account, late.expected.amount.minor)
  world.clock.advance(31 * 60_000)
  await world.match(account)
  expect(await world.allocationsOf(again)).toEqual([])
  expect(await world.allocationsOf(after)).toMatchObject([{ transaction_id: late.buy.id, evidence: 'tail' }])
  const statuses = await Promise.all(others.map(async ({ buy }) => world.statusOf(buy.id)))
  expect(new Set(statuses)).toEqual(new Set(['pending_payment']))
})

test('a business that never pays gets twenty tails of one amount on a shared account and leaves the rest to others', async () => {
  const account = await world.openAccount()
  const [squatter, other] = [await world.openBusiness(), await world.openBusiness()]
  const issued = await Promise.all(Array.from({ length: 24 }, async () => issue(squatter, account)))
  const tailed = issued.filter(hasTail)
  expect(tailed.length).toBeLessThanOrEqual(20)
  for (let count = tailed.length; count < 20; count += 1) tailed.push(await issue(squatter, account))
  expect(tailed.every(hasTail)).toBe(true)
  expect(hasTail(await issue(squatter, account))).toBe(false)
  expect(hasTail(await issue(squatter, account, { amount: money('NGN', 30_000_00n) }))).toBe(true)
  expect(hasTail(await issue(other, account))).toBe(true)
  const [first] = tailed
  await pay(account, first?.expected.amount.minor ?? 0n)
  await world.match(account)
  expect(hasTail(await issue(squatter, account))).toBe(true)
})

test('ordinary buys that claim every kobo of an amount do not stop another business from getting an expected payment of that amount', async () => {
  const account = await world.openAccount()
  const [squatter, other] = [await world.openBusiness(), await world.openBusiness()]
  for (let tail = 1n; tail <= 99n; tail += 1n) {
    await world.claim(squatter, account, 0, { amount: money('NGN', 20_000_00n + tail) })
  }
  expect(await issue(other, account)).toMatchObject({ isReplay: false })
})

test('an amount with kobo is refused', async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  await expect(issue(shop, account, { amount: money('NGN', 20_000_50n) })).rejects.toMatchObject({
    code: 'amount_too_fine',
  })
})

test('after all of this the invariants hold', async () => {
  expect(await world.findings()).toEqual([])
})
