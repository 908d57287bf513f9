import { afterAll, expect, test } from 'vitest'
import { createMatchingWorld, type WorldAccount } from '../../../test/matching-world.ts'
import { money } from '../../kernel/money/money.ts'
import type { VendorAccount } from '../../records/banks/vendor-account.ts'
import { deleteOldClaims } from '../../records/transactions/accepting/expected-payment-store.ts'
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
  return issueExpectedPayment(
    { pool: world.api, clock: world.clock },
    { tenant: { businessId, mode: 'test' }, terms },
    {
      amount: money('NGN', 20_000_00n),
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

test('ninety-nine payments of one amount can be told apart by their kobo, and the next is refused until one is free again', async () => {
  const account = await world.openAccount()
  const shops = await Promise.all(Array.from({ length: 6 }, async () => world.openBusiness()))
  const issued = await Promise.all(
    Array.from({ length: 8 }, async (_, at) => issue(shops[at % 6] ?? '', account)),
  )
  const next = async () => issue(shops[issued.length % 6] ?? '', account)
  while (issued.length < 99) issued.push(await next())
  expect(new Set(issued.map(({ expected }) => expected.amount.minor)).size).toBe(99)
  expect(new Set(issued.map(({ expected }) => expected.code)).size).toBe(99)
  await expect(next()).rejects.toMatchObject({ code: 'no_free_amount' })
  const [first] = issued
  if (first === undefined) throw new Error('nothing was issued')
  await pay(account, first.expected.amount.minor)
  await world.match(account)
  world.clock.advance(7 * DAY - 1)
  await deleteOldClaims(world.worker, world.clock.now())
  await expect(next()).rejects.toMatchObject({ code: 'no_free_amount' })
  world.clock.advance(2)
  await deleteOldClaims(world.worker, world.clock.now())
  expect((await next()).expected.amount).toEqual(first.expected.amount)
})

test('a business that never pays can open twenty payments of one amount and leaves the rest to others', async () => {
  const account = await world.openAccount()
  const [squatter, other] = [await world.openBusiness(), await world.openBusiness()]
  const asked = await Promise.allSettled(Array.from({ length: 24 }, async () => issue(squatter, account)))
  const issued = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(issued.length).toBeLessThanOrEqual(20)
  for (let count = issued.length; count < 20; count += 1) issued.push(await issue(squatter, account))
  await expect(issue(squatter, account)).rejects.toMatchObject({ code: 'no_free_amount' })
  expect(await issue(squatter, account, { amount: money('NGN', 30_000_00n) })).toMatchObject({
    isReplay: false,
  })
  expect(await issue(other, account)).toMatchObject({ isReplay: false })
  const [first] = issued
  await pay(account, first?.expected.amount.minor ?? 0n)
  await world.match(account)
  expect(await issue(squatter, account)).toMatchObject({ isReplay: false })
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
