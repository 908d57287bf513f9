import { afterAll, expect, test } from 'vitest'
import { createClearingWorld } from '../../../test/clearing-world.ts'
import { claimed, masked, type WorldAccount } from '../../../test/matching-world.ts'
import { money } from '../../kernel/money/money.ts'
import { asTenant } from '../../kernel/postgres/pool.ts'
import type { Payer } from '../../movements/feeds/bank-line.ts'
import { findBuy } from '../../records/transactions/accepting/buy-store.ts'
import { listUnmatched, requireOwnTimeline } from '../transactions/read-transactions.ts'
import { issueExpectedPayment } from './issue-expected-payment.ts'

const world = await createClearingWorld()
afterAll(world.close)

const FEE_BPS = 50
const feePlan = { flatMinor: 0n, bps: FEE_BPS, capMinor: null }

/** Opens a shop with a fee of 0.5 %, a shared account, and a link of ₦20,000. */
const openLink = async (tolerance = 100) => {
  const [shop, account] = [await world.openBusiness(0), await world.openAccount()]
  await world.owner.query(
    `update business_mode set fee_bps = $2, tolerance_minor = $3 where business_id = $1`,
    [shop, FEE_BPS, tolerance],
  )
  const { buy, expected } = await issueExpectedPayment(
    { pool: world.api, clock: world.clock },
    {
      tenant: { businessId: shop, mode: 'test' },
      terms: { mayHoldBalance: true, feePlan, defaultWallet: null, dailyLimitMinor: null },
    },
    {
      amount: money('NGN', 20_000_00n),
      addsKobo: true,
      payInto: {
        id: account.id,
        mode: 'test',
        businessId: null,
        name: 'TEST Afara',
        accountNumber: account.number,
        bankCode: 'test-bank',
        bankName: 'TEST BANK',
        state: 'active',
      },
      wallet: null,
      reference: null,
      idempotencyKey: null,
    },
  )
  return { shop, account, buyId: buy.id, askedMinor: expected.amount.minor, code: expected.code }
}
const pay = async (account: WorldAccount, minor: bigint, narration: string, payer: Payer = account.payer) => {
  const [lineId = ''] = await world.record(account, [world.paymentOf(account, minor, payer, narration)])
  await world.match(account)
  return lineId
}
const readBuy = async (shop: string, id: string) =>
  asTenant(world.api, { businessId: shop, mode: 'test' }, async (sql) => findBuy(sql, id))
const returnsOf = async (lineId: string) => {
  const { rows } = await world.owner.query<{ minor: string; number: string; status: string }>(
    `select r.amount_minor as minor, r.account_number as number, t.status from credit_return r
     join transaction t on t.id = r.id where r.line_id = $1 and r.case_id is null`,
    [lineId],
  )
  return rows
}
const balanceOf = async (shop: string) => {
  const { rows } = await world.owner.query<{ minor: string }>(
    `select amount_minor as minor from balance where owner = $1 and kind = 'business'`,
    [shop],
  )
  return rows[0]?.minor
}

test.each([
  ['the tail is lost', 20_000_00n],
  ['it is rounded up', 20_001_00n],
])('with the code, a payment is settled at what was paid although %s', async (_why, paidMinor) => {
  const { shop, account, buyId, askedMinor, code } = await openLink()
  const line = await pay(account, paidMinor, `for ${code}`)
  expect(await world.allocationsOf(line)).toMatchObject([
    { amount_minor: paidMinor.toString(), evidence: 'code' },
  ])
  await world.advance(buyId)
  expect(await world.statusOf(buyId)).toBe('completed')
  const feeMinor = (paidMinor * BigInt(FEE_BPS) + 9_999n) / 10_000n
  expect(await readBuy(shop, buyId)).toMatchObject({
    amount: { minor: askedMinor },
    paid: { minor: paidMinor },
    fee: { minor: feeMinor },
  })
  expect(await balanceOf(shop)).toBe((paidMinor - feeMinor).toString())
  expect(await returnsOf(line)).toEqual([])
})

test('the agreed fee stays if the fee plan has changed since', async () => {
  const { shop, account, buyId, askedMinor, code } = await openLink()
  await world.owner.query('update business_mode set fee_bps = 100 where business_id = $1', [shop])
  await pay(account, 20_000_00n, code)
  const agreed = (askedMinor * BigInt(FEE_BPS) + 9_999n) / 10_000n
  expect(await readBuy(shop, buyId)).toMatchObject({ fee: { minor: agreed }, paid: { minor: 20_000_00n } })
})

test('too much: the requested amount settles at once, and the excess goes back to the account in the bank’s record', async () => {
  const { shop, account, buyId, askedMinor, code } = await openLink()
  const line = await pay(account, askedMinor + 5_000_00n, code)
  expect(await world.allocationsOf(line)).toMatchObject([{ amount_minor: askedMinor.toString() }])
  expect(await returnsOf(line)).toEqual([
    { minor: '500000', number: account.payer.accountNumber, status: 'refunding' },
  ])
  expect(await world.casesOf(line)).toEqual([])
  expect(await readBuy(shop, buyId)).toMatchObject({
    status: 'payment_received',
    paid: { minor: askedMinor },
  })
})

test('if the bank hides the payer’s account, the excess waits for people, and the buy does not', async () => {
  const { account, buyId, askedMinor, code } = await openLink()
  const line = await pay(account, askedMinor + 5_000_00n, code, masked(account.payer))
  expect(await world.statusOf(buyId)).toBe('payment_received')
  expect(await returnsOf(line)).toEqual([])
  expect(await world.casesOf(line)).toEqual(['overpaid'])
})

test('a second payment of a link is returned: with its code at once, with its tail if nobody claims it in eight minutes', async () => {
  const { account, askedMinor, code } = await openLink()
  await pay(account, askedMinor, '')
  const again = [await pay(account, askedMinor, ''), await pay(account, 20_000_00n, code)]
  expect(await returnsOf(again[0] ?? '')).toEqual([])
  expect(await returnsOf(again[1] ?? '')).toHaveLength(1)
  world.clock.advance(8 * 60_000)
  await world.match(account)
  for (const line of again) {
    expect(await world.allocationsOf(line)).toEqual([])
    expect(await returnsOf(line)).toMatchObject([
      { number: account.payer.accountNumber, status: 'refunding' },
    ])
    expect(await world.casesOf(line)).toEqual([])
  }
})

test('a large excess waits for people, because its bank can still recall the whole payment', async () => {
  const { account, buyId, askedMinor, code } = await openLink()
  const line = await pay(account, askedMinor + 9_980_000_00n, code)
  expect(await world.statusOf(buyId)).toBe('payment_received')
  expect([await returnsOf(line), await world.casesOf(line)]).toEqual([[], ['overpaid']])
  const other = await openLink()
  const most = await pay(other.account, other.askedMinor + 200_000_00n, other.code)
  const above = await openLink()
  const tooMuch = await pay(above.account, above.askedMinor + 200_000_01n, above.code)
  expect([(await returnsOf(most)).length, (await returnsOf(tooMuch)).length]).toEqual([1, 0])
})

test('one account gets at most ₦200,000 back in a day without a decision, whatever it pays into', async () => {
  const payer = { accountNumber: '0987654321', bankCode: '000013', bankName: 'BANK', name: 'ONE PAYER' }
  const overpay = async (link: Awaited<ReturnType<typeof openLink>>) =>
    pay(link.account, link.askedMinor + 90_000_00n, link.code, payer)
  const counted = async (lines: readonly string[]) =>
    (await Promise.all(lines.map(returnsOf))).reduce((sum, { length }) => sum + length, 0)
  expect(await counted([await overpay(await openLink())])).toBe(1)
  const two = await Promise.all([openLink(), openLink()])
  const lines = await Promise.all(two.map(overpay))
  expect(await counted(lines)).toBe(1)
  world.clock.advance(25 * 60 * 60_000)
  expect(await counted([await overpay(await openLink())])).toBe(1)
})

test('a payer of another shop whose amount has the kobo of a paid link pays first and claims then', async () => {
  const { account, askedMinor } = await openLink()
  await pay(account, askedMinor, '')
  const other = await world.openBusiness(1_000_000)
  const payer = { accountNumber: '0987650000', bankCode: '000013', name: 'CHIKA EZE' }
  const line = await pay(account, askedMinor, '', payer)
  expect(await returnsOf(line)).toEqual([])
  world.clock.advance(10 * 60_000)
  const buy = await world.claim(other, account, 0, {
    amount: money('NGN', askedMinor),
    payer: claimed(payer),
  })
  await world.match(account)
  expect(await world.allocationsOf(line)).toMatchObject([{ transaction_id: buy, evidence: 'number' }])
})

test('too little: the payer is told at once, and a rounded rest completes the buy', async () => {
  const { account, buyId, askedMinor, code } = await openLink()
  await pay(account, 15_000_00n, code)
  expect(await world.statusOf(buyId)).toBe('part_paid')
  await pay(account, 5_000_00n, code)
  expect(await world.statusOf(buyId)).toBe('payment_received')
  const { rows } = await world.owner.query(
    `select data ->> 'paid_minor' as paid from transaction_event where transaction_id = $1 and event = 'topped_up'`,
    [buyId],
  )
  expect(rows).toEqual([{ paid: '2000000' }])
  expect(askedMinor).toBeGreaterThan(20_000_00n)
})

test('the tolerance of a business is at most 0.5 ‰ of the amount, and the database allows no more', async () => {
  const { account, buyId, askedMinor, code } = await openLink(1_000_00)
  const mostMinor = (askedMinor * 5n) / 10_000n
  const line = await pay(account, askedMinor + mostMinor + 1n, code)
  expect(await world.allocationsOf(line)).toMatchObject([{ amount_minor: askedMinor.toString() }])
  expect(await returnsOf(line)).toMatchObject([{ minor: (mostMinor + 1n).toString() }])
  const other = await openLink(1_000_00)
  const near = await pay(other.account, other.askedMinor - mostMinor, other.code)
  expect(await world.allocationsOf(near)).toHaveLength(1)
  expect(await world.statusOf(other.buyId)).toBe('payment_received')
  expect(await world.statusOf(buyId)).toBe('payment_received')
})

const HALF_HOUR = 31 * 60_000

test('without the code, a lost tail goes back after eight minutes, once, and pays no link', async () => {
  const { account, buyId } = await openLink()
  const line = await pay(account, 20_000_00n, 'thank you')
  world.clock.advance(8 * 60_000 - 1)
  await world.match(account)
  expect(await returnsOf(line)).toEqual([])
  world.clock.advance(1)
  await Promise.all([world.match(account), world.match(account)])
  expect([await world.allocationsOf(line), await world.casesOf(line)]).toEqual([[], []])
  expect(await returnsOf(line)).toEqual([
    { minor: '2000000', number: account.payer.accountNumber, status: 'refunding' },
  ])
  expect([await world.statusOf(buyId), await world.findings()]).toEqual(['pending_payment', []])
})

test('a claim that names the payer within eight minutes gets a payment that only resembles a link', async () => {
  const { account } = await openLink()
  const line = await pay(account, 20_000_00n, 'thank you')
  world.clock.advance(7 * 60_000)
  await world.match(account)
  const buy = await world.claim(await world.openBusiness(), account, 20_000)
  world.clock.advance(HALF_HOUR)
  await world.match(account)
  expect(await world.allocationsOf(line)).toMatchObject([{ transaction_id: buy, evidence: 'number' }])
  expect(await returnsOf(line)).toEqual([])
})

test('people decide if a business knows the payer or the bank hides the account; without an open link nothing goes back yet', async () => {
  const { account } = await openLink()
  await world.claim(await world.openBusiness(), account, 7_000)
  await world.pay(account, 7_000)
  const hidden = await pay(account, 20_000_00n, '', masked(account.payer))
  const known = await pay(account, 20_000_00n, '')
  world.clock.advance(8 * 24 * HALF_HOUR * 2)
  const after = await pay(account, 20_000_00n, '', { ...account.payer, accountNumber: '0987650001' })
  world.clock.advance(HALF_HOUR)
  await world.match(account)
  for (const line of [hidden, known]) {
    expect([await returnsOf(line), await world.casesOf(line)]).toEqual([[], ['weak_evidence']])
  }
  expect([await returnsOf(after), await world.casesOf(after)]).toEqual([[], []])
})

test('the business sees what is not matched, and nobody else does', async () => {
  const { shop, account, buyId, askedMinor, code } = await openLink()
  const other = await world.openBusiness(0)
  await pay(account, askedMinor + 5_000_00n, code, masked(account.payer))
  // Nothing but its amount says that this belongs here, so it is shown to nobody.
  await pay(account, askedMinor, 'thank you', {})
  const unmatchedOf = async (businessId: string) =>
    listUnmatched(world.api, { businessId, mode: 'test' }, 100)
  expect(await unmatchedOf(shop)).toMatchObject([
    { transactionId: buyId, amount: { minor: 5_000_00n }, isWithStaff: true },
  ])
  expect(await unmatchedOf(other)).toEqual([])
  expect(await listUnmatched(world.api, { businessId: shop, mode: 'live' }, 100)).toEqual([])
})

test('what was received is told as a figure from the first second', async () => {
  const { shop, account, buyId, code } = await openLink()
  const tenant = { businessId: shop, mode: 'test' as const }
  const received = async () => (await requireOwnTimeline(world.api, tenant, buyId)).received
  expect(await received()).toBeNull()
  await world.record(account, [world.paymentOf(account, 20_000_00n, account.payer, code)])
  expect(await received()).toMatchObject({ amount: { minor: 20_000_00n }, isMatched: false })
  await world.match(account)
  expect(await received()).toMatchObject({ amount: { minor: 20_000_00n }, isMatched: true })
})

test('the checks find nothing wrong with any of this', async () => {
  expect(await world.findings()).toEqual([])
})
