import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  ADA,
  createPayoutsUnderTest,
  MONNIFY_OUT,
  type PayoutsUnderTest,
} from '../../../test/payouts-under-test.ts'

let bank: PayoutsUnderTest
beforeEach(async () => {
  bank = await createPayoutsUnderTest()
})
afterEach(async () => bank.close())

const reference = 'af-00112233445566778899'
const statement = async () =>
  (await bank.monnify('GET', `/api/v1/disbursements/wallet/transactions?accountNumber=${MONNIFY_OUT}`)).json()
    .responseBody.content
const pendingWords = /^(PENDING|AWAITING_PROCESSING|IN_PROGRESS)$/

test('a disbursement is accepted in naira; pending has three spellings and success has two', async () => {
  await bank.listenToPayouts()
  const sent = await bank.sendMonnify({ reference })
  expect([sent.status, sent.json()]).toMatchObject([
    200,
    {
      requestSuccessful: true,
      responseCode: '0',
      responseBody: {
        amount: 15_000.37,
        reference,
        status: expect.stringMatching(pendingWords),
        totalFee: 25,
        destinationAccountNumber: ADA.number,
        destinationBankCode: '058',
      },
    },
  ])
  await bank.wait(1)
  const { session_id: sessionId, vendor_id: vendorId, name } = await bank.payout(reference)
  expect((await bank.summary(reference)).json().responseBody).toMatchObject({
    amount: 15_000.37,
    status: expect.stringMatching(/^(SUCCESS|COMPLETED)$/),
    transactionReference: vendorId,
    destinationAccountName: name,
    sourceAccountNumber: MONNIFY_OUT,
    sessionId,
  })
  await bank.idle()
  const { headers, body } = bank.received.at(-1) ?? { headers: {}, body: '' }
  const signed = createHmac('sha512', `simulated_payouts_secret_${MONNIFY_OUT}`).update(body).digest('hex')
  expect(headers['monnify-signature']).toBe(signed)
  expect(JSON.parse(body)).toMatchObject({
    eventType: 'SUCCESSFUL_DISBURSEMENT',
    eventData: { reference, sessionId, transactionReference: vendorId },
  })
})

test('the wallet’s statement names each movement by Monnify’s own reference, with balances', async () => {
  await bank.sendMonnify({ reference })
  await bank.wait(1)
  const { vendor_id: vendorId } = await bank.payout(reference)
  expect(await statement()).toMatchObject([
    { walletTransactionReference: `${vendorId}_FEE_1`, amount: 25, transactionType: 'DEBIT' },
    {
      walletTransactionReference: `${vendorId}_DEBIT_0`,
      amount: 15_000.37,
      transactionType: 'DEBIT',
      availableBalanceBefore: 1_000_000,
      availableBalanceAfter: 984_999.63,
      narration: 'AFR',
    },
  ])
  const path = `/api/v2/disbursements/wallet-balance?accountNumber=${MONNIFY_OUT}`
  expect((await bank.monnify('GET', path)).json().responseBody).toEqual({
    availableBalance: 984_974.63,
    ledgerBalance: 984_974.63,
  })
})

test('the same amount to the same account is refused for two minutes, whatever the reference', async () => {
  const other = `${reference}-2`
  await bank.sendMonnify({ reference })
  expect((await bank.sendMonnify({ reference: other })).json()).toMatchObject({ responseCode: 'D07' })
  expect((await bank.sendMonnify({ reference: other, kobo: 1_500_038 })).status).toBe(200)
  await bank.wait(120)
  expect((await bank.sendMonnify({ reference: `${reference}-3` })).status).toBe(200)
  expect((await bank.sendMonnify({ reference, kobo: 77_700 })).json()).toMatchObject({
    requestSuccessful: false,
    responseCode: 'D06',
  })
  expect(await bank.payoutTruth()).toHaveLength(3)
})

test('name enquiries, the list of banks and the list of disbursements work', async () => {
  const path = (code: string) =>
    `/api/v1/disbursements/account/validate?accountNumber=${ADA.number}&bankCode=${code}`
  const { name } = (await bank.admin('GET', `/beneficiaries/${ADA.bank}/${ADA.number}`)).body
  expect((await bank.monnify('GET', path('058'))).json().responseBody).toEqual({
    accountNumber: ADA.number,
    accountName: name,
    bankCode: '058',
  })
  expect((await bank.monnify('GET', path('000013'))).status).toBe(400)
  expect((await bank.monnify('GET', '/api/v1/banks')).json().responseBody).toContainEqual(
    expect.objectContaining({ code: '044', nipBankCode: '000014' }),
  )
  for (const place of [1, 2, 3])
    await bank.sendMonnify({ reference: `${reference}-${place}`, kobo: 50_000 + place })
  const list = await bank.monnify('GET', '/api/v2/disbursements/single/transactions?pageSize=2&pageNo=1')
  expect(list.json().responseBody).toMatchObject({
    content: [{ reference: `${reference}-1` }],
    totalElements: 3,
    last: true,
  })
})

test('an order with another wallet, an unknown bank or too little money is refused', async () => {
  const order = {
    amount: 500,
    reference,
    narration: 'AFR',
    destinationBankCode: ADA.code,
    destinationAccountNumber: ADA.number,
    currency: 'NGN',
    sourceAccountNumber: MONNIFY_OUT,
  }
  const codeOf = async (more: object) =>
    (await bank.monnify('POST', '/api/v2/disbursements/single', { ...order, ...more })).json().responseCode
  expect(await codeOf({ sourceAccountNumber: '0000000001' })).toBe('D03')
  expect(await codeOf({ destinationBankCode: '000013' })).toBe('D04')
  expect(await codeOf({ amount: 1.001 })).toBe('D05')
  expect(await codeOf({ amount: 1_000_000 })).toBe('D02')
  expect(await codeOf({ narration: '' })).toBe('99')
  expect(await bank.payoutTruth()).toEqual([])
  expect((await bank.summary(reference)).status).toBe(404)
  expect((await bank.monnify('GET', '/api/v2/transactions/x')).status).toBe(401)
})
