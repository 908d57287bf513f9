import type { FastifyInstance } from 'fastify'
import type { Pool } from '../../../kernel/postgres/pool.ts'
import { isReachable } from './is-reachable.ts'
import { readHealthOperation } from './read-health-operation.ts'

/** For load balancers: 200 while this process can reach the record, 503 otherwise. */
export function readHealthRoute(app: FastifyInstance, { pool }: { pool: Pool }): void {
  app.get(
    '/health',
    { config: { access: 'public', operation: readHealthOperation } },
    async (_request, reply) => {
      const reachable = await isReachable(pool)
      return reply
        .code(reachable ? 200 : 503)
        .send({ status: reachable ? 'ok' : 'error', postgresql: reachable })
    },
  )
}
