import {
  amountRefusals,
  IdempotencyHeader,
  type Operation,
  successExample,
  walletAddressRefusals,
} from '../openapi/operation.ts'
import { BuyReply } from './buy-wire.ts'

const business = { business_id: 'biz_01a1dcc264cc7ab5819881f76f5e96ba', link_tag: 'ada-foods' }
const vendor = {
  vendor_name: 'TEST Ada Foods / Afara',
  vendor_bank: 'TEST BANK (not a bank)',
  vendor_number: '0000000003',
}
const payer = { bank_name: 'GTBank', account_number: '0123456789' }
const wallet = { network: 'Polygon', wallet_address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72' }
const request = { ...business, type: 'buy_ramp', amount: 25000.5, ...vendor, ...payer }

/** The buy that every example uses. */
export const buyTransactionExample = {
  id: 'txn_01a1dcc33c477feca0d6d2cee34c8ce8',
  transaction_id: 'txn_01a1dcc33c477feca0d6d2cee34c8ce8',
  business: { business_id: business.business_id },
  type: 'Buy',
  reference: 'order-2291',
  amount: 25000.5,
  paid_amount: 0,
  link_account_name: vendor.vendor_name,
  link_account_number: vendor.vendor_number,
  link_bank_name: vendor.vendor_bank,
  account_number: payer.account_number,
  bank_name: payer.bank_name,
  link_tag: business.link_tag,
  ...wallet,
  date_created: 'November 15, 2026',
  status: 'pending_payment',
  created_at: '2026-11-15T09:30:00.000Z',
  fee: 0,
  needs: [],
  metadata: { order: '2291' },
}

export const initiateBuyOperation: Operation = {
  id: 'initiateBuy',
  tag: 'Buy',
  summary: 'Initiate a buy',
  description: `Send this after the payer has paid naira into one of the vendor accounts. It tells us which payment to expect and where to deliver the tokens.

200 means that the buy is recorded. It does not mean that the buy is settled: we deliver the tokens only after our bank confirms the payment. A request that breaks a rule gets 422, with every invalid field listed in \`errors\`. If the request names one of our vendor accounts we keep it, so that we can find the payer’s naira.

Omit \`network\` and \`wallet_address\` to use the default wallet of the business, or its balance.`,
  parameters: { header: IdempotencyHeader },
  requestExamples: {
    to_a_wallet: {
      summary: 'Tokens to a wallet, without account_name',
      value: { ...request, ...wallet, reference: 'order-2291' },
    },
    without_a_wallet: {
      summary: 'Without a wallet: to the default wallet of the business, or its balance',
      value: { ...request, account_name: 'ADA OBI', reference: 'order-2292' },
    },
    least: { summary: 'Required fields only', value: { ...request, amount: 15000 } },
  },
  replies: {
    200: {
      description: 'Accepted and recorded, not settled.',
      schema: BuyReply,
      headers: ['Idempotent-Replayed'],
      examples: {
        accepted: successExample(
          'Accepted',
          'Accepted, not settled: the tokens will be sent to the wallet when the payment reaches our bank account.',
          { transaction: buyTransactionExample },
        ),
        to_the_balance: successExample(
          'Accepted, for the balance of the business',
          'Accepted, not settled: the tokens will be credited to your balance when the payment reaches our bank account.',
          {
            transaction: {
              ...buyTransactionExample,
              reference: 'order-2292',
              network: '',
              wallet_address: '',
            },
          },
        ),
        replayed: successExample(
          'A repeated request: returns the first transaction with its current status',
          'This request was accepted before. The transaction is now completed. Nothing was recorded twice.',
          { transaction: { ...buyTransactionExample, status: 'completed' } },
        ),
        waiting: successExample(
          'Accepted, but delivery is blocked',
          'Accepted, not settled: the tokens will be sent to the wallet when the payment reaches our bank account.',
          {
            transaction: {
              ...buyTransactionExample,
              needs: [
                {
                  code: 'daily_limit',
                  message:
                    'The buy exceeds the daily limit of the business. It waits until the limit is raised or an operator releases it.',
                },
              ],
            },
          },
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
    'test_vendor_with_live_key',
    'bank_unknown',
    'bank_ambiguous',
    'wallet_incomplete',
    'wallet_required',
    'network_unknown',
    ...walletAddressRefusals,
    'overloaded',
  ],
}
