import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type BankUnderTest,
  createBankUnderTest,
  MONNIFY,
  PAYSTACK,
  PROVIDUS,
} from '../../../test/bank-under-test.ts'

let bank: BankUnderTest
beforeEach(async () => {
  bank = await createBankUnderTest()
  await bank.listenTo('monnify', 'providus', 'paystack')
})
afterEach(async () => bank.close())

const sha512 = (secret: string, body: string) => createHmac('sha512', secret).update(body).digest('hex')
const payWith = async (fault: string, account = MONNIFY) => {
  const [line] = await bank.pay({ account, amount: '15000', faults: [fault] })
  await bank.idle()
  return line?.reference ?? ''
}
const references = () => bank.bodies().map(({ eventData }) => eventData.transactionReference)

test('hook_five_times: one payment, five equal notifications', async () => {
  await payWith('hook_five_times')
  expect(bank.received).toHaveLength(5)
  expect(new Set(bank.received.map(({ body }) => body)).size).toBe(1)
})

test('hook_out_of_order: the later payment is notified first', async () => {
  const first = await payWith('hook_out_of_order')
  expect(bank.received).toHaveLength(0)
  const [second] = await bank.pay({ account: MONNIFY, amount: '16000' })
  await bank.idle()
  expect(references()).toEqual([second?.reference, first])
})

test('hook_out_of_order: without a later payment, the notification is sent after an hour', async () => {
  const first = await payWith('hook_out_of_order')
  await bank.wait(3600)
  await bank.idle()
  expect(references()).toEqual([first])
})

test('hook_before_requery: notified at once, found thirty seconds later', async () => {
  const reference = await payWith('hook_before_requery')
  expect(references()).toEqual([reference])
  expect((await bank.monnifyStatus(reference)).status).toBe(404)
  expect((await bank.monnifyList(MONNIFY)).json().responseBody.totalElements).toBe(0)
  await bank.wait(30)
  expect((await bank.monnifyStatus(reference)).status).toBe(200)
  expect((await bank.monnifyList(MONNIFY)).json().responseBody.totalElements).toBe(1)
})

test('hook_after_72h: no notification for three days', async () => {
  await payWith('hook_after_72h')
  await bank.wait(72 * 3600 - 1)
  await bank.idle()
  expect(bank.received).toHaveLength(0)
  await bank.wait(1)
  await bank.idle()
  expect(bank.received).toHaveLength(1)
})

test('hook_never: requery and list have it, but no notification is sent', async () => {
  const reference = await payWith('hook_never')
  await bank.wait(30 * 86_400)
  await bank.idle()
  expect(bank.received).toHaveLength(0)
  expect((await bank.monnifyStatus(reference)).status).toBe(200)
})

test.each([
  [MONNIFY, 'monnify-signature', 'simulated_monnify_secret_1'],
  [PAYSTACK, 'x-paystack-signature', 'sk_test_simulated_1'],
])(
  'hook_bad_signature: the body is true and the signature is invalid (%s)',
  async (account, header, secret) => {
    await payWith('hook_bad_signature', account)
    const { headers, body } = bank.received[0] ?? { headers: {}, body: '' }
    expect(headers[header]).toMatch(/^[0-9a-f]{128}$/)
    expect(headers[header]).not.toBe(sha512(secret, body))
  },
)

test('hook_bad_signature: Providus signs with another identity', async () => {
  await payWith('hook_bad_signature', PROVIDUS)
  await bank.pay({ account: PROVIDUS, amount: '15000' })
  await bank.idle()
  const [bad, good] = bank.received.map(({ headers }) => headers['x-auth-signature'])
  expect(bad).not.toBe(good)
})

test('hook_replayed: a day later the same bytes are sent with the same signature, even after a rotation', async () => {
  await payWith('hook_replayed')
  await bank.admin('POST', '/vendors/monnify/rotate')
  await bank.wait(86_400)
  await bank.idle()
  const [first, second, ...more] = bank.received
  expect(more).toEqual([])
  expect(second?.body).toBe(first?.body)
  expect(second?.headers['monnify-signature']).toBe(first?.headers['monnify-signature'])
})

test('hook_old_key: signed with the secret before the rotation', async () => {
  await bank.admin('POST', '/vendors/monnify/rotate')
  await payWith('hook_old_key')
  const { headers, body } = bank.received[0] ?? { headers: {}, body: '' }
  expect(headers['monnify-signature']).toBe(sha512('simulated_monnify_secret_1', body))
})

test('hook_two_payers: one notification with two payers, two lines at the bank', async () => {
  const reference = await payWith('hook_two_payers')
  const [{ eventData }] = bank.bodies()
  expect(bank.received).toHaveLength(1)
  expect(
    eventData.paymentSourceInformation.map(({ amountPaid }: { amountPaid: number }) => amountPaid),
  ).toEqual([9000, 6000])
  expect(eventData.amountPaid).toBe(15_000)
  const requery = (await bank.monnifyStatus(reference)).json().responseBody
  expect([requery.amountPaid, requery.accountPayments.length]).toEqual(['15000.00', 2])
  expect((await bank.monnifyList(MONNIFY)).json().responseBody.content).toMatchObject([{ amount: 15_000 }])
  expect((await bank.truth()).map(({ gross_kobo }) => gross_kobo)).toEqual(['900000', '600000'])
})

test('hook_two_payers: a rule for all vendors does not affect those without this fault', async () => {
  await bank.fault('hook_two_payers')
  expect(await bank.pay({ account: PROVIDUS, amount: '15000' })).toHaveLength(1)
})

test('hook_wrong_amount: the notification has ten times the amount of the requery', async () => {
  const reference = await payWith('hook_wrong_amount')
  expect(bank.bodies()[0].eventData.amountPaid).toBe(150_000)
  expect((await bank.monnifyStatus(reference)).json().responseBody.amountPaid).toBe('15000.00')
})
