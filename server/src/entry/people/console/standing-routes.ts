import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { standingKinds } from '../../../records/cases/standing.ts'
import { selectStandingDecisions } from '../../../records/cases/standing-store.ts'
import type { PeopleDeps } from '../people-deps.ts'
import { CONSOLE_PATH, ConsoleParams } from './console-wire.ts'
import { listStandingOperation } from './standing-operations.ts'
import { toStandingWire } from './standing-wire.ts'

export function listStandingRoute(app: FastifyInstance, { pool, clock }: PeopleDeps): void {
  app.route<{ Params: Static<typeof ConsoleParams> }>({
    method: 'GET',
    url: `${CONSOLE_PATH}/standing`,
    config: { person: 'records.read', operation: listStandingOperation },
    schema: { params: ConsoleParams },
    handler: async (request) => {
      const all = await selectStandingDecisions(pool)
      const standing = all.filter(({ mode }) => mode === request.params.mode)
      return {
        status: 'success',
        message: standing.length === 1 ? '1 standing decision.' : `${standing.length} standing decisions.`,
        standing: standing.map((one) => toStandingWire(one, clock.now())),
        may_stand: Object.entries(standingKinds).map(([decision, kinds]) => ({ decision, kinds })),
      }
    },
  })
}
