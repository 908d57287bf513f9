import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../app-deps.ts'
import { schemaProblems } from '../error-replies.ts'
import {
  amountRefusals,
  IdempotencyHeader,
  type Operation,
  successExample,
  walletAddressRefusals,
} from '../openapi/operation.ts'
import { keyOf } from '../require-key.ts'
import { requireExact } from '../require-signature.ts'
import { readIdempotencyKey } from '../transaction-wire.ts'
import { isFromBalance, readSellRequest, SellBody, SellReply, toSellReply } from './sell-wire.ts'

const business = { business_id: 'biz_01a1dcc264cc7ab5819881f76f5e96ba', link_tag: 'ada-foods' }
const payee = { account_name: 'ADA OBI', account_number: '0123456789', bank_name: 'GTBank' }
const wallet = { network: 'Polygon', wallet_address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72' }
const request = { ...business, type: 'sell_ramp', amount: 25000.5, ...payee }

export const sellTransactionExample = {
  id: 'txn_01a1dcc33c477feca0d6d2cee34c8ce8',
  transaction_id: 'txn_01a1dcc33c477feca0d6d2cee34c8ce8',
  business: { business_id: business.business_id },
  type: 'Sell',
  reference: 'payout-77',
  amount: 25000.5,
  ...payee,
  link_tag: business.link_tag,
  network: '',
  wallet_address: '',
  date_created: 'November 15, 2026',
  status: 'deposit_received',
  created_at: '2026-11-15T09:30:00.000Z',
  fee: 0,
  needs: [],
  metadata: { order: '2291' },
  payout: { ...payee, amount: 25000.5 },
}

const initiateSellOperation: Operation = {
  id: 'initiateSell',
  tag: 'Sell',
  summary: 'Initiate a sell',
  description: `Sells NGNC and pays naira to a bank account.

Without \`network\` and \`wallet_address\`, the tokens are debited from the balance of the business. This needs a key with the scope \`payouts\` in addition to \`sell\`. With both, the reply contains a deposit address for this sell: send exactly \`amount\` there, on that network, within a day. We credit the deposit when it is final on the network, from any sender. If we have to return the tokens, we send them to the wallet you named.

200 means that the sell is recorded, not that it is paid out. A sell without a \`reference\` or an \`Idempotency-Key\` is accepted once: the same request within ten minutes gets 409.`,
  parameters: { header: IdempotencyHeader },
  requestExamples: {
    short: { summary: 'From the balance of the business', value: request },
    long: {
      summary: 'From a wallet, with a reference',
      value: { ...request, ...wallet, reference: 'payout-77' },
    },
    without_account_name: {
      summary: 'Without account_name',
      value: {
        ...business,
        type: 'sell_ramp',
        amount: 100,
        account_number: '0123456789',
        bank_name: 'GTBank',
      },
    },
  },
  replies: {
    200: {
      description: 'Accepted and recorded, not paid out.',
      schema: SellReply,
      headers: ['Idempotent-Replayed'],
      examples: {
        from_balance: successExample(
          'Debited from the balance',
          'Accepted, not settled: the tokens were debited from your balance. The naira will be paid out next.',
          { transaction: sellTransactionExample },
        ),
        from_wallet: successExample(
          'Deposit from a wallet',
          'Accepted, not settled: send the tokens to the address in deposit. The naira is paid out when they arrive.',
          {
            transaction: {
              ...sellTransactionExample,
              ...wallet,
              status: 'pending_deposit',
              deposit: {
                network: wallet.network,
                address: '0x52908400098527886E0F7030069857D2E4169EE7',
                memo: '',
                amount: 25000.5,
                expires_at: '2026-11-16T09:30:00.000Z',
              },
            },
          },
        ),
        replayed: successExample(
          'A repeated request: returns the first transaction with its current status',
          'This request was accepted before. The transaction is now completed. Nothing was recorded twice.',
          { transaction: { ...sellTransactionExample, status: 'completed' } },
        ),
      },
    },
  },
  refusals: [
    'request_unsigned',
    'request_signature_invalid',
    'business_mismatch',
    'reference_conflict',
    'idempotency_key_conflict',
    'possible_duplicate',
    'idempotency_key_invalid',
    ...amountRefusals,
    'amount_below_fee',
    'insufficient_balance',
    'daily_limit',
    'beneficiary_name_mismatch',
    'beneficiary_not_enrolled',
    'bank_unknown',
    'bank_ambiguous',
    'wallet_incomplete',
    'wallet_required',
    'deposits_not_open',
    'payouts_short',
    'network_unknown',
    ...walletAddressRefusals,
    'overloaded',
  ],
}

/** 200: accepted and durable, not paid out. */
export function initiateSellRoute(app: FastifyInstance, deps: AppDeps): void {
  app.route<{ Body: SellBody }>({
    method: 'POST',
    url: '/transactions/v1/offramp',
    config: {
      access: 'sell',
      idempotency: 'named',
      movesValue: isFromBalance,
      operation: initiateSellOperation,
    },
    schema: { body: SellBody },
    attachValidation: true,
    handler: async (request, reply) => {
      const key = keyOf(request)
      const idempotencyKey = readIdempotencyKey(request.headers['idempotency-key'])
      const problems = schemaProblems(request)
      const asked = readSellRequest(request.body, key, deps.addresses, idempotencyKey, problems)
      const { bankName, bankCode } = asked.payee
      requireExact(request.signed, {
        reference: asked.reference,
        bank: { given: bankName, code: bankCode },
      })
      const accepted = await deps.sells.accept(key, { ...asked, signed: request.signed })
      if (accepted.isReplay) reply.header('idempotent-replayed', 'true')
      return toSellReply(accepted, key.linkTag, deps.addresses)
    },
  })
}
