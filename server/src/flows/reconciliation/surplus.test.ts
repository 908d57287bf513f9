import { hireOperator, softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDepositWorld } from '../../../test/deposit-world.ts'
import { createReconciler } from '../../../test/reconcile-world.ts'
import { formatId } from '../../kernel/ids/ids.ts'
import { approveCase } from '../cases/approve-case.ts'
import { requestChange } from '../cases/propose-resolution.ts'

const world = await createDepositWorld()
const reconciler = createReconciler(world, { deposits: world.deps().watched })
const { look, stateOf, alarms } = reconciler
const deps = { pool: world.owner, clock: world.clock, signing: softwareSigning() }

const hire = async (name: string) =>
  (
    await hireOperator(world.owner, {
      email: `${name}@afara.test`,
      name,
      actor: 'system:test',
      reason: 'a test',
    })
  ).id
const suspense = async () => world.sumOf('suspense', '')
const float = async () => world.sumOf('float', 'Polygon:1')

beforeAll(async () => {
  await world.owner.query('update lane set checked_start = pg_postmaster_start_time()')
  await world.fund({ network: 'Polygon', number: world.lane.number }, 1_000_000)
  await world.settle()
  await look(1)
})
afterAll(async () => {
  await reconciler.close()
  await world.close()
})

test('tokens sent to a lane wait in suspense until two operators book them as a top-up', async () => {
  const before = await float()
  await world.send(world.evm.lane, 500_000_000n)
  await world.settle()
  await look(2)
  expect([await float(), await suspense()]).toEqual([before + 500_00, 500_00])

  await world.owner.query('update lane set tokens_minor = 100050000, gas_units = 0, read_at = $1', [
    world.clock.now(),
  ])
  const [bisi, chidi] = [await hire('bisi'), await hire('chidi')]
  const { caseId: asked } = await requestChange(deps, {
    operatorId: bisi,
    reason: 'minted this morning',
    change: {
      mode: 'test',
      facts: { subject: `top-up:${world.lane.id}` },
      summary: 'Top it up.',
      resolution: {
        action: 'top_up_lane',
        network: 'Polygon',
        number: world.lane.number,
        tokens_minor: '30000',
        gas_units: '0',
      },
    },
  })
  await approveCase(deps, {
    caseId: asked.startsWith('cas_') ? asked : formatId('case', asked),
    operatorId: chidi,
  })
  expect([await float(), await suspense()]).toEqual([before + 300_00, 0])
  expect(await alarms()).toEqual([])

  // The wallet received more than the operators booked, so the next passes find the rest again.
  await look(3)
  expect([await float(), await suspense()]).toEqual([before + 500_00, 200_00])
  expect(await stateOf('lane', 'Polygon:1')).toEqual(['agrees', 0])
  expect(await alarms()).toEqual(['case lane Polygon:1'])
  const { rows } = await world.owner.query('select * from check_reconciliation(0)')
  expect(rows).toEqual([])
})
