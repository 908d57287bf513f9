import type { FastifyInstance } from 'fastify'
import { isReachable } from '../../kernel/postgres/server-status.ts'
import type { PeopleDeps } from './people-deps.ts'

/** Health check for load balancers: 503 while the process cannot reach the database, and from the moment that it is told to stop. */
export function readPeopleHealthRoute(app: FastifyInstance, { pool, gate }: PeopleDeps): void {
  app.get('/health', { config: { person: 'public' } }, async (_request, reply) => {
    const isReady = !gate.state.isStopping && (await isReachable(pool))
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'error' })
  })
}
