import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Pool } from '../../../kernel/postgres/pool.ts'
import { isReachable } from '../../../kernel/postgres/server-status.ts'
import { namedObject } from '../object-schemas.ts'
import type { Operation } from '../openapi/operation.ts'
import { wordReply } from '../reply-fields.ts'

const HealthReply = namedObject('Health', {
  status: wordReply(['ok', 'error'], 'Whether the service answers requests.'),
  postgresql: Type.Boolean({ description: 'Whether the database can be reached.' }),
})

const readHealthOperation: Operation = {
  id: 'readHealth',
  tag: 'Service',
  summary: 'Check health',
  description: 'For load balancers and monitoring. Needs no key.',
  replies: {
    200: {
      description: 'The service is up.',
      schema: HealthReply,
      examples: { up: { summary: 'Up', value: { status: 'ok', postgresql: true } } },
    },
    503: {
      description: 'The service is running but cannot reach its database.',
      schema: HealthReply,
      examples: { down: { summary: 'Down', value: { status: 'error', postgresql: false } } },
    },
  },
  refusals: [],
}

/** Health check for load balancers: 200 while this process can reach the database, 503 otherwise. */
export function readHealthRoute(app: FastifyInstance, { pool }: { pool: Pool }): void {
  app.get(
    '/health',
    { config: { access: 'public', limitsItself: true, goesFirst: true, operation: readHealthOperation } },
    async (_request, reply) => {
      const reachable = await isReachable(pool)
      return reply
        .code(reachable ? 200 : 503)
        .send({ status: reachable ? 'ok' : 'error', postgresql: reachable })
    },
  )
}
