import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BankUnderTest,
  createBankUnderTest,
  PROVIDUS,
  PROVIDUS_SIGNATURE,
} from '../../../test/bank-under-test.ts'

let bank: BankUnderTest
beforeAll(async () => {
  bank = await createBankUnderTest()
  await bank.listenTo('providus')
})
afterAll(async () => bank.close())

const ada = { account_number: '2093566866', name: 'OKAFOR ADA', bank: 'UBA' }

test('the settlement notification has amounts as text, and the same signature for every body', async () => {
  const [line] = await bank.pay(
    { account: PROVIDUS, amount: '1000.5', payer: ada, remark: 'rent' },
    { account: PROVIDUS, amount: '2', payer: ada },
  )
  await bank.idle()
  expect(bank.received.map(({ headers }) => headers['x-auth-signature'])).toEqual([
    PROVIDUS_SIGNATURE,
    PROVIDUS_SIGNATURE,
  ])
  expect(bank.bodies()[0]).toEqual({
    sessionId: line?.session_id,
    accountNumber: PROVIDUS,
    tranRemarks: `FROM UBA/OKAFOR ADA/rent/${line?.session_id}`,
    transactionAmount: '1000.5',
    settledAmount: '1000.5',
    feeAmount: '0',
    vatAmount: '0',
    currency: 'NGN',
    initiationTranRef: '',
    settlementId: line?.reference,
    sourceAccountNumber: '2093566866',
    sourceAccountName: 'OKAFOR ADA',
    sourceBankName: 'UNITED BANK FOR AFRICA',
    channelId: '1',
    tranDateTime: '2026-11-12 10:00:00',
  })
})

test('a transaction is found by settlement id and by session id, with amounts as numbers', async () => {
  const [line] = await bank.pay({ account: PROVIDUS, amount: '1000', payer: ada })
  const found = await bank.providusStatus(line?.reference ?? '')
  expect(found.body).toContain('"transactionAmount":1000.0,"settledAmount":1000.0')
  expect(found.json()).toMatchObject({
    settlementId: line?.reference,
    sourceAccountNumber: '2093566866',
    sourceBankCode: '033',
    tranDateTime: '2026-11-12 10:00:00',
    settlementDateTime: '11/12/2026 10:01:00 AM',
  })
  for (const path of ['/PiPverifyTransaction_sessionid', '/PiPverifyTransaction']) {
    const again = await bank.providus(`${path}?session_id=${line?.session_id}`)
    expect(again.json()).toMatchObject({ settlementId: line?.reference })
  }
})

test('an unknown transaction returns an empty body with a remark', async () => {
  const { status, json } = await bank.providusStatus('1')
  expect(status).toBe(400)
  expect(json()).toMatchObject({
    tranRemarks: 'Transaction not found!!!',
    transactionAmount: 0,
    settlementId: '',
  })
})

test('a wrong signature is refused', async () => {
  const url = '/providus/PiPverifyTransaction_settlementid?settlement_id=1'
  const headers = { 'client-id': 'c2ltdWxhdGVkX2NsaWVudA==', 'x-auth-signature': 'ABCD' }
  const { status, json } = await bank.ask({ url, headers })
  expect([status, json()]).toMatchObject([401, { requestSuccessful: false, responseCode: '03' }])
})

test.each([
  ['00', 'delivered'],
  ['01', 'delivered'],
  ['02', 'rejected'],
  ['03', 'waiting'],
])('after the answer %s the notification is %s', async (code, state) => {
  bank.answerWith(200, `{"requestSuccessful":true,"responseCode":"${code}"}`)
  const [line] = await bank.pay({ account: PROVIDUS, amount: '7' })
  await bank.idle()
  expect((await bank.admin('GET', `/hooks?line=${line?.id}`)).body.hooks).toMatchObject([
    { state, attempts: 1 },
  ])
})

test('an answer without a code counts as no answer, and delivery ends after four more tries', async () => {
  bank.answerWith(200, 'ok')
  const [line] = await bank.pay({ account: PROVIDUS, amount: '8' })
  for (let minutes = 0; minutes < 60; minutes += 5) {
    await bank.idle()
    await bank.wait(300)
  }
  const { hooks } = (await bank.admin('GET', `/hooks?line=${line?.id}`)).body
  expect(hooks).toMatchObject([{ state: 'given_up', attempts: 5 }])
})
