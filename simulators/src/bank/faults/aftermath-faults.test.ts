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
  await bank.listenTo('providus')
})
afterEach(async () => bank.close())

const payWith = async (account: string, ...faults: string[]) =>
  bank.pay({ account, amount: '15000', payer: { name: 'OKAFOR ADA', bank: 'GTB' }, faults })

test('reversed_soon: two minutes later the bank reverses the payment, and the vendors that can report this do', async () => {
  const [charge] = await payWith(PAYSTACK, 'reversed_soon')
  const [line] = await payWith(MONNIFY, 'reversed_soon')
  await bank.wait(119)
  expect(await bank.truth()).toMatchObject([{ stands: true }, { stands: true }])
  await bank.wait(1)
  const [, gone, , reversal] = await bank.truth()
  expect(gone).toMatchObject({ stands: false, undone_by: reversal?.id })
  expect(reversal).toMatchObject({
    mark: 'reversal',
    of: line?.id,
    direction: 'debit',
    narration: expect.stringMatching(/^RVSL /),
    booked_at: '2026-11-12T09:02:00.000Z',
    balance_after_kobo: '0',
  })
  const status = (await bank.monnifyStatus(line?.reference ?? '')).json().responseBody.paymentStatus
  const verified = (await bank.paystack(`/transaction/verify/${charge?.reference}`)).json().data.status
  expect([status, verified]).toEqual(['REVERSED', 'reversed'])
})

test('recalled_later: ten days later the sender’s bank takes the payment back', async () => {
  await payWith(PROVIDUS, 'recalled_later')
  await bank.wait(10 * 86_400)
  expect(await bank.truth()).toMatchObject([
    { stands: false },
    { mark: 'recall', booked_at: '2026-11-22T09:00:00.000Z' },
  ])
})

test('own_payout_returned: our own money comes back and is notified like a payment', async () => {
  const [outward, back] = await payWith(PROVIDUS, 'own_payout_returned')
  await bank.idle()
  expect(outward).toMatchObject({
    direction: 'debit',
    mark: 'outward',
    narration: 'NIP CR/MOB/OKAFOR ADA/Guaranty Trust Bank',
  })
  expect(back).toMatchObject({ direction: 'credit', mark: 'return', of: outward?.id })
  expect(bank.bodies()).toMatchObject([
    { settlementId: back?.reference, tranRemarks: '***RSVL NIP CR/MOB/OKAFOR ADA/Guaranty Trust Bank' },
  ])
})

test.each([
  ['stamp_duty_line', 'stamp_duty', '5000'],
  ['charge_line', 'charge', '2500'],
  ['vat_line', 'vat', '188'],
])('%s: a debit follows the credit, and no vendor mentions it', async (fault, mark, kobo) => {
  const lines = await payWith(PROVIDUS, fault)
  await bank.idle()
  expect(lines).toMatchObject([
    { mark: 'payment' },
    { mark, direction: 'debit', gross_kobo: kobo, of: lines[0]?.id },
  ])
  expect(bank.received).toHaveLength(1)
})

test('a credit is reversed or recalled manually only once, now or later', async () => {
  const [one, two] = [...(await payWith(MONNIFY)), ...(await payWith(MONNIFY))]
  expect((await bank.admin('POST', '/reversals', { line: one?.id })).status).toBe(201)
  expect((await bank.admin('POST', '/recalls', { line: one?.id })).status).toBe(409)
  expect((await bank.admin('POST', '/recalls', { line: two?.id, after_seconds: 60 })).status).toBe(202)
  expect((await bank.admin('POST', '/recalls', { line: 'line_99' })).status).toBe(404)
  await bank.wait(60)
  expect((await bank.truth()).map(({ mark }) => mark)).toEqual(['payment', 'payment', 'reversal', 'recall'])
})

test('everything that becomes due when the clock jumps is booked in order of time', async () => {
  await payWith(MONNIFY, 'recalled_later')
  await payWith(MONNIFY, 'reversed_soon')
  await bank.wait(20 * 86_400)
  await payWith(MONNIFY)
  const truth = await bank.truth()
  expect(truth.map(({ mark }) => mark)).toEqual(['payment', 'payment', 'reversal', 'recall', 'payment'])
  const times = truth.map(({ booked_at }) => Date.parse(String(booked_at)))
  expect(times).toEqual(times.toSorted((one, other) => one - other))
})
