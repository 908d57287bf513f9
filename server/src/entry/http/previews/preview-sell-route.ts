import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../app-deps.ts'
import { collectFields } from '../read-fields.ts'
import { keyOf } from '../require-key.ts'
import { payeeOf, SellBody, sellReaders } from '../sells/sell-wire.ts'
import { requireOwnBusiness } from '../transaction-wire.ts'
import { previewSellOperation } from './preview-operations.ts'
import { toPreviewReply } from './preview-wire.ts'

/** 200: what would become of it. Nothing is recorded. */
export function previewSellRoute(app: FastifyInstance, deps: AppDeps): void {
  app.route<{ Body: SellBody }>({
    method: 'POST',
    url: '/transactions/v1/offramp/preview',
    config: { access: 'sell', operation: previewSellOperation },
    schema: { body: SellBody },
    handler: async (request) => {
      const { body } = request
      const key = keyOf(request)
      requireOwnBusiness(key, body)
      const { read, problems } = collectFields(sellReaders(body, deps.addresses))
      const preview = await deps.previews.sell(key, {
        amount: read.amount,
        payee: read.bank_name && payeeOf(body, read.bank_name),
        wallet: 'wallet_address' in read ? read.wallet_address : undefined,
        reference: body.reference ?? null,
      })
      return toPreviewReply(preview, problems)
    },
  })
}
