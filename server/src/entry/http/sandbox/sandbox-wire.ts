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
const message = textReply('A human-readable message.', 'Done.')
const offset = count('The seconds that your clock is ahead.', 604_800)

const Payment = namedObject('SandboxPayment', {
  vendor_name: textReply('The account to pay.', 'TEST Ada Foods / Afara'),
  vendor_number: textReply('The number of the account to pay.', '0000000003'),
  vendor_bank: textReply('The bank of the account to pay.', 'TEST BANK (not a bank)'),
  amount: amountReply('Naira.', 14500),
  bank_name: textReply('The payer’s bank.', 'GTBank'),
  account_number: textReply('The payer’s account number.', '0123456789'),
  account_name: textReply('The payer’s name.', 'ADA OBI'),
})
export const PaymentReply = namedObject('SandboxPaymentReply', {
  status: successField,
  message,
  payment: Payment,
})

const Deposit = namedObject('SandboxDeposit', {
  transaction_id: transactionFields.transaction_id,
  network: textReply('The network.', 'Polygon'),
  address: textReply('The deposit address.', '0x52908400098527886E0F7030069857D2E4169EE7'),
  amount: amountReply('NGNC.', 25000.5),
})
export const DepositReply = namedObject('SandboxDepositReply', {
  status: successField,
  message,
  deposit: Deposit,
})

const clockFields = {
  now: Type.String({
    description: 'The current time of your test clock, in UTC.',
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
    woken: count('The transactions that become due.', 1),
  }),
})

const Reset = namedObject('SandboxReset', {
  cancelled: count('Transactions that had received no money and were cancelled.', 2),
  still_open: Type.Record(Type.String(), count('The number of transactions.', 1), {
    description:
      'Transactions that the reset did not cancel, by type and status: their money is moving, or an operator must decide.',
  }),
  offset_seconds: offset,
})
export const ResetReply = namedObject('SandboxResetReply', { status: successField, message, reset: Reset })

const testAmountField = (description: string, { minimum, maximum }: AmountBounds) =>
  Type.Unsafe<number | string>({
    type: ['number', 'string'],
    description: `${description} Up to two decimals, from ${formatMoney(minimum)} to ${formatMoney(maximum)}.`,
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
      'Naira to pay. The default is the full amount of the transaction.',
      testPaymentBounds,
    ),
    vendor_number: {
      ...accountNumberField,
      description: 'The test account to pay into. The default is your first test account.',
    },
    bank_name: textField('The payer’s bank.', ['GTBank']),
    account_number: accountNumberField,
    account_name: textField('The payer’s name.', ['ADA OBI']),
    remark: textField('The narration.', ['AFR-7K2'], 60),
    after_seconds: Type.Integer({
      description: 'Seconds until the payment is made.',
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
    testAmountField('NGNC to send. The default is the full amount of the sell.', testDepositBounds),
  ),
})
export type DepositBody = Static<typeof DepositBody>

export const ClockBody = namedObject('SandboxClockRequest', {
  advance_seconds: Type.Integer({
    description: 'Seconds to move the clock, up to 30 days at a time.',
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
