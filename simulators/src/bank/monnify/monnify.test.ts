import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BankUnderTest, createBankUnderTest, MONNIFY, PROVIDUS } from '../../../test/bank-under-test.ts'

let bank: BankUnderTest
beforeAll(async () => {
  bank = await createBankUnderTest()
  await bank.listenTo('monnify')
})
afterAll(async () => bank.close())

const ada = { account_number: '0123456789', name: 'OKAFOR ADA', bank: 'GTB' }

test('a login returns a bearer token that is valid for an hour of the simulator’s clock', async () => {
  const bad = await bank.ask({ method: 'POST', url: '/monnify/api/v1/auth/login' })
  expect([bad.status, bad.json()]).toMatchObject([401, { requestSuccessful: false, responseCode: '99' }])
  const authorization = await bank.bearer()
  const url = `/monnify/api/v1/bank-transfer/reserved-accounts/transactions?accountReference=afara-${MONNIFY}`
  const statusOf = async () => (await bank.ask({ url, headers: { authorization } })).status
  await bank.wait(3599)
  expect(await statusOf()).toBe(200)
  await bank.wait(1)
  expect(await statusOf()).toBe(401)
})

test('the notification is signed over its raw bytes, and lists payers with all ten digits', async () => {
  const [line] = await bank.pay({ account: MONNIFY, amount: '50000.37', payer: ada, remark: 'AFR-7K2' })
  await bank.idle()
  const { headers, body } = bank.received.at(-1) ?? { headers: {}, body: '' }
  const signature = createHmac('sha512', 'simulated_monnify_secret_1').update(body).digest('hex')
  expect(headers['monnify-signature']).toBe(signature)
  // The exact digits of the amount: a float would be exact here, but not for every amount.
  expect(body).toContain('"amountPaid":50000.37,')
  expect(JSON.parse(body)).toMatchObject({
    eventType: 'SUCCESSFUL_TRANSACTION',
    eventData: {
      product: { reference: `afara-${MONNIFY}`, type: 'RESERVED_ACCOUNT' },
      transactionReference: line?.reference,
      paidOn: expect.stringMatching(/^2026-11-12 11:00:00\.\d{3}$/),
      paymentSourceInformation: [
        {
          bankCode: '000013',
          accountName: 'OKAFOR ADA',
          accountNumber: '0123456789',
          sessionId: line?.session_id,
        },
      ],
      destinationAccountInformation: { accountNumber: MONNIFY },
      paymentStatus: 'PAID',
      settlementAmount: '50000.37',
    },
  })
})

test('a requery has amounts as text and masks the number that the notification showed', async () => {
  const [line] = await bank.pay({ account: MONNIFY, amount: '15000', payer: ada })
  const { status, json } = await bank.monnifyStatus(line?.reference ?? '')
  expect(status).toBe(200)
  expect(json()).toMatchObject({
    requestSuccessful: true,
    responseMessage: 'success',
    responseCode: '0',
    responseBody: {
      transactionReference: line?.reference,
      amountPaid: '15000.00',
      settlementAmount: '15000.00',
      paidOn: '2026-11-12 11:00:00.0',
      paymentStatus: 'PAID',
      accountDetails: { accountName: 'OKAFOR ADA', accountNumber: '******6789', bankCode: '000013' },
      accountPayments: [{ accountName: 'OKAFOR ADA', accountNumber: '******6789', amountPaid: '15000.00' }],
    },
  })
})

test('a reference that is not encoded, unknown or of another vendor is not found', async () => {
  const [line] = await bank.pay({ account: PROVIDUS, amount: '15000' })
  expect((await bank.monnifyStatus(line?.reference ?? '')).status).toBe(404)
  expect((await bank.monnifyStatus('MNFY|1|2|3')).json()).toMatchObject({
    requestSuccessful: false,
    responseMessage: expect.stringContaining('no transaction matching'),
  })
  expect((await bank.monnify('/api/v2/transactions/MNFY|1|2|3')).status).toBe(400)
})

test('the list is newest first, in pages, without payers', async () => {
  await bank.pay(...['101', '102', '103'].map((amount) => ({ account: MONNIFY, amount, payer: ada })))
  const first = (await bank.monnifyList(MONNIFY, 0, 2)).json().responseBody
  expect(first.content.map((row: { amount: number }) => row.amount)).toEqual([103, 102])
  expect(first).toMatchObject({
    first: true,
    last: false,
    totalElements: 5,
    totalPages: 3,
    size: 2,
    number: 0,
  })
  const last = (await bank.monnifyList(MONNIFY, 2, 2)).json().responseBody
  expect(last).toMatchObject({ last: true, numberOfElements: 1 })
  expect(last.content[0]).toMatchObject({ amountPaid: 50000.37, createdOn: '2026-11-12T10:00:00.000+0000' })
  expect(JSON.stringify(first)).not.toContain('0123456789')
  expect((await bank.monnifyList('0000000009')).status).toBe(404)
})

test('rotating the secret invalidates the bearer tokens of the old one', async () => {
  await bank.idle()
  const authorization = await bank.bearer()
  await bank.admin('POST', '/vendors/monnify/rotate')
  const url = '/monnify/api/v2/transactions/any'
  expect((await bank.ask({ url, headers: { authorization } })).status).toBe(401)
  await bank.pay({ account: MONNIFY, amount: '15000' })
  await bank.idle()
  const { headers, body } = bank.received.at(-1) ?? { headers: {}, body: '' }
  const signature = createHmac('sha512', 'simulated_monnify_secret_2').update(body).digest('hex')
  expect(headers['monnify-signature']).toBe(signature)
})
