import { expect, test } from 'vitest'
import { OddAnswer } from '../../vendor-json.ts'
import { createAccountReferences, toMonnifyLines } from './monnify-lines.ts'

const ada = { accountName: 'OKAFOR ADA', accountNumber: '******6789', amountPaid: '10000.00' }
const bisi = { accountName: 'BALOGUN BISI', accountNumber: '******1111', amountPaid: '5000.00' }
const paid = {
  transactionReference: 'MNFY|1',
  currency: 'NGN',
  amountPaid: '15000.00',
  settlementAmount: '15000.00',
  paidOn: '2026-11-15 13:05:11.0',
  paymentStatus: 'PAID',
  paymentDescription: 'Afara',
  product: { type: 'RESERVED_ACCOUNT', reference: 'shop-7' },
  accountDetails: { ...ada, bankCode: '000013' },
  accountPayments: [ada, bisi],
}
const context = {
  reference: 'MNFY|1',
  accounts: createAccountReferences({ '0000000001': 'shop-7' }),
  seenAt: new Date('2026-11-16T00:00:00Z'),
  raw: {},
}

test('several payers become several lines, with the same ids in any order of the response', () => {
  const lines = toMonnifyLines(paid, context)
  expect(lines.map(({ externalId, grossMinor, payer }) => [externalId, grossMinor, payer.name])).toEqual([
    ['MNFY|1#1', 500_000n, 'BALOGUN BISI'],
    ['MNFY|1#2', 1_000_000n, 'OKAFOR ADA'],
  ])
  expect(toMonnifyLines({ ...paid, accountPayments: [bisi, ada] }, context)).toEqual(lines)
})

test('payments to a number keep their names when others follow, in any order', () => {
  const paidFor = 'a'.repeat(32)
  const pool = '0000000009'
  const read = (sum: string, ...parts: Array<typeof ada>) => {
    const change = {
      product: { type: 'WEB_SDK', reference: paidFor },
      paymentReference: paidFor,
      amountPaid: sum,
      settlementAmount: sum,
      paymentStatus: 'PARTIALLY_PAID',
      accountDetails: parts[0],
      accountPayments: parts,
    }
    const accounts = createAccountReferences({}, pool)
    const lines = toMonnifyLines({ ...paid, ...change }, { ...context, accounts })
    expect(lines.every((line) => line.accountNumber === pool && line.paidFor === paidFor)).toBe(true)
    return lines.map(({ externalId }) => externalId).toSorted()
  }
  expect(read('10000.00', ada)).toEqual(['MNFY|1#1000000'])
  const three = ['MNFY|1#1000000', 'MNFY|1#1000000-2', 'MNFY|1#500000']
  expect(read('25000.00', ada, bisi, ada)).toEqual(three)
  expect(read('25000.00', bisi, ada, ada)).toEqual(three)
})

test('a reversal reverses the line of each payer', () => {
  const lines = toMonnifyLines({ ...paid, paymentStatus: 'REVERSED' }, context)
  expect(lines.map(({ externalId, undoesExternalId }) => [externalId, undoesExternalId])).toEqual([
    ['MNFY|1#1', undefined],
    ['MNFY|1#2', undefined],
    ['MNFY|1#1:reversed', 'MNFY|1#1'],
    ['MNFY|1#2:reversed', 'MNFY|1#2'],
  ])
})

test.each([
  ['another transaction', { transactionReference: 'MNFY|2' }],
  ['another currency', { currency: 'USD' }],
  ['no currency', { currency: undefined }],
  ['several payers and a fee', { settlementAmount: '14990.00' }],
  ['more settled than paid', { settlementAmount: '15000.01' }],
  ['payers who do not add up', { accountPayments: [ada, ada] }],
  ['one payer of another amount', { accountPayments: [ada] }],
  ['an account that is not ours', { product: { type: 'RESERVED_ACCOUNT', reference: 'shop-8' } }],
  ['another product', { product: { type: 'WEB_SDK', reference: 'shop-7' } }],
  ['a time without a date', { paidOn: '13:05:11' }],
])('%s is unreadable', (_, change) => {
  expect(() => toMonnifyLines({ ...paid, ...change }, context)).toThrow(OddAnswer)
})

test('an account is named by its configured reference, or by the usual one if none is configured', () => {
  const accounts = createAccountReferences({ '0000000001': 'shop-7' })
  expect(accounts.ofNumber('0000000001')).toBe('shop-7')
  expect(accounts.ofNumber('0000000002')).toBe('afara-0000000002')
  expect(accounts.toNumber('afara-0000000002')).toBe('0000000002')
  expect(accounts.toNumber('afara-0000000001')).toBeUndefined()
})

test('a payer is read from any of the three fields that can contain one', () => {
  const one = { ...ada, amountPaid: '15000.00' }
  const places = [
    { accountDetails: one, accountPayments: [one] },
    { accountDetails: undefined, accountPayments: [one] },
    { accountDetails: null, accountPayments: undefined, paymentSourceInformation: [one] },
  ]
  const told = places.map((place) => toMonnifyLines({ ...paid, ...place }, context))
  expect(told.map(([line]) => [line?.externalId, line?.payer.accountMask])).toEqual(
    places.map(() => ['MNFY|1', '******6789']),
  )
})
