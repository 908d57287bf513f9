import type { FastifyInstance } from 'fastify'
import { expectBuy } from '../../../flows/buys/expect-buy.ts'
import type { AppDeps } from '../app-deps.ts'
import {
  amountRefusals,
  IdempotencyHeader,
  type Operation,
  successExample,
  walletAddressRefusals,
} from '../openapi/operation.ts'
import { keyOf } from '../require-key.ts'
import { readIdempotencyKey } from '../transaction-wire.ts'
import { ExpectedBuyBody, ExpectedBuyReply, readExpectedBuy, toExpectedReply } from './expected-buy-wire.ts'
import { buyTransactionExample } from './initiate-buy-operation.ts'

const business = { business_id: 'biz_01a1dcc264cc7ab5819881f76f5e96ba', link_tag: 'ada-foods' }
const wallet = { network: 'Polygon', wallet_address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72' }
const transaction = { ...buyTransactionExample, amount: 25000, account_number: '', bank_name: '' }

const expectBuyOperation: Operation = {
  id: 'expectBuy',
  tag: 'Buy',
  summary: 'Get an account number for a buy',
  description: `Creates a buy before anybody has paid, and returns an account number for this payment alone. Show \`pay_into\` to your payer. The number identifies the payment, so you send no claim: the buy settles when the money arrives.

If no vendor gives a number within five seconds, \`pay_into\` is a shared account (\`is_shared\`), and the payer must send \`code\` as the narration.

A repeated request with the same \`reference\` or \`Idempotency-Key\` returns the same buy. If its number has expired and nothing was paid, it returns another number. The buy itself waits three days.`,
  parameters: { header: IdempotencyHeader },
  requestExamples: {
    to_a_wallet: {
      summary: 'Tokens to a wallet',
      value: { ...business, amount: 25000, ...wallet, reference: 'order-2291' },
    },
    least: { summary: 'Required fields only', value: { ...business, amount: 15000 } },
  },
  replies: {
    200: {
      description: 'Accepted and recorded. Nothing is paid yet.',
      schema: ExpectedBuyReply,
      headers: ['Idempotent-Replayed'],
      examples: {
        accepted: successExample(
          'An account number for this payment alone',
          'Accepted, not paid: tell the payer to pay the exact amount to this account. The buy settles by itself.',
          {
            transaction,
            pay_into: {
              amount: 25000,
              account_number: '9900000001',
              account_name: 'TEST Ada Foods / Afara',
              bank_name: 'TEST BANK (not a bank)',
              is_shared: false,
              code: '7KQ2MX',
              pay_before: '2026-11-15T10:10:00.000Z',
            },
          },
        ),
        replayed: successExample(
          'A repeated request, after the payment',
          'This request was accepted before. The transaction is now completed. Nothing was recorded twice.',
          { transaction: { ...transaction, paid_amount: 25000, status: 'completed' }, pay_into: null },
        ),
      },
    },
  },
  refusals: [
    'business_mismatch',
    'reference_conflict',
    'idempotency_key_conflict',
    'idempotency_key_invalid',
    ...amountRefusals,
    'amount_below_fee',
    'unknown_vendor',
    'wallet_incomplete',
    'wallet_required',
    'network_unknown',
    ...walletAddressRefusals,
    'unavailable',
  ],
}

/** 200: accepted and durable, with what to tell the payer. Nothing is paid yet. */
export function expectBuyRoute(app: FastifyInstance, deps: AppDeps): void {
  app.route<{ Body: ExpectedBuyBody }>({
    method: 'POST',
    url: '/transactions/v1/onramp/expected',
    config: { access: 'buy', idempotency: 'named', operation: expectBuyOperation },
    schema: { body: ExpectedBuyBody },
    handler: async (request, reply) => {
      const key = keyOf(request)
      const idempotencyKey = readIdempotencyKey(request.headers['idempotency-key'])
      const asked = readExpectedBuy(request.body, key, deps.addresses, idempotencyKey)
      const visible = await deps.vendorAccounts.visibleTo(key.tenant)
      const expected = await expectBuy(deps, key, visible, asked)
      if (expected.isReplay) reply.header('idempotent-replayed', 'true')
      return toExpectedReply(expected, key.linkTag)
    },
  })
}
