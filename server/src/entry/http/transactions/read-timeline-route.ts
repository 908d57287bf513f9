import type { FastifyInstance } from 'fastify'
import { requireOwnTimeline } from '../../../flows/transactions/read-transactions.ts'
import type { AppDeps } from '../app-deps.ts'
import { keyOf } from '../require-key.ts'
import { readTimelineOperation } from './read-timeline-operation.ts'
import { toTimelineReply } from './timeline-wire.ts'
import { readTransactionId, TRANSACTION_PATH } from './transaction-path.ts'

/** 200: every step so far, oldest first. */
export function readTimelineRoute(app: FastifyInstance, { pool, explorers, addresses }: AppDeps): void {
  app.get<{ Params: { id: string } }>(
    `${TRANSACTION_PATH}/timeline`,
    { config: { access: 'read', operation: readTimelineOperation } },
    async (request) => {
      const id = readTransactionId(request.params)
      const { tenant } = keyOf(request)
      const timeline = await requireOwnTimeline(pool, tenant, id)
      return toTimelineReply(id, timeline, { mode: tenant.mode, explorers, addresses })
    },
  )
}
