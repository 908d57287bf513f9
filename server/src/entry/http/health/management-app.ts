import Fastify, { type FastifyInstance } from 'fastify'
import type { Pool } from '../../../kernel/postgres/pool.ts'
import { isReachable } from '../../../kernel/postgres/server-status.ts'
import type { Gate } from '../gate.ts'
import type { MoneyInFigures } from '../metrics-money-in.ts'

/** Serves metrics and health to operators, on a separate listener that is not reachable from outside. It requires no key. */
export function createManagementApp({
  gate,
  pool,
  moneyIn,
}: {
  gate: Gate
  pool: Pool
  moneyIn: MoneyInFigures
}): FastifyInstance {
  const app = Fastify({ logger: false })
  app.get('/metrics', async (_request, reply) =>
    reply.type(gate.metrics.contentType).send(`${await gate.metrics.print()}${await moneyIn.print()}`),
  )
  /** Restart the process when this does not answer. */
  app.get('/health/live', async () => ({ status: 'ok' }))
  /** Send the process no requests while this is not 200. When the process is told to stop, this changes before anything else. */
  app.get('/health/ready', async (_request, reply) => {
    const isReady = !gate.state.isStopping && (await isReachable(pool))
    return reply
      .code(isReady ? 200 : 503)
      .send({ status: isReady ? 'ok' : 'error', stopping: gate.state.isStopping })
  })
  return app
}
