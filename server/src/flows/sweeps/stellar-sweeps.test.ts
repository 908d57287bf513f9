import { afterAll, beforeAll, expect, test } from 'vitest'
import { createReconciler } from '../../../test/reconcile-world.ts'
import { createStellarSweepWorld } from '../../../test/stellar-sweep-world.ts'

const MINUTE_MS = 60_000

let world: Awaited<ReturnType<typeof createStellarSweepWorld>>
beforeAll(async () => {
  world = await createStellarSweepWorld()
})
afterAll(async () => world?.close())

test('tokens sent to a sell’s address or with its memo are swept with the signer’s bytes, with one payment per sell', async () => {
  const { chain, sweeper, sweeps } = world
  const [one, other] = [await world.sell(100), await world.sell(200)]
  await world.pay(one.address, 100)
  await world.payWithMemo(other.address, 200)
  // A payment for no sell. It stays in the account.
  await world.pay(sweeper, 7)
  await world.look()
  expect(await world.statusOf(one.id)).toBe('deposit_received')
  expect(await world.statusOf(other.id)).toBe('deposit_received')
  expect(await world.asides()).toMatchObject([{ units: '70000000' }])

  world.clock.advance(11 * MINUTE_MS)
  await world.sweepNow()
  await chain.mine(1)
  await world.look()
  await world.sweepNow()
  const { rows } = await world.owner.query<{ address: string; minor: string }>(
    'select address, swept_minor::text as minor from deposit_sweep order by swept_minor',
  )
  expect(rows).toEqual([
    { address: one.address, minor: '10000' },
    { address: other.address, minor: '20000' },
  ])
  expect(await chain.unitsOf(sweeper)).toBe(70_000_000n)
  const { gasUnits } = await sweeps.read(AbortSignal.timeout(5_000))
  expect(await world.gasInBooks('Stellar:sweeper')).toBe(gasUnits)

  const reconciler = createReconciler(world, { deposits: world.watched })
  await world.owner.query('update lane set checked_start = pg_postmaster_start_time()')
  await world.fund({ network: 'Stellar', number: world.lane.number }, 1_000_000)
  await world.look()
  await reconciler.look(2)
  expect(reconciler.failures).toEqual([])
  expect(await reconciler.stateOf('deposits', 'Stellar')).toEqual(['agrees', 0])
  expect(await reconciler.stateOf('lane', 'Stellar:1')).toEqual(['agrees', 0])
  await reconciler.close()
  expect((await world.findings()).map(({ check }) => check)).toEqual([])
})
