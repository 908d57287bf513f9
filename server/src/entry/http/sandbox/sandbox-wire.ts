import { type Static, Type } from 'typebox'
import type { SentDeposit, TestPayment } from '../../../flows/sandbox/simulate-payments.ts'
import type { TestClock } from '../../../flows/sandbox/test-business.ts'
import { formatId } from '../../../kernel/ids/ids.ts'
import { formatMoney, jsonNumber } from '../../../kernel/money/money.ts'
import {
  type AmountBounds,
  testDepositBounds,
  testPaymentBounds,
} from '../../../records/limits/transaction-bounds.ts'
import type { ResetCounts } from '../../../records/sandbox/sandbox-store.ts'
import { namedObject } from '../object-schemas.ts'
import { amountReply, successField, textReply, transactionFields } from '../reply-fields.ts'
import { accountNumberField, textField } from '../request-fields.ts'

const count = (description: string, example: number) =>
  Type.Integer({ description, minimum: 0, examples: [example] })
const message = textReply('For people.', 'Done.')
const offset = count('By how many seconds your clock is ahead.', 604_800)

const Payment = namedObject('SandboxPayment', {
  vendor_name: textReply('The account that is paid.', 'TEST ONLY, DO NOT PAY: Ada Foods at Afara'),
  vendor_number: textReply('Its number.', '0000000003'),
  vendor_bank: textReply('Its bank.', 'TEST BANK (not a bank)'),
  amount: amountReply('Naira.', 14500),
  bank_name: textReply('The bank that it comes from.', 'GTBank'),
  account_number: textReply('The account that it comes from.', '0123456789'),
  account_name: textReply('Who pays.', 'ADA OBI'),
})
export const PaymentReply = namedObject('SandboxPaymentReply', {
  status: successField,
  message,
  payment: Payment,
})

const Deposit = namedObject('SandboxDeposit', {
  transaction_id: transactionFields.transaction_id,
  network: textReply('Where they are sent.', 'Polygon'),
  address: textReply('To this address.', '0x52908400098527886E0F7030069857D2E4169EE7'),
  amount: amountReply('NGNC.', 25000.5),
})
export const DepositReply = namedObject('SandboxDepositReply', {
  status: successField,
  message,
  deposit: Deposit,
})

const clockFields = {
  now: Type.String({
    description: 'What time your waits take it to be, in UTC.',
    format: 'date-time',
    examples: ['2026-11-22T09:30:00.000Z'],
  }),
  offset_seconds: offset,
}
export const ClockReply = namedObject('SandboxClockReply', {
  status: successField,
  message,
  clock: namedObject('SandboxClock', clockFields),
})
export const MovedClockReply = namedObject('MovedSandboxClockReply', {
  status: successField,
  message,
  clock: namedObject('MovedSandboxClock', {
    ...clockFields,
    woken: count('Transactions that are looked at because of it.', 1),
  }),
})

const Reset = namedObject('SandboxReset', {
  cancelled: count('Transactions that waited for their first money, and are cancelled.', 2),
  still_open: Type.Record(Type.String(), count('How many.', 1), {
    description:
      'What goes on, by its type and status: money has come that somebody must decide about, or that is on its way.',
  }),
  offset_seconds: offset,
})
export const ResetReply = namedObject('SandboxResetReply', { status: successField, message, reset: Reset })

const testAmountField = (description: string, { minimum, maximum }: AmountBounds) =>
  Type.Unsafe<number | string>({
    type: ['number', 'string'],
    description: `${description} At most two decimals; from ${formatMoney(minimum)} to ${formatMoney(maximum)}.`,
    examples: [14500, '14500.50'],
  })
const transactionField = Type.String({
  description: 'The id of the transaction.',
  pattern: '^txn_[0-9a-f]{32}$',
  examples: ['txn_01a1dcc33c477feca0d6d2cee34c8ce8'],
})

export const PaymentBody = Type.Partial(
  Type.Object({
    transaction_id: transactionField,
    amount: testAmountField(
      'Naira to pay; of a transaction, all of it where this is left out.',
      testPaymentBounds,
    ),
    vendor_number: {
      ...accountNumberField,
      description: 'The test account to pay into; else the first that you are told of.',
    },
    bank_name: textField('The bank that it comes from.', ['GTBank']),
    account_number: accountNumberField,
    account_name: textField('Who pays.', ['ADA OBI']),
    remark: textField('What the payer types.', ['AFR-7K2'], 60),
    after_seconds: Type.Integer({
      description: 'The payer waits so long.',
      minimum: 0,
      maximum: 3600,
      examples: [10],
    }),
  }),
  { $id: 'SandboxPaymentRequest', additionalProperties: false },
)
export type PaymentBody = Static<typeof PaymentBody>

export const DepositBody = namedObject('SandboxDepositRequest', {
  transaction_id: transactionField,
  amount: Type.Optional(
    testAmountField('NGNC to send; all that the sell asks for where this is left out.', testDepositBounds),
  ),
})
export type DepositBody = Static<typeof DepositBody>

export const ClockBody = namedObject('SandboxClockRequest', {
  advance_seconds: Type.Integer({
    description: 'By how much: up to 30 days at a time.',
    minimum: 1,
    maximum: 2_592_000,
    examples: [604_800],
  }),
})
export type ClockBody = Static<typeof ClockBody>

export function toPayment({ paidInto, amount, payer }: TestPayment) {
  return {
    vendor_name: paidInto.name,
    vendor_number: paidInto.accountNumber,
    vendor_bank: paidInto.bankName,
    amount: jsonNumber(amount),
    bank_name: payer.bankName,
    account_number: payer.accountNumber,
    account_name: payer.name,
  }
}

export function toDeposit({ sell, network, address, amount }: SentDeposit) {
  return {
    transaction_id: formatId('transaction', sell.id),
    network,
    address,
    amount: jsonNumber(amount),
  }
}

export function toClock({ aheadSeconds, now }: TestClock) {
  return { now: now.toISOString(), offset_seconds: aheadSeconds }
}

export function toReset({ cancelled, stillOpen, aheadSeconds }: ResetCounts) {
  return { cancelled, still_open: stillOpen, offset_seconds: aheadSeconds }
}
