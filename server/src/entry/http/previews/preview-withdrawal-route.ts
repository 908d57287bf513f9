import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../app-deps.ts'
import { collectFields } from '../read-fields.ts'
import { keyOf } from '../require-key.ts'
import { requireOwnBusiness } from '../transaction-wire.ts'
import { WithdrawalBody, withdrawalReaders } from '../withdrawals/withdrawal-wire.ts'
import { previewWithdrawalOperation } from './preview-operations.ts'
import { toPreviewReply } from './preview-wire.ts'

/** 200: what would become of it. Nothing is recorded. */
export function previewWithdrawalRoute(app: FastifyInstance, deps: AppDeps): void {
  app.route<{ Body: WithdrawalBody }>({
    method: 'POST',
    url: '/transactions/v1/withdrawals/preview',
    config: { access: 'payouts', operation: previewWithdrawalOperation },
    schema: { body: WithdrawalBody },
    handler: async (request) => {
      const { body } = request
      const key = keyOf(request)
      requireOwnBusiness(key, body)
      const { read, problems } = collectFields(withdrawalReaders(body, deps.addresses))
      const preview = await deps.previews.withdrawal(key, {
        amount: read.amount,
        wallet: read.wallet_address,
        reference: body.reference ?? null,
      })
      return toPreviewReply(preview, problems)
    },
  })
}
