import { Refusal } from '../../kernel/refusal.ts'
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
import type { Scenario, ScenarioDeps, ScenarioGiven, ScenarioRun } from './scenario.ts'
import {
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
  asking: SellAsking,
  scenario: Scenario,
  given: ScenarioGiven,
): Promise<ScenarioRun> {
  refuseLiveKey(asking.tenant)
  if (scenario.type === 'sell' && !asking.scopes.includes('sell'))
    throw new Refusal('scope_missing', 'This scenario creates a sell. Use a key with the scope "sell".')
  return scenario.run(deps, { name: scenario.name, asking, given })
}
