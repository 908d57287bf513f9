import type { FastifyInstance } from 'fastify'
import { cancelOwnPayLink } from '../../../flows/pay-links/cancel-pay-link.ts'
import type { AppDeps } from '../app-deps.ts'
import { keyOf } from '../require-key.ts'
import { cancelPayLinkOperation } from './pay-link-operations.ts'
import { PAY_LINK_PATH, readPayLinkId } from './pay-link-path.ts'
import { toPayLinkReply } from './pay-link-wire.ts'

/** 200: nobody is asked to pay any more. */
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
