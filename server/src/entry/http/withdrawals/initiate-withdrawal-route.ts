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
import {
  readWithdrawalRequest,
  toWithdrawalReply,
  WithdrawalBody,
  WithdrawalReply,
} from './withdrawal-wire.ts'

const business = { business_id: 'biz_01a1dcc264cc7ab5819881f76f5e96ba', link_tag: 'ada-foods' }
const wallet = { network: 'Polygon', wallet_address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72' }
const request = { ...business, type: 'withdrawal', amount: 25000.5, ...wallet, reference: 'withdrawal-12' }

export const withdrawalTransactionExample = {
  id: 'txn_01a1dcc33c477feca0d6d2cee34c8ce8',
  transaction_id: 'txn_01a1dcc33c477feca0d6d2cee34c8ce8',
  business: { business_id: business.business_id },
  type: 'Withdrawal',
  reference: request.reference,
  amount: request.amount,
  link_tag: business.link_tag,
  ...wallet,
  date_created: 'November 15, 2026',
  status: 'requested',
  created_at: '2026-11-15T09:30:00.000Z',
  fee: 0,
  needs: [],
  metadata: { order: '2291' },
}

const initiateWithdrawalOperation: Operation = {
  id: 'initiateWithdrawal',
  tag: 'Withdraw',
  summary: 'Withdraw tokens to a wallet',
  description: `Sends NGNC from the balance of the business to a wallet. The full \`amount\` is sent; there is no fee. Needs a key with the scope \`payouts\`.

200 means that the withdrawal is recorded and debited from the balance, not that the tokens have arrived. If they cannot be sent, they are credited back to the balance and the status says so. A withdrawal without a \`reference\` or an \`Idempotency-Key\` is accepted once: the same request within ten minutes gets 409. If the business has a signing key, the request must be signed.

In live mode the wallet must be one that a member of the business enrolled on the dashboard. With a test key, any wallet counts as enrolled.`,
  parameters: { header: IdempotencyHeader },
  requestExamples: {
    to_a_wallet: { summary: 'To a wallet, with a reference', value: request },
  },
  replies: {
    200: {
      description: 'Accepted and recorded, not sent.',
      schema: WithdrawalReply,
      headers: ['Idempotent-Replayed'],
      examples: {
        accepted: successExample(
          'Accepted',
          'Accepted, not sent yet: the tokens were debited from your balance and will be sent next.',
          { transaction: withdrawalTransactionExample },
        ),
        replayed: successExample(
          'A repeated request: returns the first transaction with its current status',
          'This request was accepted before. The transaction is now completed. Nothing was recorded twice.',
          { transaction: { ...withdrawalTransactionExample, status: 'completed' } },
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
    'insufficient_balance',
    'daily_limit',
    'withdrawals_not_open',
    'withdrawals_stopped',
    'wallet_not_enrolled',
    'network_unknown',
    ...walletAddressRefusals,
    'overloaded',
  ],
}

/** 200: accepted and durable. The tokens have left the balance, and nothing is sent yet. */
export function initiateWithdrawalRoute(app: FastifyInstance, deps: AppDeps): void {
  app.route<{ Body: WithdrawalBody }>({
    method: 'POST',
    url: '/transactions/v1/withdrawals',
    // The holder of the key could empty the balance.
    config: {
      access: 'payouts',
      idempotency: 'named',
      movesValue: () => true,
      operation: initiateWithdrawalOperation,
    },
    schema: { body: WithdrawalBody },
    attachValidation: true,
    handler: async (request, reply) => {
      const key = keyOf(request)
      const idempotencyKey = readIdempotencyKey(request.headers['idempotency-key'])
      const problems = schemaProblems(request)
      const asked = readWithdrawalRequest(request.body, key, deps.addresses, idempotencyKey, problems)
      const { reference, wallet } = asked
      requireExact(request.signed, {
        reference,
        wallet: { given: request.body.wallet_address, address: wallet.address },
      })
      const accepted = await deps.withdrawals.accept(key, { ...asked, signed: request.signed })
      if (accepted.isReplay) reply.header('idempotent-replayed', 'true')
      else deps.wake(accepted.withdrawal.id)
      return toWithdrawalReply(accepted, key.linkTag)
    },
  })
}
