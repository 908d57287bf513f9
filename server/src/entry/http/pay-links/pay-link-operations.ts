import {
  amountRefusals,
  IdempotencyHeader,
  type Operation,
  successExample,
  walletAddressRefusals,
} from '../openapi/operation.ts'
import { PayLinkPath, PayLinkReply, ReadPayLinkReply } from './pay-link-wire.ts'

const business = { business_id: 'biz_01a1dcc264cc7ab5819881f76f5e96ba', link_tag: 'ada-foods' }
const wallet = { network: 'Polygon', wallet_address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72' }
const words = { description: 'Order 2291', return_url: 'https://shop.example/orders/2291' }

export const payLinkExample = {
  id: 'lnk_01a1dcc3a0b17c5e8f20417c2b5a9d3e',
  url: 'https://api.afara.example/pay/4f9Qd1s0YB2mX7ZrT5uVwA',
  transaction_id: 'txn_01a1dcc33c477feca0d6d2cee34c8ce8',
  status: 'pending_payment',
  reference: 'order-2291',
  amount: 25000.37,
  paid_amount: 0,
  fee: 0,
  account_name: 'TEST Ada Foods / Afara',
  account_number: '0000000003',
  bank_name: 'TEST BANK (not a bank)',
  code: '7KQ2MX',
  ...wallet,
  ...words,
  metadata: { order: '2291' },
  created_at: '2026-11-15T09:30:00.000Z',
  expires_at: '2026-11-15T10:30:00.000Z',
  account_expires_at: null,
  warnings: [],
}

const replyOf = (description: string, summary: string, message: string, status = 'pending_payment') => ({
  description,
  schema: PayLinkReply,
  examples: {
    [status]: successExample(summary, message, { pay_link: { ...payLinkExample, status } }),
  },
})

export const makePayLinkOperation: Operation = {
  id: 'makePayLink',
  tag: 'Pay links',
  summary: 'Create a pay link',
  description: `Creates a buy before anybody has paid, with a page that tells the payer what to pay: an account, an exact amount that no other open payment has, and a code. The payment identifies itself, so you do not have to claim it. The page updates itself.

The request is rejected if the tokens could not be delivered: the wallet cannot receive them, its network is paused, or we have too few tokens there. If the network cannot be reached to check the wallet, you get a warning instead.

A repeated request with the same \`reference\` or \`Idempotency-Key\` returns the same link.`,
  parameters: { header: IdempotencyHeader },
  requestExamples: {
    to_a_wallet: {
      summary: 'Tokens to a wallet, for an order',
      value: { ...business, amount: 25000, ...wallet, ...words, reference: 'order-2291' },
    },
    least: { summary: 'Required fields only', value: { ...business, amount: 15000 } },
    a_day: {
      summary: 'Open for one day',
      value: { ...business, amount: 25000, ...wallet, reference: 'order-2292', expires_in_minutes: 1440 },
    },
  },
  replies: {
    200: {
      ...replyOf(
        'The link. Nothing is paid yet.',
        'A link that is waiting for its payment',
        'Send the payer to the URL. The page says what to pay and shows the progress.',
      ),
      headers: ['Idempotent-Replayed'],
    },
  },
  refusals: [
    'business_mismatch',
    'reference_conflict',
    'idempotency_key_conflict',
    'idempotency_key_invalid',
    ...amountRefusals,
    'amount_below_fee',
    'daily_limit',
    'wallet_incomplete',
    'wallet_required',
    'network_unknown',
    ...walletAddressRefusals,
    'wallet_cannot_receive',
    'delivery_not_open',
    'delivery_stopped',
    'delivery_short',
    'return_url_invalid',
    'overloaded',
  ],
}

export const readPayLinkOperation: Operation = {
  id: 'readPayLink',
  tag: 'Pay links',
  summary: 'Read a pay link',
  description:
    'The link, with the current status of its buy. A link of another business or the other mode returns 404.',
  parameters: { path: PayLinkPath },
  replies: {
    200: {
      description: 'The link.',
      schema: ReadPayLinkReply,
      examples: {
        completed: successExample('A link whose tokens were delivered', 'The tokens have arrived.', {
          pay_link: { ...payLinkExample, status: 'completed', paid_amount: 25000.37 },
          received: {
            amount: 25000.37,
            matched: true,
            holder: 'recipient',
            message: 'The tokens have arrived.',
            expected_by: null,
          },
        }),
      },
    },
  },
  refusals: ['pay_link_unknown', 'not_found'],
}

export const cancelPayLinkOperation: Operation = {
  id: 'cancelPayLink',
  tag: 'Pay links',
  summary: 'Cancel a pay link',
  description:
    'Cancels a link that is not paid yet. Cancelling it again changes nothing. If naira arrives later, it is not lost: we ask you what to do with it.',
  parameters: { path: PayLinkPath },
  replies: {
    200: replyOf(
      'The cancelled link.',
      'A cancelled link',
      'The business cancelled before any naira arrived.',
      'cancelled',
    ),
  },
  refusals: ['pay_link_unknown', 'pay_link_not_open', 'not_found'],
}
