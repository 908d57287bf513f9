import {
  amountRefusals,
  IdempotencyHeader,
  type Operation,
  successExample,
  walletAddressRefusals,
} from '../openapi/operation.ts'
import { PayLinkPath, PayLinkReply } from './pay-link-wire.ts'

const business = { business_id: 'biz_01a1dcc264cc7ab5819881f76f5e96ba', link_tag: 'ada-foods' }
const wallet = { network: 'Polygon', wallet_address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72' }
const words = { description: 'Order 2291', return_url: 'https://shop.example/orders/2291' }

const payLinkExample = {
  id: 'lnk_01a1dcc3a0b17c5e8f20417c2b5a9d3e',
  url: 'https://api.afara.example/pay/4f9Qd1s0YB2mX7ZrT5uVwA',
  transaction_id: 'txn_01a1dcc33c477feca0d6d2cee34c8ce8',
  status: 'pending_payment',
  reference: 'order-2291',
  amount: 25000.37,
  fee: 0,
  account_name: 'TEST ONLY, DO NOT PAY: Ada Foods at Afara',
  account_number: '0000000003',
  bank_name: 'TEST BANK (not a bank)',
  code: '7KQ2MX',
  ...wallet,
  ...words,
  created_at: '2026-11-15T09:30:00.000Z',
  expires_at: '2026-11-15T10:30:00.000Z',
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
  summary: 'Make a pay link',
  description: `Opens a buy before anybody has paid, and makes a page that tells a payer what to pay: an account, an amount to the kobo that nobody else is asked for, and a code. The payment itself then says whose it is: there is nothing to claim. The page shows by itself how far it has got.

It is refused while nobody has paid where the tokens could not be delivered: the wallet cannot receive, its network is stopped, or there are too few tokens there. A network that could not be asked about the wallet is a warning.

The same \`reference\` or \`Idempotency-Key\` with the same meaning returns the same link.`,
  parameters: { header: IdempotencyHeader },
  requestExamples: {
    to_a_wallet: {
      summary: 'Tokens to a wallet, for an order',
      value: { ...business, amount: 25000, ...wallet, ...words, reference: 'order-2291' },
    },
    least: { summary: 'Nothing that could be left out', value: { ...business, amount: 15000 } },
    a_day: {
      summary: 'Open for a day',
      value: { ...business, amount: 25000, ...wallet, reference: 'order-2292', expires_in_minutes: 1440 },
    },
  },
  replies: {
    200: {
      ...replyOf(
        'The link. Nothing is paid yet.',
        'A link that waits for its payment',
        'Send the payer to the URL: the page says what to pay and shows how far it has got.',
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
    'no_free_amount',
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
    'A link as it was made, with the status that its buy has now. A link of another business, or of the other mode, does not exist.',
  parameters: { path: PayLinkPath },
  replies: {
    200: replyOf('The link.', 'A link whose tokens have arrived', 'The tokens have arrived.', 'completed'),
  },
  refusals: ['pay_link_unknown', 'not_found'],
}

export const cancelPayLinkOperation: Operation = {
  id: 'cancelPayLink',
  tag: 'Pay links',
  summary: 'Cancel a pay link',
  description:
    'Takes a link back while nothing was paid, and its page says so; again changes nothing. If naira comes all the same it is not lost: you are asked what to do with it.',
  parameters: { path: PayLinkPath },
  replies: {
    200: replyOf(
      'The link, cancelled.',
      'A link that was taken back',
      'The business cancelled before any naira arrived.',
      'cancelled',
    ),
  },
  refusals: ['pay_link_unknown', 'pay_link_not_open', 'not_found'],
}
