import type { FastifyInstance } from 'fastify'
import { scenarios } from '../../../flows/sandbox/scenarios.ts'
import { refuseLiveKey } from '../../../flows/sandbox/test-business.ts'
import { keyOf } from '../require-key.ts'
import { listScenariosOperation } from './scenario-operations.ts'
import { toScenario } from './scenario-wire.ts'

const listed = scenarios.map(toScenario)

/** 200: every scenario with what it shows and what to expect of it. */
export function listScenariosRoute(app: FastifyInstance): void {
  app.get(
    '/sandbox/v1/scenarios',
    { config: { access: 'buy', operation: listScenariosOperation } },
    async (request) => {
      refuseLiveKey(keyOf(request).tenant)
      return { status: 'success', message: `${listed.length} scenarios.`, scenarios: listed }
    },
  )
}
