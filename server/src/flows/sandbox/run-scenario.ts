import { Refusal } from '../../kernel/refusal.ts'
import type { SellAsking } from '../sells/accept-sell.ts'
import { refuseLiveKey } from './refuse-live-key.ts'
import type { Scenario, ScenarioDeps, ScenarioGiven, ScenarioRun } from './scenario.ts'

/** Makes what the scenario makes and sets the world going. Does not wait for what becomes of it. */
export async function runScenario(
  deps: ScenarioDeps,
  asking: SellAsking,
  scenario: Scenario,
  given: ScenarioGiven,
): Promise<ScenarioRun> {
  refuseLiveKey(asking.tenant)
  if (scenario.type === 'sell' && !asking.scopes.includes('sell'))
    throw new Refusal('scope_missing', 'This scenario makes a sell: use a key that has the scope "sell" too.')
  return scenario.run(deps, { name: scenario.name, asking, given })
}
