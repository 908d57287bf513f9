import { expect, test } from 'vitest'
import type { BankLine } from '../../../movements/feeds/bank-line.ts'
import { addPayerDigits } from './monnify-hook.ts'

const line: BankLine = {
  externalId: 'MNFY|1',
  accountNumber: '0000000001',
  direction: 'credit',
  kind: 'payment',
  grossMinor: 1_500_000n,
  settledMinor: 1_499_000n,
  bookedAt: new Date('2026-11-15T12:00:00Z'),
  valueDate: '2026-11-15',
  payer: { accountMask: '******6789', name: 'OKAFOR ADA' },
  narration: '',
  raw: {},
}
const payer = { accountNumber: '0123456789', paidMinor: '1500000' }
const detail = { accountNumber: '0000000001', paidMinor: '1500000', payers: [payer] }
const known = { accountNumber: '0123456789', name: 'OKAFOR ADA' }

test('a full account number in the notification that fits the mask of the re-read replaces the mask', () => {
  expect(addPayerDigits([line], detail)).toEqual([{ ...line, payer: known }])
})

test('the full account number also replaces the mask in the debit that reverses the credit', () => {
  const back: BankLine = {
    ...line,
    direction: 'debit',
    externalId: 'MNFY|1:reversed',
    undoesExternalId: 'MNFY|1',
    grossMinor: 1_499_000n,
  }
  expect(addPayerDigits([line, back], detail).map((one) => one.payer)).toEqual([known, known])
})

test.each([
  ['another account', { ...detail, accountNumber: '0000000002' }],
  ['another amount', { ...detail, paidMinor: '15000000' }],
  ['another amount for the payer', { ...detail, payers: [{ ...payer, paidMinor: '1' }] }],
  ['digits that do not match the mask', { ...detail, payers: [{ ...payer, accountNumber: '0123456780' }] }],
  ['a letter in the account number', { ...detail, payers: [{ ...payer, accountNumber: '12345x6789' }] }],
  ['more payers than payments', { ...detail, payers: [payer, payer] }],
  ['no details', null],
  ['details in another format', { payers: 'all' }],
  ['a payer that is null', { ...detail, payers: [null] }],
])('with %s the mask stays', (_, told) => {
  expect(addPayerDigits([line], told)).toEqual([line])
})

test('if two payers match the mask, neither is used', () => {
  const half = { ...line, grossMinor: 750_000n, settledMinor: 750_000n }
  const lines = [half, { ...half, externalId: 'MNFY|1#2' }]
  const payers = ['0123456789', '9993456789'].map((accountNumber) => ({ accountNumber, paidMinor: '750000' }))
  expect(addPayerDigits(lines, { ...detail, payers })).toEqual(lines)
})

test('a full account number in the re-read is not replaced', () => {
  const shown = { ...line, payer: { accountNumber: '1111116789' } }
  expect(addPayerDigits([shown], detail)).toEqual([shown])
})
