import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { parseJsonText, readObject } from '../vendor-json.ts'
import { readMonnifyHook } from './monnify/monnify-hook.ts'
import { readPaystackHook, toPaystackLines } from './paystack/paystack-lines.ts'
import { toProvidusLine } from './providus/providus-lines.ts'

// What the vendors' documentation publishes, as far as our adapters read it. We saw only parts of some samples: each test names what it adds.

const SECRET = 'a secret'
const secrets = [SECRET] as const
const signed = (event: object) => {
  const body = Buffer.from(JSON.stringify(event))
  return {
    body,
    signature: createHmac('sha512', SECRET).update(body).digest('hex'),
  }
}

/** Paystack, documentation of dedicated virtual accounts, event `charge.success`. */
const dedicated = {
  channel: 'dedicated_nuban',
  sender_bank_account_number: 'XXXXXX0011',
  narration: 'NIP: RHODA CHURCH -1123344343/44343231232',
}

test('Paystack’s payment into a dedicated account has a masked payer', () => {
  // Added: reference, amounts, time, and the account that received it.
  const data = {
    reference: 'added-1',
    status: 'success',
    currency: 'NGN',
    amount: 1_500_000,
    fees: 15_000,
    paid_at: '2026-03-04T05:06:07.000Z',
    channel: dedicated.channel,
    authorization: { ...dedicated, sender_name: 'RHODA CHURCH', receiver_bank_account_number: '9930000737' },
  }
  const { body, signature } = signed({ event: 'charge.success', data })
  expect(readPaystackHook({ 'x-paystack-signature': signature }, body, { secrets })).toMatchObject({
    kind: 'hints',
    hints: [{ key: 'added-1', accountNumber: '9930000737' }],
  })
  const context = { reference: 'added-1', seenAt: new Date(), raw: data }
  const exact = readObject(parseJsonText(JSON.stringify(data)), 'data')
  expect(toPaystackLines(exact, context)).toMatchObject([
    {
      payer: { accountMask: '******0011', name: 'RHODA CHURCH' },
      narration: 'NIP: RHODA CHURCH -1123344343/44343231232',
      grossMinor: 1_500_000n,
      settledMinor: 1_485_000n,
    },
  ])
})

/** Paystack, documentation of payments by transfer, event `bank.transfer.rejected`. */
test('Paystack’s refusal of a wrong amount is no credit, although its amount is a text', () => {
  const refused = { bank_transfer: { amount: '30000', message_type: 'INCORRECT_AMOUNT' } }
  const { body, signature } = signed({ event: 'bank.transfer.rejected', data: refused })
  expect(readPaystackHook({ 'x-paystack-signature': signature }, body, { secrets })).toEqual({
    kind: 'ignored',
  })
})

/** Monnify, documentation of webhooks, event `SUCCESSFUL_TRANSACTION` of a reserved account. */
test('Monnify’s payment into a reserved account names its payer in full', () => {
  // Added: references, amounts and our account.
  const eventData = {
    product: { reference: 'added-2', type: 'RESERVED_ACCOUNT' },
    transactionReference: 'MNFY|added|2',
    paymentMethod: 'ACCOUNT_TRANSFER',
    amountPaid: 3000,
    paymentSourceInformation: [
      { bankCode: '232', accountName: 'added', accountNumber: '0065432190', sessionId: '', amountPaid: 3000 },
    ],
    destinationAccountInformation: { accountNumber: '6000140770' },
  }
  const { body, signature } = signed({ eventType: 'SUCCESSFUL_TRANSACTION', eventData })
  expect(readMonnifyHook({ 'monnify-signature': signature }, body, { secrets })).toMatchObject({
    kind: 'hints',
    hints: [
      {
        accountNumber: '6000140770',
        detail: { payers: [{ accountNumber: '0065432190', paidMinor: '300000' }] },
      },
    ],
  })
})

/** Providus, documentation of `PiPverifyTransaction`. */
test('Providus’ verified payment may name no payer, and settles for less than was paid', () => {
  // Added: settlement id, account, currency and the number of the naira account.
  const data = {
    sessionId: '09FG240119090404935XTTGA9',
    accountNumber: '9977581536',
    tranRemarks: 'FROM 701/null/AT124_TRF|added',
    transactionAmount: '1000',
    settledAmount: '955',
    currency: 'NGN',
    settlementId: 'added-3',
    sourceAccountNumber: ' ',
    sourceAccountName: 'null',
    sourceBankName: '',
    tranDateTime: '2021-03-01 18:06:20',
  }
  const line = toProvidusLine(data, 'added-3', { raw: data })
  expect(line).toMatchObject({ grossMinor: 100_000n, settledMinor: 95_500n, payer: {} })
  expect(line.bookedAt).toEqual(new Date('2021-03-01T17:06:20.000Z'))
  expect(line.payer.accountNumber).toBeUndefined()
  expect(line.payer.name).toBeUndefined()
})
