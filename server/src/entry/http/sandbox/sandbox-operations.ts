import { amountRefusals, type Operation, successExample } from '../openapi/operation.ts'
import { ClockReply, DepositReply, MovedClockReply, PaymentReply, ResetReply } from './sandbox-wire.ts'

const transaction_id = 'txn_01a1dcc33c477feca0d6d2cee34c8ce8'
const payer = { bank_name: 'GTBank', account_number: '0123456789', account_name: 'ADA OBI' }

export const payTestAccountOperation: Operation = {
  id: 'payTestAccount',
  tag: 'Sandbox',
  summary: 'Pay into a test account',
  description:
    'A simulated payer pays a buy of yours as it was claimed (`transaction_id`), or into a test account under whatever name you say. The bank tells us of it as of any other payment. It takes a test key.',
  requestExamples: {
    of_a_buy: { summary: 'What a buy asks for', value: { transaction_id } },
    too_little: { summary: 'Less than it asks for', value: { transaction_id, amount: 14500 } },
    of_anybody: { summary: 'A payment that nobody has claimed', value: { amount: 20000, ...payer } },
  },
  replies: {
    200: {
      description: 'It is paid, or will be.',
      schema: PaymentReply,
      examples: {
        paid: successExample('Paid', 'Paid: the bank tells us of it in a moment.', {
          payment: {
            vendor_name: 'TEST ONLY, DO NOT PAY: Ada Foods at Afara',
            vendor_number: '0000000003',
            vendor_bank: 'TEST BANK (not a bank)',
            amount: 14500,
            ...payer,
          },
        }),
      },
    },
  },
  refusals: [
    'sandbox_only',
    'sandbox_unavailable',
    'transaction_unknown',
    'unknown_vendor',
    ...amountRefusals,
    'bank_unknown',
    'bank_ambiguous',
  ],
}

export const sendTestDepositOperation: Operation = {
  id: 'sendTestDeposit',
  tag: 'Sandbox',
  summary: 'Send tokens to a test sell',
  description:
    'A simulated seller sends tokens to the deposit address of a sell: all that it asks for, or as many as you say. It takes a test key.',
  requestExamples: {
    all: { summary: 'What the sell asks for', value: { transaction_id } },
    too_few: { summary: 'Fewer', value: { transaction_id, amount: 1000 } },
  },
  replies: {
    200: {
      description: 'They are sent.',
      schema: DepositReply,
      examples: {
        sent: successExample('Sent', 'Sent: the network shows it in a moment.', {
          deposit: {
            transaction_id,
            network: 'Polygon',
            address: '0x52908400098527886E0F7030069857D2E4169EE7',
            amount: 25000.5,
          },
        }),
      },
    },
  },
  refusals: [
    'sandbox_only',
    'sandbox_unavailable',
    'transaction_unknown',
    'deposits_not_open',
    ...amountRefusals,
  ],
}

const clock = { now: '2026-11-22T09:30:00.000Z', offset_seconds: 604_800 }

export const readTestClockOperation: Operation = {
  id: 'readTestClock',
  tag: 'Sandbox',
  summary: 'Read the clock',
  description: 'How far the clock of your business is ahead in test mode. It takes a test key.',
  replies: {
    200: {
      description: 'The clock.',
      schema: ClockReply,
      examples: {
        ahead: successExample('A week ahead', 'Your clock is 7 days ahead.', { clock }),
      },
    },
  },
  refusals: ['sandbox_only'],
}

export const moveTestClockOperation: Operation = {
  id: 'moveTestClock',
  tag: 'Sandbox',
  summary: 'Move the clock ahead',
  description: `Lets time pass for the open test transactions of your business: windows close, reminders fall due, and a payment that waits for a better claim has waited. Nobody else is touched, and nothing is dated ahead: events are dated when they really happen.

A clock only goes forward; a reset sets it back. It takes a test key.`,
  requestExamples: {
    a_week: { summary: 'A week', value: { advance_seconds: 604_800 } },
    half_an_hour: { summary: 'Half an hour', value: { advance_seconds: 1800 } },
  },
  replies: {
    200: {
      description: 'It is moved.',
      schema: MovedClockReply,
      examples: {
        moved: successExample('Moved, and a transaction is due', 'Your clock is 7 days ahead.', {
          clock: { ...clock, woken: 1 },
        }),
      },
    },
  },
  refusals: ['sandbox_only'],
}

export const resetTestBusinessOperation: Operation = {
  id: 'resetTestBusiness',
  tag: 'Sandbox',
  summary: 'Begin anew',
  description:
    'Cancels the test transactions of your business that wait for their first money, and tells what goes on. The clock goes back when nothing is open any more. Nothing is deleted. It takes a test key.',
  replies: {
    200: {
      description: 'Done, as far as possible.',
      schema: ResetReply,
      examples: {
        all: successExample('Nothing is open any more', 'Nothing is open any more, and your clock is back.', {
          reset: { cancelled: 2, still_open: {}, offset_seconds: 0 },
        }),
        some: successExample('Something goes on', '1 transaction goes on: your clock stays as it is.', {
          reset: { cancelled: 2, still_open: { 'buy.part_paid': 1 }, offset_seconds: 604_800 },
        }),
      },
    },
  },
  refusals: ['sandbox_only'],
}
