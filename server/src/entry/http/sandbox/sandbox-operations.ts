import { amountRefusals, type Operation, successExample } from '../openapi/operation.ts'
import { ClockReply, DepositReply, MovedClockReply, PaymentReply, ResetReply } from './sandbox-wire.ts'

const transaction_id = 'txn_01a1dcc33c477feca0d6d2cee34c8ce8'
const payer = { bank_name: 'GTBank', account_number: '0123456789', account_name: 'ADA OBI' }

export const payTestAccountOperation: Operation = {
  id: 'payTestAccount',
  tag: 'Sandbox',
  summary: 'Pay into a test account',
  description:
    'A simulated payer pays one of your buys as you described it (`transaction_id`), or pays into a test account under any name. The simulated bank then reports the payment. Test keys only.',
  requestExamples: {
    of_a_buy: { summary: 'The exact amount of a buy', value: { transaction_id } },
    too_little: { summary: 'Less than the amount of a buy', value: { transaction_id, amount: 14500 } },
    of_anybody: { summary: 'A payment without a buy', value: { amount: 20000, ...payer } },
  },
  replies: {
    200: {
      description: 'The payment is made or scheduled.',
      schema: PaymentReply,
      examples: {
        paid: successExample('Paid', 'Paid. The bank reports it in a moment.', {
          payment: {
            vendor_name: 'TEST Ada Foods / Afara',
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
    'A simulated seller sends tokens to the deposit address of a sell: the full amount, or the amount you set. Test keys only.',
  requestExamples: {
    all: { summary: 'The amount of the sell', value: { transaction_id } },
    too_few: { summary: 'Fewer', value: { transaction_id, amount: 1000 } },
  },
  replies: {
    200: {
      description: 'The tokens are sent.',
      schema: DepositReply,
      examples: {
        sent: successExample('Sent', 'Sent. The network shows it in a moment.', {
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
  summary: 'Read the test clock',
  description: 'How far your test clock is ahead of real time. Test keys only.',
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
  summary: 'Move the test clock',
  description: `Moves time forward for the open test transactions of your business, so that deadlines pass and links expire. Other businesses are not affected. Events keep their real timestamps.

The clock only moves forward. A reset sets it back. Test keys only.`,
  requestExamples: {
    a_week: { summary: 'A week', value: { advance_seconds: 604_800 } },
    half_an_hour: { summary: 'Half an hour', value: { advance_seconds: 1800 } },
  },
  replies: {
    200: {
      description: 'The clock moved.',
      schema: MovedClockReply,
      examples: {
        moved: successExample('Moved, and one transaction is due', 'Your clock is 7 days ahead.', {
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
  summary: 'Reset the sandbox',
  description:
    'Cancels the test transactions of your business that have received no money, and reports the rest. The clock is set back when no transaction is open. Nothing is deleted. Test keys only.',
  replies: {
    200: {
      description: 'The reset result.',
      schema: ResetReply,
      examples: {
        all: successExample(
          'No transaction is open',
          'No transaction is open, and your clock is back to real time.',
          {
            reset: { cancelled: 2, still_open: {}, offset_seconds: 0 },
          },
        ),
        some: successExample(
          'A transaction is still open',
          '1 transaction is still open, so your clock was not set back.',
          {
            reset: { cancelled: 2, still_open: { 'buy.part_paid': 1 }, offset_seconds: 604_800 },
          },
        ),
      },
    },
  },
  refusals: ['sandbox_only'],
}
