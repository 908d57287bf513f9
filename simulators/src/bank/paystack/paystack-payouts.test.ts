import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  ADA,
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

test('an order is queued, leaves our balance at once, and arrives with a session', async () => {
  await bank.listenToPayouts()
  const sent = await bank.sendPaystack({ reference })
  expect([sent.status, sent.json()]).toMatchObject([
    200,
    {
      status: true,
      message: 'Transfer has been queued',
      data: { reference, amount: 1_500_037, status: 'pending', reason: 'AFR' },
    },
  ])
  expect((await bank.verify(reference)).json().data).toMatchObject({
    status: 'pending',
    session: { provider: null, id: null },
  })
  const balance = async () => (await bank.paystack('GET', '/balance')).json().data[0].balance
  expect(await balance()).toBe(100_000_000 - 1_500_037)

  await bank.wait(1)
  const { session_id: id, vendor_id: code } = await bank.payout(reference)
  expect((await bank.verify(reference)).json()).toMatchObject({
    message: 'Transfer retrieved',
    data: {
      status: 'success',
      amount: 1_500_037,
      fee_charged: 2500,
      transfer_code: code,
      session: { provider: 'nip', id },
      recipient: {
        details: { account_number: ADA.number, bank_code: '058', bank_name: 'Guaranty Trust Bank' },
      },
    },
  })
  expect(id).toMatch(/^110006\d{24}$/)
  expect(await balance()).toBe(100_000_000 - 1_500_037 - 2500)
  expect((await bank.paystack('GET', `/transfer/${code}`)).json().data.reference).toBe(reference)

  await bank.idle()
  const { headers, body } = bank.received.at(-1) ?? { headers: {}, body: '' }
  const signed = createHmac('sha512', `sk_test_payouts_${PAYSTACK_OUT}`).update(body).digest('hex')
  expect(headers['x-paystack-signature']).toBe(signed)
  expect(JSON.parse(body)).toMatchObject({
    event: 'transfer.success',
    data: { reference, status: 'success' },
  })
})

test('the ledger names a transfer by its number, and its lines add up to the balance', async () => {
  const sent = await bank.sendPaystack({ reference })
  await bank.wait(1)
  await bank.admin('POST', `/payout-accounts/${PAYSTACK_OUT}/lines`, { direction: 'debit', amount: '700' })
  const { data, meta } = (await bank.paystack('GET', '/balance/ledger?perPage=2')).json()
  const { id } = sent.json().data
  expect(data).toMatchObject([
    { difference: -70_000, model_responsible: 'Transfer' },
    { difference: -2500, model_responsible: 'TransferFee', model_row: id },
  ])
  expect(data[0].model_row).not.toBe(id)
  expect(meta).toEqual({ total: 3, skipped: 0, perPage: 2, page: 1, pageCount: 2 })
  const older = (await bank.paystack('GET', '/balance/ledger?perPage=2&page=2')).json().data
  expect(older).toMatchObject([{ difference: -1_500_037, model_row: id, balance: 98_499_963 }])
})

test('a used reference is refused with the vendor’s own message, whatever the order', async () => {
  await bank.sendPaystack({ reference })
  const again = await bank.sendPaystack({ reference, kobo: 20_000 })
  expect([again.status, again.json()]).toEqual([
    400,
    {
      status: false,
      message: 'Please provide a unique reference. Reference already exists on a transfer',
      meta: { nextStep: 'Create a new reference for the new transfer' },
      type: 'validation_error',
      code: 'duplicate_transfer_reference',
    },
  ])
  expect(await bank.payoutTruth()).toHaveLength(1)
})

test.each([
  [{ reference: 'short' }, 'invalid_transfer_reference'],
  [{ reference: 'AF-00112233445566778899' }, 'invalid_transfer_reference'],
  [{ reference, kobo: 9999 }, 'invalid_amount'],
  [{ reference, kobo: 1_500_000.5 }, 'invalid_amount'],
  [{ reference, kobo: 100_000_000 }, 'insufficient_balance'],
])('an invalid order makes no transfer: %j', async (order, code) => {
  const { status, json } = await bank.sendPaystack(order)
  expect([status, json().code]).toEqual([400, code])
  expect(await bank.payoutTruth()).toEqual([])
  expect((await bank.verify(order.reference)).status).toBe(404)
})

test('the same account is the same recipient; an unknown bank or a missing number is refused', async () => {
  const make = async (more: object) => {
    const named = { type: 'nuban', name: 'A', account_number: ADA.number, bank_code: ADA.code, ...more }
    const { status, json } = await bank.paystack('POST', '/transferrecipient', named)
    return { status, ...json() }
  }
  const first = await make({})
  expect((await make({ name: 'B' })).data).toEqual(first.data)
  expect(await make({ bank_code: '000013' })).toMatchObject({ status: false, code: 'invalid_bank_code' })
  expect(await make({ account_number: undefined })).toMatchObject({ code: 'missing_account_number' })
})

test('the bank list has the vendor’s codes and those of the rail, and a name depends on the number', async () => {
  const { data } = (await bank.paystack('GET', '/bank?country=nigeria&include_nip_sort_code=true')).json()
  expect(data).toContainEqual(
    expect.objectContaining({ code: '999992', slug: 'paycom', nip_sort_code: '100004' }),
  )
  const path = `/bank/resolve?account_number=${ADA.number}&bank_code=058`
  const { account_name: name } = (await bank.paystack('GET', path)).json().data
  expect(name).toMatch(/^[A-Z]+ [A-Z]+/)
  expect((await bank.admin('GET', `/beneficiaries/${ADA.bank}/${ADA.number}`)).body.name).toBe(name)
  await bank.admin('PUT', `/beneficiaries/${ADA.bank}/${ADA.number}`, { name: 'OKAFOR ADA' })
  expect((await bank.paystack('GET', path)).json().data.account_name).toBe('OKAFOR ADA')
  expect((await bank.paystack('GET', '/bank/resolve?account_number=1&bank_code=058')).status).toBe(422)
  expect((await bank.paystack('GET', path.replace('058', '000013'))).json().code).toBe('invalid_bank_code')
})

test('a transfer to a missing account fails, and the money is returned', async () => {
  await bank.admin('PUT', `/beneficiaries/${ADA.bank}/${ADA.number}`, { status: 'missing' })
  await bank.sendPaystack({ reference })
  await bank.wait(1)
  expect((await bank.verify(reference)).json().data).toMatchObject({
    status: 'failed',
    gateway_response: '07: Invalid account',
    fee_charged: 0,
  })
  expect(await bank.payout(reference)).toMatchObject({
    debited_kobo: '1500037',
    returned_kobo: '1500037',
    arrived_kobo: '0',
  })
})

test('transfers are listed newest first, by page and by time', async () => {
  for (const place of [1, 2, 3]) await bank.sendPaystack({ reference: `${reference}-${place}` })
  const list = async (query: string) => (await bank.paystack('GET', `/transfer?${query}`)).json()
  const { data, meta } = await list('perPage=2')
  expect(data.map((one: { reference: string }) => one.reference)).toEqual([
    `${reference}-3`,
    `${reference}-2`,
  ])
  expect(meta).toMatchObject({ total: 3, pageCount: 2 })
  expect((await list('from=2026-11-13')).data).toEqual([])
})

test('keys of the collections are refused for payouts, and vice versa', async () => {
  const old = { authorization: 'Bearer sk_test_simulated_1' }
  expect((await bank.call({ url: '/paystack/balance', headers: old })).status).toBe(401)
  expect((await bank.paystack('GET', '/transaction')).status).toBe(401)
})
