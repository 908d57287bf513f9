import type { FastifyInstance } from 'fastify'
import { requireScenario, runScenario } from '../../../flows/sandbox/scenarios.ts'
import { refuseLiveKey } from '../../../flows/sandbox/test-business.ts'
import type { AppDeps } from '../app-deps.ts'
import { keyOf } from '../require-key.ts'
import { readIdempotencyKey } from '../transaction-wire.ts'
import { sandboxOf } from './sandbox-of.ts'
import { runScenarioOperation } from './scenario-operations.ts'
import { readScenarioRequest, ScenarioBody, toRun } from './scenario-wire.ts'

/** 200: it has begun. The world does the rest, and events tell of it. */
export function runScenarioRoute(app: FastifyInstance, deps: AppDeps): void {
  app.route<{ Body: ScenarioBody; Params: { name: string } }>({
    method: 'POST',
    url: '/sandbox/v1/scenarios/:name',
    config: { access: 'buy', operation: runScenarioOperation },
    schema: { body: ScenarioBody },
    handler: async (request) => {
      const key = keyOf(request)
      refuseLiveKey(key.tenant)
      const scenario = requireScenario(request.params.name)
      const idempotencyKey = readIdempotencyKey(request.headers['idempotency-key'])
      const { addresses } = deps
      const given = readScenarioRequest(request.body, key, scenario, { addresses, idempotencyKey })
      const run = await runScenario(sandboxOf(deps), key, scenario, given)
      return { status: 'success', message: scenario.sentence, run: toRun(scenario, run) }
    },
  })
}
