import { newId } from '@afara/server/kernel/ids/ids.ts'
import { createOperator } from '@afara/server/records/operators/manage-operators.ts'
import { suspendOperator } from '@afara/server/records/operators/operator-store.ts'
import type { Wanted } from './kinds.ts'
import type { Stage } from './stage.ts'
import type { World } from './world.ts'

/** Hires somebody whom an attacker would rather have more or fewer rights. */
export async function hireBystander({ owner }: Stage): Promise<Readonly<{ id: string; email: string }>> {
  const email = `${newId().slice(-12)}@afara.test`
  const by = { actor: 'system:prove', reason: 'a proof' }
  const { id } = await createOperator(owner, { email, name: 'Sade', roles: ['support'], ...by })
  return { id, email }
}

async function aboutOperator({ stage }: World, action: string, more: object = {}): Promise<Wanted> {
  const { id, email } = await hireBystander(stage)
  return { mode: 'live', resolution: { action, operator_id: id, email, ...more } }
}

/** Decisions about who may decide. */
export const operatorRecipes: Readonly<Record<string, (world: World) => Promise<Wanted>>> = {
  invite_operator: async () => ({
    mode: 'live',
    resolution: {
      action: 'invite_operator',
      operator_id: newId(),
      email: 'eve@afara.test',
      name: 'Eve',
      roles: ['operator', 'administrator'],
    },
  }),
  change_operator_roles: async (world) =>
    aboutOperator(world, 'change_operator_roles', { roles: ['operator', 'administrator'] }),
  end_operator: async (world) => aboutOperator(world, 'end_operator'),
  resume_operator: async (world) => {
    const wanted = await aboutOperator(world, 'resume_operator')
    const id = String(wanted.resolution.operator_id)
    const { owner, other } = world.stage
    await suspendOperator(owner, { id, by: other, reason: 'a proof', at: new Date() })
    return wanted
  },
}
