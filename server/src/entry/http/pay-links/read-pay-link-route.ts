import type { FastifyInstance } from 'fastify'
import { readPayLink } from '../../../flows/pay-links/read-pay-link.ts'
import type { AppDeps } from '../app-deps.ts'
import { keyOf } from '../require-key.ts'
import { readPayLinkOperation } from './pay-link-operations.ts'
import { PAY_LINK_PATH, readPayLinkId } from './pay-link-path.ts'
import { toPayLinkReply } from './pay-link-wire.ts'

/** 200: the link as it was made, with where its buy is. */
export function readPayLinkRoute(app: FastifyInstance, deps: AppDeps): void {
  app.get<{ Params: { id: string } }>(
    PAY_LINK_PATH,
    { config: { access: 'read', operation: readPayLinkOperation } },
    async (request) => {
      const link = await readPayLink(deps.pool, keyOf(request).tenant, readPayLinkId(request.params))
      return toPayLinkReply(link, deps.docs.baseUrl)
    },
  )
}
