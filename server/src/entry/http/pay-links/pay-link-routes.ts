import type { FastifyInstance } from 'fastify'
import { makePayLink } from '../../../flows/pay-links/make-pay-link.ts'
import { cancelOwnPayLink, readPayLink } from '../../../flows/pay-links/own-pay-links.ts'
import { requireOwnTimeline } from '../../../flows/transactions/read-transactions.ts'
import type { AppDeps } from '../app-deps.ts'
import { schemaProblems } from '../error-replies.ts'
import { keyOf } from '../require-key.ts'
import { readIdempotencyKey } from '../transaction-wire.ts'
import { toReceivedWire } from '../transactions/received-wire.ts'
import { cancelPayLinkOperation, makePayLinkOperation, readPayLinkOperation } from './pay-link-operations.ts'
import {
  PAY_LINK_PATH,
  PayLinkBody,
  readPayLinkId,
  readPayLinkRequest,
  toMadeReply,
  toPayLinkReply,
} from './pay-link-wire.ts'

/** 200: the page can be shown to a payer. Nothing is paid yet. */
export function makePayLinkRoute(app: FastifyInstance, deps: AppDeps): void {
  app.route<{ Body: PayLinkBody }>({
    method: 'POST',
    url: '/pay-links/v1',
    config: { access: 'buy', idempotency: 'named', operation: makePayLinkOperation },
    schema: { body: PayLinkBody },
    attachValidation: true,
    handler: async (request, reply) => {
      const key = keyOf(request)
      const idempotencyKey = readIdempotencyKey(request.headers['idempotency-key'])
      const problems = schemaProblems(request)
      const asked = readPayLinkRequest(request.body, key, deps.addresses, idempotencyKey, problems)
      const visible = await deps.vendorAccounts.visibleTo(key.tenant)
      const made = await makePayLink(deps, key, visible, asked)
      if (made.isReplay) reply.header('idempotent-replayed', 'true')
      return toMadeReply(made, deps.docs.baseUrl)
    },
  })
}

/** 200: the link as it was created, with the status of its buy. */
export function readPayLinkRoute(app: FastifyInstance, deps: AppDeps): void {
  app.get<{ Params: { id: string } }>(
    PAY_LINK_PATH,
    { config: { access: 'read', operation: readPayLinkOperation } },
    async (request) => {
      const { tenant } = keyOf(request)
      const link = await readPayLink(deps.pool, tenant, readPayLinkId(request.params))
      const timeline = await requireOwnTimeline(deps.pool, tenant, link.transactionId)
      return {
        ...toPayLinkReply(link, deps.docs.baseUrl),
        message: timeline.sentence,
        received: toReceivedWire(timeline),
      }
    },
  )
}

/** 200: the link is cancelled, and its page no longer asks for a payment. */
export function cancelPayLinkRoute(app: FastifyInstance, deps: AppDeps): void {
  app.post<{ Params: { id: string } }>(
    `${PAY_LINK_PATH}/cancel`,
    { config: { access: 'buy', operation: cancelPayLinkOperation } },
    async (request) => {
      const link = await cancelOwnPayLink(deps, keyOf(request).tenant, readPayLinkId(request.params))
      return toPayLinkReply(link, deps.docs.baseUrl)
    },
  )
}
