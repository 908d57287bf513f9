import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { within } from '../../../kernel/clock/clock.ts'
import type { Pool } from '../../../kernel/postgres/pool.ts'
import type { Operation } from '../openapi/operation.ts'
import { wordReply } from '../reply-fields.ts'

const HealthReply = Type.Object(
  {
    status: wordReply(['ok', 'error'], 'Whether requests can be answered.'),
    postgresql: Type.Boolean({ description: 'Whether the record can be reached.' }),
  },
  { $id: 'Health', additionalProperties: false },
)

const readHealthOperation: Operation = {
  id: 'readHealth',
  tag: 'Service',
  summary: 'Is it up?',
  description: 'For load balancers and for you; it asks for no key.',
  replies: {
    200: {
      description: 'It is up.',
      schema: HealthReply,
      examples: { up: { summary: 'Up', value: { status: 'ok', postgresql: true } } },
    },
    503: {
      description: 'It is running but cannot reach the record.',
      schema: HealthReply,
      examples: { down: { summary: 'Down', value: { status: 'error', postgresql: false } } },
    },
  },
  refusals: [],
}

const ANSWERS_WITHIN_MS = 2_000

const underWay = new WeakMap<Pool, Promise<boolean>>()

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

/**
 * Whether the record answers. Those who ask while it is being asked are told the same: health needs no key, and a crowd
 * that asks for it must not take the connections that payments need.
 */
export async function isReachable(pool: Pool): Promise<boolean> {
  let answer = underWay.get(pool)
  if (answer === undefined) {
    answer = within(ANSWERS_WITHIN_MS, pool.query('select 1'))
      .then(
        () => true,
        () => false,
      )
      .finally(() => underWay.delete(pool))
    underWay.set(pool, answer)
  }
  return answer
}
