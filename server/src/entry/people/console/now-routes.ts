import type { FastifyInstance } from 'fastify'
import type { Static } from 'typebox'
import { readNow } from '../../../flows/console/read-now.ts'
import type { PeopleDeps } from '../people-deps.ts'
import { CONSOLE_PATH, ConsoleParams } from './console-wire.ts'
import { readNowOperation } from './now-operations.ts'
import { toNowWire } from './now-wire.ts'

export function readNowRoute(app: FastifyInstance, { pool, clock }: PeopleDeps): void {
  app.route<{ Params: Static<typeof ConsoleParams> }>({
    method: 'GET',
    url: `${CONSOLE_PATH}/now`,
    config: { person: 'records.read', operation: readNowOperation },
    schema: { params: ConsoleParams },
    handler: async (request) => {
      const now = await readNow(pool, request.params.mode, clock.now())
      return { status: 'success', message: now.verdict.sentence, ...toNowWire(now) }
    },
  })
}
