import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../app-deps.ts'
import { keyOf } from '../require-key.ts'
import { readIdempotencyKey } from '../transaction-wire.ts'
import { initiateSellOperation } from './initiate-sell-operation.ts'
import { readSellRequest, SellBody, toSellReply } from './sell-wire.ts'

/** 200: accepted and durable, not paid out. */
export function initiateSellRoute(app: FastifyInstance, deps: AppDeps): void {
  app.route<{ Body: SellBody }>({
    method: 'POST',
    url: '/transactions/v1/offramp',
    config: { access: 'sell', operation: initiateSellOperation },
    schema: { body: SellBody },
    handler: async (request, reply) => {
      const key = keyOf(request)
      const idempotencyKey = readIdempotencyKey(request.headers['idempotency-key'])
      const asked = readSellRequest(request.body, key, deps.addresses, idempotencyKey)
      const accepted = await deps.sells.accept(key, asked)
      if (accepted.isReplay) reply.header('idempotent-replayed', 'true')
      return toSellReply(accepted, key.linkTag, deps.addresses)
    },
  })
}
