import type { FastifyInstance } from 'fastify'
import { startDrill } from '../../../flows/drills/drills.ts'
import type { AppDeps } from '../app-deps.ts'
import { keyOf } from '../require-key.ts'
import { readIdempotencyKey } from '../transaction-wire.ts'
import { startDrillOperation } from './drill-operations.ts'
import { toDrillWire } from './drill-wire.ts'

/** 202: the drill is recorded and will go through every part of the service. It moves no money. */
export function startDrillRoute(app: FastifyInstance, deps: AppDeps): void {
  app.post(
    '/drills/v1',
    { config: { access: 'buy', operation: startDrillOperation } },
    async (request, reply) => {
      const idempotencyKey = readIdempotencyKey(request.headers['idempotency-key'])
      const drill = await startDrill(deps, keyOf(request).tenant, idempotencyKey)
      if (drill.isReplay) reply.header('idempotent-replayed', 'true')
      else deps.wake(drill.id)
      return reply.code(202).send(toDrillWire(drill))
    },
  )
}
