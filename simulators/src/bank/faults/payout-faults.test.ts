import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createPayoutsUnderTest,
  PAYSTACK_OUT,
  type PayoutsUnderTest,
} from '../../../test/payouts-under-test.ts'

let bank: PayoutsUnderTest
beforeEach(async () => {
  bank = await createPayoutsUnderTest()
})
afterEach(async () => bank.close())

const reference = 'af-00112233445566778899'
const status = async () => (await bank.verify(reference)).json().data?.status
const ledger = async (): Promise<number[]> =>
  (await bank.paystack('GET', '/balance/ledger'))
    .json()
    .data.map(({ difference }: { difference: number }) => difference)

test('pending_for: the payout is pending for hours of the simulator’s clock', async () => {
  await bank.fault('pending_for')
  await bank.sendPaystack({ reference })
  await bank.wait(14_399)
  expect(await status()).toBe('pending')
  await bank.wait(1)
  expect(await status()).toBe('success')
})

test('payout_fails: with a code, and the money is returned at the same time', async () => {
  await bank.fault('payout_fails', { code: '61' })
  await bank.sendPaystack({ reference })
  await bank.sendMonnify({ reference })
  await bank.wait(1)
  expect((await bank.verify(reference)).json().data).toMatchObject({
    status: 'failed',
    gateway_response: '61: Transfer limit exceeded',
    session: { id: null },
  })
  expect((await bank.summary(reference)).json().responseBody).toMatchObject({
    status: 'FAILED',
    transactionDescription: '61: Transfer limit exceeded',
  })
  expect(await ledger()).toEqual([1_500_037, -1_500_037])
})

test('money_back_late: the payout is reported as failed long before the money is returned', async () => {
  await bank.fault('payout_fails')
  await bank.fault('money_back_late')
  await bank.sendPaystack({ reference })
  await bank.wait(1)
  expect([await status(), await ledger()]).toEqual(['failed', [-1_500_037]])
  await bank.wait(3600)
  expect([await status(), await ledger()]).toEqual(['failed', [1_500_037, -1_500_037]])
})

test('failed_then_success: a caller that trusts the first answer would pay again', async () => {
  await bank.listenToPayouts()
  await bank.fault('failed_then_success')
  await bank.sendPaystack({ reference })
  await bank.wait(1)
  expect([await status(), await ledger()]).toEqual(['failed', [-1_500_037]])
  await bank.wait(600)
  await bank.idle()
  expect([await status(), await ledger()]).toEqual(['success', [-2500, -1_500_037]])
  expect(bank.bodies().map(({ event }) => event)).toEqual(['transfer.failed', 'transfer.success'])
  expect((await bank.payout(reference)).arrived_kobo).toBe('1500037')
})

test('success_then_reversed: the fee is kept, and the amount is returned', async () => {
  await bank.listenToPayouts()
  await bank.fault('success_then_reversed')
  await bank.sendPaystack({ reference })
  await bank.wait(1)
  expect(await status()).toBe('success')
  await bank.wait(3600)
  await bank.idle()
  expect([await status(), await ledger()]).toEqual(['reversed', [1_500_037, -2500, -1_500_037]])
  expect(bank.bodies().map(({ event }) => event)).toEqual(['transfer.success', 'transfer.reversed'])
  expect(await bank.payout(reference)).toMatchObject({ arrived_kobo: '0', returned_kobo: '1500037' })
})

test('bank_duplicates_itself: two debits under one reference, and a requery that shows one', async () => {
  await bank.fault('bank_duplicates_itself')
  const { id } = (await bank.sendPaystack({ reference })).json().data
  await bank.wait(6)
  expect(await status()).toBe('success')
  const rows = (await bank.paystack('GET', '/balance/ledger')).json().data
  expect(rows).toMatchObject([
    { difference: -1_500_037, model_row: id },
    { difference: -2500 },
    { difference: -1_500_037, model_row: id },
  ])
  expect(await bank.payout(reference)).toMatchObject({ debited_kobo: '3000074', arrived_kobo: '3000074' })
})

test('payout_line_late: the balance has changed, but the ledger has no line yet', async () => {
  await bank.fault('payout_line_late')
  await bank.sendPaystack({ reference })
  expect(await ledger()).toEqual([])
  expect((await bank.paystack('GET', '/balance')).json().data[0].balance).toBe(98_499_963)
  await bank.wait(30)
  expect(await ledger()).toEqual([-1_500_037])
})

test('requery_lags: the requery does not find the payout, and later finds it', async () => {
  await bank.fault('requery_lags')
  await bank.sendPaystack({ reference })
  await bank.wait(29)
  expect((await bank.verify(reference)).status).toBe(404)
  expect((await bank.paystack('GET', '/transfer')).json().data).toEqual([])
  await bank.wait(1)
  expect(await status()).toBe('success')
})

test('requery_lies_pending: the requery says pending after the notification said success', async () => {
  await bank.listenToPayouts()
  await bank.sendPaystack({ reference })
  await bank.wait(1)
  await bank.idle()
  await bank.fault('requery_lies_pending', { reference, times: 1 })
  expect(bank.bodies()).toMatchObject([{ event: 'transfer.success' }])
  expect([await status(), await status()]).toEqual(['pending', 'success'])
})

test.each([
  ['requery_wrong_amount', { amount: 15_000_370 }],
  ['requery_wrong_account', { recipient: { details: { account_number: '0123456780' } } }],
])('%s: the requery differs from what was ordered', async (fault, data) => {
  await bank.sendPaystack({ reference })
  await bank.fault(fault, { account: PAYSTACK_OUT })
  expect((await bank.verify(reference)).json().data).toMatchObject(data)
})

test.each([
  ['payout_hook_duplicate', 5],
  ['payout_hook_never', 0],
])('%s: the notification arrives %i times', async (fault, times) => {
  await bank.listenToPayouts()
  await bank.fault(fault)
  await bank.sendMonnify({ reference })
  await bank.wait(86_400)
  await bank.idle()
  expect(bank.received).toHaveLength(times)
  await bank.admin('POST', '/hooks/deliver', { reference })
  expect(bank.received.length).toBeGreaterThan(times)
})

test('payout_hook_out_of_order: the later notification is sent first', async () => {
  await bank.listenToPayouts()
  await bank.fault('payout_hook_out_of_order', { reference })
  await bank.sendPaystack({ reference })
  await bank.wait(2)
  await bank.sendPaystack({ reference: `${reference}-2` })
  for (const _ of [1, 2]) {
    await bank.wait(2)
    await bank.idle()
  }
  expect(bank.bodies().map(({ data }) => data.reference)).toEqual([`${reference}-2`, reference])
})

test('payout_hook_late: three days later the notification still reports the old status', async () => {
  await bank.listenToPayouts()
  await bank.fault('payout_hook_late')
  await bank.fault('success_then_reversed')
  await bank.sendMonnify({ reference })
  await bank.wait(71 * 3600)
  await bank.idle()
  expect(bank.received).toHaveLength(0)
  for (const hours of [2, 1]) {
    await bank.wait(hours * 3600)
    await bank.idle()
  }
  expect(bank.bodies().map(({ eventType }) => eventType)).toEqual([
    'SUCCESSFUL_DISBURSEMENT',
    'REVERSED_DISBURSEMENT',
  ])
})

test('payout_hook_bad_signature: a true body with an invalid signature', async () => {
  await bank.listenToPayouts()
  await bank.sendPaystack({ reference })
  await bank.fault('payout_hook_bad_signature')
  await bank.sendPaystack({ reference: `${reference}-2` })
  await bank.wait(1)
  await bank.idle()
  const signatures = bank.received.map(({ headers }) => headers['x-paystack-signature'])
  expect(new Set(signatures).size).toBe(2)
  expect(bank.bodies()).toMatchObject([{ data: { status: 'success' } }, { data: { status: 'success' } }])
})

test('a fault for one account and amount affects no other payout', async () => {
  await bank.fault('payout_fails', { number: '0123456789', amount: '15000.37' })
  await bank.sendPaystack({ reference, kobo: 1_500_038 })
  await bank.sendPaystack({ reference: `${reference}-1`, number: '0123456780' })
  await bank.sendPaystack({ reference: `${reference}-2` })
  await bank.wait(1)
  const statuses = (await bank.payoutTruth()).map((payout) => payout.status)
  expect(statuses).toEqual(['success', 'success', 'failed'])
})
