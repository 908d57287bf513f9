import type { FastifyInstance } from 'fastify'
import { requireScenario, runScenario, scenarios } from '../../../flows/sandbox/scenarios.ts'
import { refuseLiveKey } from '../../../flows/sandbox/test-business.ts'
import type { AppDeps } from '../app-deps.ts'
import { schemaProblems } from '../error-replies.ts'
import { onlyPage } from '../list-query.ts'
import {
  amountRefusals,
  IdempotencyHeader,
  type Operation,
  successExample,
  walletAddressRefusals,
} from '../openapi/operation.ts'
import { keyOf } from '../require-key.ts'
import { readIdempotencyKey } from '../transaction-wire.ts'
import { sandboxOf } from './sandbox-routes.ts'
import {
  RunReply,
  readScenarioRequest,
  ScenarioBody,
  ScenarioPath,
  ScenariosReply,
  toRun,
  toScenario,
} from './scenario-wire.ts'

const [first] = scenarios
const runExample = first && toRun(first, { transactionIds: ['01a1dcc3-3c47-7fec-a0d6-d2cee34c8ce8'] })

const listScenariosOperation: Operation = {
  id: 'listScenarios',
  tag: 'Sandbox',
  summary: 'List scenarios',
  description: 'Everything you can simulate in test mode, with the events that follow. Test keys only.',
  replies: {
    200: {
      description: 'Every scenario.',
      schema: ScenariosReply,
      examples: {
        one: successExample('One scenario', `${scenarios.length} scenarios.`, {
          scenarios: scenarios.slice(0, 1).map(toScenario),
          ...onlyPage,
        }),
      },
    },
  },
  refusals: ['sandbox_only'],
}

const runScenarioOperation: Operation = {
  id: 'runScenario',
  tag: 'Sandbox',
  summary: 'Run a scenario',
  description: `Creates the test transactions of the scenario, if it has any, and simulates what it describes. The reply comes at once; each transaction then produces events as in live mode.

Every field is optional. An amount, reference, wallet or account that you send is used as in a buy or a sell. A simulated failure affects this transaction only.

A repeated request with the same \`reference\` or \`Idempotency-Key\` returns the same transaction and simulates nothing twice. Test keys only; a scenario that creates a sell also needs the scope \`sell\`.`,
  parameters: { path: ScenarioPath, header: IdempotencyHeader },
  requestExamples: {
    nothing: { summary: 'Default values', value: {} },
    own: {
      summary: 'With your own values',
      value: {
        amount: 25000.5,
        network: 'Polygon',
        wallet_address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
        reference: 'sandbox-12',
      },
    },
  },
  replies: {
    200: {
      description: 'The scenario has started.',
      schema: RunReply,
      examples: {
        begun: successExample('A buy that will be paid', first?.sentence ?? '', { run: runExample }),
      },
    },
  },
  refusals: [
    'sandbox_only',
    'sandbox_unavailable',
    'scenario_unknown',
    'business_mismatch',
    'reference_conflict',
    'idempotency_key_conflict',
    'idempotency_key_invalid',
    'possible_duplicate',
    ...amountRefusals,
    'bank_unknown',
    'bank_ambiguous',
    'daily_limit',
    'deposits_not_open',
    'payouts_short',
    'beneficiary_name_mismatch',
    'beneficiary_not_enrolled',
    'network_unknown',
    'wallet_incomplete',
    ...walletAddressRefusals,
    'unknown_vendor',
    'overloaded',
  ],
}

const listed = scenarios.map(toScenario)

/** 200: every scenario with its purpose and its expected result. */
export function listScenariosRoute(app: FastifyInstance): void {
  app.get(
    '/sandbox/v1/scenarios',
    { config: { access: 'buy', operation: listScenariosOperation } },
    async (request) => {
      refuseLiveKey(keyOf(request).tenant)
      return { status: 'success', message: `${listed.length} scenarios.`, scenarios: listed, ...onlyPage }
    },
  )
}

/** 200: the scenario has started. The simulated world does the rest, and events report it. */
export function runScenarioRoute(app: FastifyInstance, deps: AppDeps): void {
  app.route<{ Body: ScenarioBody; Params: { name: string } }>({
    method: 'POST',
    url: '/sandbox/v1/scenarios/:name',
    config: { access: 'buy', idempotency: 'named', operation: runScenarioOperation },
    schema: { body: ScenarioBody },
    attachValidation: true,
    handler: async (request) => {
      const key = keyOf(request)
      refuseLiveKey(key.tenant)
      const scenario = requireScenario(request.params.name)
      const idempotencyKey = readIdempotencyKey(request.headers['idempotency-key'])
      const known = { addresses: deps.addresses, idempotencyKey, problems: schemaProblems(request) }
      const given = readScenarioRequest(request.body, key, scenario, known)
      const run = await runScenario(sandboxOf(deps), key, scenario, given)
      return { status: 'success', message: scenario.sentence, run: toRun(scenario, run) }
    },
  })
}
