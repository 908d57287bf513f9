import type { ScenarioDeps } from '../../../flows/sandbox/scenario.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { AppDeps } from '../app-deps.ts'

/** The parts that act upon the simulated world, where there is one. */
export function sandboxOf(deps: AppDeps): ScenarioDeps {
  const { sandboxWorld: world } = deps
  if (world !== undefined) return { ...deps, world }
  throw new Refusal('sandbox_unavailable', 'This service has no simulated world to act upon.')
}
