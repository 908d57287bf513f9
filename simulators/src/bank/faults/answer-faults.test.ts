import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type BankUnderTest,
  createBankUnderTest,
  MONNIFY,
  PAYSTACK,
  PROVIDUS,
} from '../../../test/bank-under-test.ts'
import {
  createPayoutsUnderTest,
  PAYSTACK_OUT,
  type PayoutsUnderTest,
} from '../../../test/payouts-under-test.ts'
import { transportFaults } from './catalogue.ts'

let bank: BankUnderTest
beforeEach(async () => {
  bank = await createBankUnderTest()
})
afterEach(async () => bank.close())

const payMany = async (count: number, account = MONNIFY) =>
  bank.pay(...Array.from({ length: count }, (_, place) => ({ account, amount: `${place + 1}` })))
const pageOf = async (page: number, size: number): Promise<number[]> =>
  (await bank.monnifyList(MONNIFY, page, size))
    .json()
    .responseBody.content.map(({ amount }: { amount: number }) => amount)
const stop = async (rule: { body: { id: string } }) => bank.admin('DELETE', `/faults/${rule.body.id}`)

test('feed_gap: missing rows stay missing until the fault ends', async () => {
  await payMany(20)
  const rule = await bank.fault('feed_gap', { probability: 0.3 })
  const seen = await pageOf(0, 50)
  expect(seen.length).toBeGreaterThan(5)
  expect(seen.length).toBeLessThan(20)
  expect(await pageOf(0, 50)).toEqual(seen)
  await stop(rule)
  expect(await pageOf(0, 50)).toHaveLength(20)
})

test('feed_gap: one line can be left out by id', async () => {
  const [line] = await payMany(3)
  await bank.fault('feed_gap', { line: line?.id })
  expect(await pageOf(0, 50)).toEqual([3, 2])
})

test('feed_page_repeats: nothing is lost, and one row of each page is repeated', async () => {
  await payMany(7)
  await bank.fault('feed_page_repeats')
  const pages = [await pageOf(0, 3), await pageOf(1, 3), await pageOf(2, 3)]
  expect(pages).toEqual([
    [7, 6, 5],
    [5, 4, 3],
    [3, 2, 1],
  ])
  expect((await bank.monnifyList(MONNIFY, 2, 3)).json().responseBody.last).toBe(true)
})

test('feed_page_repeats: rows are also repeated in pages by cursor', async () => {
  await payMany(3, PAYSTACK)
  await bank.fault('feed_page_repeats', { vendor: 'paystack' })
  const first = (await bank.paystack('/transaction?perPage=2&use_cursor=true')).json()
  const second = (await bank.paystack(`/transaction?perPage=2&next=${first.meta.next}`)).json()
  expect([first, second].map(({ data }) => data.map(({ amount }: { amount: number }) => amount))).toEqual([
    [300, 200],
    [200, 100],
  ])
})

test('feed_down: the list is unavailable while notifications and requeries work', async () => {
  await bank.listenTo('monnify')
  await bank.fault('feed_down', { vendor: 'monnify' })
  const [line] = await payMany(1)
  await bank.idle()
  expect((await bank.monnifyList(MONNIFY)).status).toBe(503)
  expect(bank.received).toHaveLength(1)
  expect((await bank.monnifyStatus(line?.reference ?? '')).status).toBe(200)
})

test('hooks_down: the list works; notifications are sent when the fault ends', async () => {
  await bank.listenTo('monnify')
  const rule = await bank.fault('hooks_down')
  await payMany(2)
  await bank.wait(60)
  await bank.idle()
  expect(bank.received).toHaveLength(0)
  expect(await pageOf(0, 10)).toHaveLength(2)
  await stop(rule)
  await bank.idle()
  expect(bank.received).toHaveLength(2)
})

test('clock_skew: the vendor is ten minutes ahead', async () => {
  const [line] = await payMany(1, PAYSTACK)
  await bank.fault('clock_skew')
  const { data } = (await bank.paystack(`/transaction/verify/${line?.reference}`)).json()
  expect(data.paid_at).toBe('2026-11-12T09:10:00.000Z')
})

test('zone_lost: Lagos time without a time zone', async () => {
  const [line] = await payMany(1, PAYSTACK)
  await payMany(1)
  await bank.fault('zone_lost')
  const { data } = (await bank.paystack(`/transaction/verify/${line?.reference}`)).json()
  expect(data.paid_at).toBe('2026-11-12 10:00:00')
  const [row] = (await bank.monnifyList(MONNIFY)).json().responseBody.content
  expect(row.createdOn).toBe('2026-11-12T10:00:00.000+0000')
})

test('old_dates: day, month and a twelve-hour clock', async () => {
  const [line] = await payMany(1)
  await bank.fault('old_dates')
  const { paidOn } = (await bank.monnifyStatus(line?.reference ?? '')).json().responseBody
  expect(paidOn).toBe('12/11/2026 10:00:00 AM')
})

test('requery_pending: the requery lags behind what was notified', async () => {
  const [line] = await payMany(1)
  await bank.fault('requery_pending', { line: line?.id, times: 1 })
  const status = async () =>
    (await bank.monnifyStatus(line?.reference ?? '')).json().responseBody.paymentStatus
  expect([await status(), await status()]).toEqual(['PENDING', 'PAID'])
})

/** Uses a real socket, because most of these faults look the same to an injected request. */
async function ask(face: 'requery' | 'feed', signal: AbortSignal): Promise<{ status: number; text: string }> {
  const [line] = await payMany(1, face === 'feed' ? MONNIFY : PAYSTACK)
  const path =
    face === 'feed'
      ? `/monnify/api/v1/bank-transfer/reserved-accounts/transactions?accountReference=afara-${MONNIFY}`
      : `/paystack/transaction/verify/${line?.reference}`
  const authorization = face === 'feed' ? await bank.bearer() : 'Bearer sk_test_simulated_1'
  const url = bank.app.listeningOrigin + path
  const response = await fetch(url, { headers: { authorization }, signal })
  return { status: response.status, text: await response.text() }
}

test.each(
  (['requery', 'feed'] as const).flatMap((face) => transportFaults.map((kind) => [face, kind] as const)),
)('%s_%s: the caller sees the fault on the connection', async (face, kind) => {
  await bank.app.listen({ host: '127.0.0.1', port: 0 })
  await bank.fault(`${face}_${kind}`)
  const outcome = await ask(
    face,
    AbortSignal.timeout(['timeout', 'dribble'].includes(kind) ? 400 : 10_000),
  ).catch((error: Error) => ({ failed: error.message }))
  expect(outcome).toMatchObject(wanted[kind])
})

const wanted = {
  timeout: { failed: expect.stringMatching(/timeout/i) },
  reset: { failed: 'fetch failed' },
  half_json: { failed: 'terminated' },
  '502': { status: 502, text: expect.stringContaining('<html>') },
  html: { status: 200, text: expect.stringContaining('<!doctype html>') },
  huge: { status: 200, text: expect.stringContaining('xxxxxxxx') },
  dribble: { failed: expect.stringMatching(/timeout/i) },
  '429': { status: 429, text: expect.stringContaining('rate_limited') },
}

test.each(
  (
    [
      ['payout_requery', '/transfer/verify/af-0011223344556677'],
      ['payout_feed', '/balance/ledger'],
      ['name', '/bank/resolve?account_number=0123456789&bank_code=058'],
    ] as const
  ).flatMap(([face, path]) => transportFaults.map((kind) => [face, kind, path] as const)),
)('%s_%s: the caller sees the fault on the connection', async (face, kind, path) => {
  const payouts: PayoutsUnderTest = await createPayoutsUnderTest()
  await payouts.app.listen({ host: '127.0.0.1', port: 0 })
  await payouts.fault(`${face}_${kind}`, { account: PAYSTACK_OUT })
  const signal = AbortSignal.timeout(['timeout', 'dribble'].includes(kind) ? 400 : 10_000)
  const outcome = await fetch(`${payouts.app.listeningOrigin}/paystack${path}`, {
    headers: payouts.key,
    signal,
  })
    .then(async (response) => ({ status: response.status, text: await response.text() }))
    .catch((error: Error) => ({ failed: error.message }))
  expect(outcome).toMatchObject(wanted[kind])
  await payouts.close()
})

test('a fault can be limited to one account or to a number of times', async () => {
  const [mine] = await payMany(1, PROVIDUS)
  await bank.fault('requery_502', { account: PROVIDUS, times: 2 })
  const statuses = []
  for (let time = 0; time < 3; time += 1)
    statuses.push((await bank.providusStatus(mine?.reference ?? '')).status)
  expect(statuses).toEqual([502, 502, 200])
})
