import Fastify, { type FastifyInstance } from 'fastify'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { isReachable } from '../../kernel/postgres/server-status.ts'
import type { ProcessMetrics } from './process-metrics.ts'

type ManagementDeps = Readonly<{
  metrics: Pick<ProcessMetrics, 'contentType' | 'print'>
  pool: Pool
  /** Once the process is told to stop, it is not ready. */
  state?: Readonly<{ isStopping: boolean }>
  /** Figures that do not belong to this process alone. */
  figures?: Readonly<{ print(): Promise<string> }>
}>

/** Serves metrics and health to operators, on a separate listener that is not reachable from outside. It requires no key. */
export function createManagementApp({ metrics, pool, state, figures }: ManagementDeps): FastifyInstance {
  const app = Fastify({ logger: false })
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.contentType).send(`${await metrics.print()}${(await figures?.print()) ?? ''}`),
  )
  /** Restart the process when this does not answer. */
  app.get('/health/live', async () => ({ status: 'ok' }))
  /** Send the process no requests while this is not 200. When the process is told to stop, this changes before anything else. */
  app.get('/health/ready', async (_request, reply) => {
    const isStopping = state?.isStopping ?? false
    const isReady = !isStopping && (await isReachable(pool))
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'error', stopping: isStopping })
  })
  return app
}
