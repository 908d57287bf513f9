import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BankUnderTest, createBankUnderTest, PAYSTACK } from '../../../test/bank-under-test.ts'

let bank: BankUnderTest
beforeAll(async () => {
  bank = await createBankUnderTest()
})
afterAll(async () => bank.close())

const ada = { account_number: '0123450011', name: 'OKAFOR ADA', bank: 'FCMB' }

test('charge.success is signed with the secret key over its raw bytes, in kobo, with the payer masked', async () => {
  await bank.listenTo('paystack')
  const [line] = await bank.pay({ account: PAYSTACK, amount: '50000.37', payer: ada })
  await bank.idle()
  const { headers, body } = bank.received.at(-1) ?? { headers: {}, body: '' }
  const signature = createHmac('sha512', 'sk_test_simulated_1').update(body).digest('hex')
  expect(headers['x-paystack-signature']).toBe(signature)
  expect(JSON.parse(body)).toMatchObject({
    event: 'charge.success',
    data: {
      status: 'success',
      reference: line?.reference,
      amount: 5_000_037,
      fees: 0,
      paid_at: '2026-11-12T09:00:00.000Z',
      channel: 'dedicated_nuban',
      authorization: {
        channel: 'dedicated_nuban',
        sender_bank: 'First City Monument Bank',
        sender_bank_account_number: 'XXXXXX0011',
        sender_name: 'OKAFOR ADA',
        narration: expect.stringMatching(/^NIP: OKAFOR ADA -/),
        receiver_bank_account_number: PAYSTACK,
      },
    },
  })
})

test('a transaction is verified by its reference; another is not found', async () => {
  const [line] = await bank.pay({ account: PAYSTACK, amount: '15000', payer: ada })
  expect((await bank.paystack(`/transaction/verify/${line?.reference}`)).json()).toMatchObject({
    status: true,
    message: 'Verification successful',
    data: { reference: line?.reference, amount: 1_500_000, status: 'success' },
  })
  const none = await bank.paystack('/transaction/verify/nothing')
  expect([none.status, none.json()]).toMatchObject([400, { status: false, code: 'transaction_not_found' }])
  const bad = await bank.ask({ url: '/paystack/transaction', headers: { authorization: 'Bearer sk_other' } })
  expect(bad.status).toBe(401)
})

test('the list can be read by page, by cursor and by time, newest first', async () => {
  await bank.wait(60)
  await bank.pay(...['1', '2', '3'].map((amount) => ({ account: PAYSTACK, amount })))
  const amounts = (data: { amount: number }[]) => data.map(({ amount }) => amount)
  const page = (await bank.paystack('/transaction?perPage=2&page=2')).json()
  expect(amounts(page.data)).toEqual([100, 1_500_000])
  expect(page.meta).toEqual({ total: 5, skipped: 2, perPage: 2, page: 2, pageCount: 3 })

  const seen: number[] = []
  let next: string | null = ''
  while (next !== null) {
    const query: string = next === '' ? 'use_cursor=true' : `next=${encodeURIComponent(next)}`
    const { data, meta } = (await bank.paystack(`/transaction?perPage=2&${query}`)).json()
    seen.push(...amounts(data))
    next = meta.next
  }
  expect(seen).toEqual([300, 200, 100, 1_500_000, 5_000_037])

  const late = (await bank.paystack('/transaction?from=2026-11-12T09:00:30Z&to=2026-11-13')).json()
  expect(amounts(late.data)).toEqual([300, 200, 100])
  expect((await bank.paystack('/transaction?perPage=1000')).status).toBe(400)
})

test('on a request to check an account again, Paystack sends the missing notifications', async () => {
  const [line] = await bank.pay({ account: PAYSTACK, amount: '99', faults: ['hook_never'] })
  await bank.idle()
  const isNotified = () => bank.bodies().some(({ data }) => data.reference === line?.reference)
  expect(isNotified()).toBe(false)
  const path = `/dedicated_account/requery?account_number=${PAYSTACK}&provider_slug=wema-bank&date=2026-11-12`
  expect((await bank.paystack(path)).json()).toMatchObject({ status: true })
  await bank.idle()
  expect(isNotified()).toBe(true)
})
