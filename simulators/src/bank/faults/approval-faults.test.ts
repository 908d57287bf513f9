import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createPayoutsUnderTest,
  MONNIFY_OUT,
  PAYSTACK_OUT,
  type PayoutsUnderTest,
} from '../../../test/payouts-under-test.ts'

let bank: PayoutsUnderTest
beforeEach(async () => {
  bank = await createPayoutsUnderTest()
  await bank.listenTo('paystack')
  const { vendors } = (await bank.admin('GET', '/vendors')).body
  const { url } = vendors.find(({ vendor }: { vendor: string }) => vendor === 'paystack')
  await bank.admin('PATCH', '/vendors/paystack', { url: null })
  await bank.admin('PATCH', `/payout-accounts/${PAYSTACK_OUT}`, { approval_url: url })
})
afterEach(async () => bank.close())

const reference = 'af-00112233445566778899'

/** Orders a payout, and waits until the vendor was answered or gave up. */
async function send(fault?: object) {
  if (fault !== undefined) await bank.admin('POST', '/faults', fault)
  expect(await bank.sendPaystack({ reference })).toMatchObject({ status: 200 })
  return answered()
}

async function answered() {
  for (let look = 0; look < 3_000; look += 1) {
    const payout = await bank.payout(reference)
    if ((payout['approvals'] as unknown[]).length > 0) return payout
    await sleep(20)
  }
  throw new Error('the vendor was never answered')
}

test('the vendor asks before it pays, with the transfer and a signature', async () => {
  expect(await send()).toMatchObject({ status: 'pending', approvals: [200], debited_kobo: '1500037' })
  const [question] = bank.bodies()
  expect(question).toMatchObject({ reference, amount: 1_500_037, currency: 'NGN', status: 'pending' })
  expect(question.recipient.details).toMatchObject({ account_number: '0123456789', bank_code: '058' })
  expect(bank.received[0]?.headers['x-paystack-signature']).toMatch(/^[0-9a-f]{128}$/)
})

test.each([400, 500, 302])('the answer %s rejects the transfer, and nothing is debited', async (status) => {
  bank.answerWith(status)
  expect(await send()).toMatchObject({ status: 'rejected', approvals: [status], debited_kobo: '0' })
  expect((await bank.verify(reference)).json().data).toMatchObject({ status: 'rejected' })
})

test('no answer rejects the transfer', async () => {
  const approval_url = 'http://127.0.0.1:9'
  await bank.admin('PATCH', `/payout-accounts/${PAYSTACK_OUT}`, { approval_url })
  expect(await send()).toMatchObject({ status: 'rejected', approvals: [0], debited_kobo: '0' })
})

test('a vendor that does not ask has no approval URL', async () => {
  const change = { approval_url: 'http://127.0.0.1:9' }
  expect(await bank.admin('PATCH', `/payout-accounts/${MONNIFY_OUT}`, change)).toMatchObject({ status: 400 })
})

test('approval_asked_twice: two questions, one payment', async () => {
  const payout = await send({ fault: 'approval_asked_twice' })
  expect(payout).toMatchObject({ approvals: [200, 200], debited_kobo: '1500037' })
})

test('approval_late: the order is answered before the question', async () => {
  await bank.admin('POST', '/faults', { fault: 'approval_late', seconds: 2 })
  await bank.sendPaystack({ reference })
  expect(await bank.payout(reference)).toMatchObject({ approvals: [], debited_kobo: '0' })
  expect(await answered()).toMatchObject({ approvals: [200], debited_kobo: '1500037' })
})

test('approval_other_amount: the question names ten times the amount', async () => {
  await send({ fault: 'approval_other_amount' })
  expect(bank.bodies()[0]).toMatchObject({ reference, amount: 15_000_370 })
})

test('approval_other_recipient: the question names another account', async () => {
  await send({ fault: 'approval_other_recipient' })
  expect(bank.bodies()[0].recipient.details.account_number).toBe('0123456780')
})

test('approval_unsigned: the question has no signature', async () => {
  await send({ fault: 'approval_unsigned' })
  expect(bank.received[0]?.headers['x-paystack-signature']).toBeUndefined()
})

test('approval_bad_signature: the signature differs from the right one', async () => {
  await send({ fault: 'approval_bad_signature' })
  const right = createHmac('sha512', `sk_test_payouts_${PAYSTACK_OUT}`).update(bank.received[0]?.body ?? '')
  expect(bank.received[0]?.headers['x-paystack-signature']).not.toBe(right.digest('hex'))
})
