import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../app-deps.ts'
import { keyOf } from '../require-key.ts'
import { readIdempotencyKey } from '../transaction-wire.ts'
import { initiateWithdrawalOperation } from './initiate-withdrawal-operation.ts'
import { readWithdrawalRequest, toWithdrawalReply, WithdrawalBody } from './withdrawal-wire.ts'

/** 200: accepted and durable, the tokens are out of the balance, and nothing is sent yet. */
export function initiateWithdrawalRoute(app: FastifyInstance, deps: AppDeps): void {
  app.route<{ Body: WithdrawalBody }>({
    method: 'POST',
    url: '/transactions/v1/withdrawals',
    // Whoever holds the key could empty the balance into any wallet.
    config: { access: 'payouts', operation: initiateWithdrawalOperation },
    schema: { body: WithdrawalBody },
    handler: async (request, reply) => {
      const key = keyOf(request)
      const idempotencyKey = readIdempotencyKey(request.headers['idempotency-key'])
      const asked = readWithdrawalRequest(request.body, key, deps.addresses, idempotencyKey)
      const accepted = await deps.withdrawals.accept(key, asked)
      if (accepted.isReplay) reply.header('idempotent-replayed', 'true')
      else deps.wake(accepted.withdrawal.id)
      return toWithdrawalReply(accepted, key.linkTag)
    },
  })
}
