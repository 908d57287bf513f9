import type { FastifyInstance } from 'fastify'
import { makePayLink } from '../../../flows/pay-links/make-pay-link.ts'
import type { AppDeps } from '../app-deps.ts'
import { keyOf } from '../require-key.ts'
import { readIdempotencyKey } from '../transaction-wire.ts'
import { makePayLinkOperation } from './pay-link-operations.ts'
import { PayLinkBody, readPayLinkRequest, toMadeReply } from './pay-link-wire.ts'

/** 200: the page can be shown to a payer. Nothing is paid yet. */
export function makePayLinkRoute(app: FastifyInstance, deps: AppDeps): void {
  app.route<{ Body: PayLinkBody }>({
    method: 'POST',
    url: '/pay-links/v1',
    config: { access: 'buy', operation: makePayLinkOperation },
    schema: { body: PayLinkBody },
    handler: async (request, reply) => {
      const key = keyOf(request)
      const idempotencyKey = readIdempotencyKey(request.headers['idempotency-key'])
      const asked = readPayLinkRequest(request.body, key, deps.addresses, idempotencyKey)
      const visible = await deps.vendorAccounts.visibleTo(key.tenant)
      const made = await makePayLink(deps, key, visible, asked)
      if (made.isReplay) reply.header('idempotent-replayed', 'true')
      return toMadeReply(made, deps.docs.baseUrl)
    },
  })
}
