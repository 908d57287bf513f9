import type { FastifyInstance } from 'fastify'
import { sendTestDeposit } from '../../../flows/sandbox/simulate-payments.ts'
import { refuseLiveKey } from '../../../flows/sandbox/test-business.ts'
import type { AppDeps } from '../app-deps.ts'
import { keyOf } from '../require-key.ts'
import { readTransactionId } from '../transactions/transaction-path.ts'
import { readTestAmount } from './read-test-amount.ts'
import { sandboxOf } from './sandbox-of.ts'
import { sendTestDepositOperation } from './sandbox-operations.ts'
import { DepositBody, toDeposit } from './sandbox-wire.ts'

/** 200: the tokens are on their way; the network is watched as ever. */
export function sendTestDepositRoute(app: FastifyInstance, deps: AppDeps): void {
  app.route<{ Body: DepositBody }>({
    method: 'POST',
    url: '/sandbox/v1/deposits',
    config: { access: 'buy', operation: sendTestDepositOperation },
    schema: { body: DepositBody },
    handler: async (request) => {
      const { tenant } = keyOf(request)
      refuseLiveKey(tenant)
      const transactionId = readTransactionId({ id: request.body.transaction_id })
      const amount = readTestAmount(request.body, 'NGNC')
      const sent = await sendTestDeposit(sandboxOf(deps), tenant, { transactionId, amount })
      return {
        status: 'success',
        message: 'Sent: the network shows it in a moment.',
        deposit: toDeposit(sent),
      }
    },
  })
}
