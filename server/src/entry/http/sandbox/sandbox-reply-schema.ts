import { Type } from 'typebox'
import { amountReply, successField, textReply, transactionFields } from '../reply-fields.ts'

const count = (description: string, example: number) =>
  Type.Integer({ description, minimum: 0, examples: [example] })
const message = textReply('For people.', 'Done.')
const offset = count('By how many seconds your clock is ahead.', 604_800)

const Payment = Type.Object(
  {
    vendor_name: textReply('The account that is paid.', 'TEST ONLY, DO NOT PAY: Ada Foods at Afara'),
    vendor_number: textReply('Its number.', '0000000003'),
    vendor_bank: textReply('Its bank.', 'TEST BANK (not a bank)'),
    amount: amountReply('Naira.', 14500),
    bank_name: textReply('The bank that it comes from.', 'GTBank'),
    account_number: textReply('The account that it comes from.', '0123456789'),
    account_name: textReply('Who pays.', 'ADA OBI'),
  },
  { $id: 'SandboxPayment', additionalProperties: false },
)
export const PaymentReply = Type.Object(
  { status: successField, message, payment: Payment },
  { $id: 'SandboxPaymentReply', additionalProperties: false },
)

const Deposit = Type.Object(
  {
    transaction_id: transactionFields.transaction_id,
    network: textReply('Where they are sent.', 'Polygon'),
    address: textReply('To this address.', '0x52908400098527886E0F7030069857D2E4169EE7'),
    amount: amountReply('NGNC.', 25000.5),
  },
  { $id: 'SandboxDeposit', additionalProperties: false },
)
export const DepositReply = Type.Object(
  { status: successField, message, deposit: Deposit },
  { $id: 'SandboxDepositReply', additionalProperties: false },
)

const clockFields = {
  now: Type.String({
    description: 'What time your waits take it to be, in UTC.',
    format: 'date-time',
    examples: ['2026-11-22T09:30:00.000Z'],
  }),
  offset_seconds: offset,
}
export const ClockReply = Type.Object(
  {
    status: successField,
    message,
    clock: Type.Object(clockFields, { $id: 'SandboxClock', additionalProperties: false }),
  },
  { $id: 'SandboxClockReply', additionalProperties: false },
)
export const MovedClockReply = Type.Object(
  {
    status: successField,
    message,
    clock: Type.Object(
      { ...clockFields, woken: count('Transactions that are looked at because of it.', 1) },
      { $id: 'MovedSandboxClock', additionalProperties: false },
    ),
  },
  { $id: 'MovedSandboxClockReply', additionalProperties: false },
)

const Reset = Type.Object(
  {
    cancelled: count('Transactions that waited for their first money, and are cancelled.', 2),
    still_open: Type.Record(Type.String(), count('How many.', 1), {
      description:
        'What goes on, by its type and status: money has come that somebody must decide about, or that is on its way.',
    }),
    offset_seconds: offset,
  },
  { $id: 'SandboxReset', additionalProperties: false },
)
export const ResetReply = Type.Object(
  { status: successField, message, reset: Reset },
  { $id: 'SandboxResetReply', additionalProperties: false },
)
