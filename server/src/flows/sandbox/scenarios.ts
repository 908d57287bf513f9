import { asTenant } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { noteScenarioRun } from '../../records/sandbox/scenario-run-store.ts'
import type { SellAsking } from '../sells/accept-sell.ts'
import {
  duplicatePayment,
  latePayment,
  onHold,
  overPayment,
  paidExactly,
  paymentWithoutClaim,
  recalledCredit,
  shortPayment,
  shortThenToppedUp,
  thirdPartyPayer,
  walletWithoutTrustline,
  webhookStorm,
} from './buy-scenarios.ts'
import { expectedPayment } from './expected-scenario.ts'
import type { Scenario, ScenarioDeps, ScenarioGiven, ScenarioRun } from './scenario.ts'
import {
  accountClosed,
  bankTimeoutThenSuccess,
  nameMismatch,
  payoutFailedThenReturned,
  reorg,
  reversedAfterSuccess,
  slowBank,
} from './sell-scenarios.ts'
import { refuseLiveKey } from './test-business.ts'

/** Every scenario, the most common ones first. */
export const scenarios: readonly Scenario[] = [
  paidExactly,
  expectedPayment,
  shortPayment,
  shortThenToppedUp,
  overPayment,
  latePayment,
  thirdPartyPayer,
  duplicatePayment,
  paymentWithoutClaim,
  recalledCredit,
  walletWithoutTrustline,
  onHold,
  nameMismatch,
  accountClosed,
  slowBank,
  bankTimeoutThenSuccess,
  payoutFailedThenReturned,
  reversedAfterSuccess,
  reorg,
  webhookStorm,
]

export const scenarioNames: readonly string[] = scenarios.map(({ name }) => name)

export function requireScenario(name: string): Scenario {
  const found = scenarios.find((scenario) => scenario.name === name)
  if (found !== undefined) return found
  throw new Refusal('scenario_unknown', `No scenario has this name. Choose from ${scenarioNames.join(', ')}.`)
}

/** Creates the transactions of a scenario and starts the simulation. Does not wait for the outcome. */
export async function runScenario(
  deps: ScenarioDeps,
  asking: SellAsking & Readonly<{ memberId?: string }>,
  scenario: Scenario,
  given: ScenarioGiven,
): Promise<ScenarioRun> {
  refuseLiveKey(asking.tenant)
  // A person at the dashboard has no such scope, because it takes money out. A scenario moves none.
  if (scenario.type === 'sell' && !asking.scopes.includes('sell') && asking.memberId === undefined)
    throw new Refusal('scope_missing', 'This scenario creates a sell. Use a key with the scope "sell".')
  const run = await scenario.run(deps, { name: scenario.name, asking, given })
  await asTenant(deps.pool, asking.tenant, async (sql) =>
    noteScenarioRun(sql, scenario.name, run.transactionIds, deps.clock.now()),
  )
  return run
}
