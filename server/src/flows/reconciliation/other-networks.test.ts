import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOtherNetworkWorld } from '../../../test/other-network-world.ts'
import { createReconciler } from '../../../test/reconcile-world.ts'

type World = Awaited<ReturnType<typeof createOtherNetworkWorld>>

const MINUTE_MS = 60_000
let opened: World
let shared: World
let onOpened: ReturnType<typeof createReconciler>
let onShared: ReturnType<typeof createReconciler>

async function begin(world: World, network: string): Promise<void> {
  await world.fund({ network, number: world.lane.number }, 1_000_000)
  world.script.change(world.lane.address, 1_000_000_00n)
  await world.fundGas(network, world.script.gasOfLane())
  await world.round()
  await world.look()
}

beforeAll(async () => {
  opened = await createOtherNetworkWorld({ network: 'Solana' })
  shared = await createOtherNetworkWorld({ network: 'Stellar', isShared: true })
  onOpened = createReconciler(opened, { deposits: opened.watched })
  onShared = createReconciler(shared, { deposits: shared.watched })
  await begin(opened, 'Solana')
  await begin(shared, 'Stellar')
})
afterAll(async () => {
  await Promise.all([onOpened?.close(), onShared?.close()])
  await Promise.all([opened?.close(), shared?.close()])
})

/** Reconciles while the deposit watch runs, as in production. */
async function look(world: World, reconciler: typeof onOpened, times = 1): Promise<void> {
  const beside = setInterval(() => void world.look().catch(() => {}), 100)
  try {
    await reconciler.look(times)
  } finally {
    clearInterval(beside)
  }
}

test('a correct ledger agrees, and the comparison waits if the chain is ahead of the recorded block', async () => {
  opened.script.mine()
  await look(opened, onOpened, 2)
  expect(await onOpened.stateOf('lane', 'Solana:1')).toEqual(['agrees', 0])
  expect(await onOpened.stateOf('deposits', 'Solana')).toEqual(['agrees', 0])
  expect(await onOpened.stateOf('gas', 'Solana')).toEqual(['agrees', 0])
})

test('transfers that land in any order and are not booked yet are no difference', async () => {
  const buys = await opened.clear(4, 1_000, 'Solana')
  await opened.round()
  // The last two transfers land first, and no round has run since.
  opened.script.land(({ lock }) => Number(lock) >= 2)
  await look(opened, onOpened, 3)
  expect(await onOpened.stateOf('lane', 'Solana:1')).toEqual(['agrees', 0])
  expect(await onOpened.alarms()).toEqual([])
  await opened.round()
  await look(opened, onOpened, 2)
  opened.script.land()
  await look(opened, onOpened, 1)
  await opened.round()
  await look(opened, onOpened, 2)
  for (const buy of buys) expect(await opened.statusOf(buy)).toBe('completed')
  expect(await onOpened.stateOf('lane', 'Solana:1')).toEqual(['agrees', 0])
  expect(await onOpened.stateOf('gas', 'Solana')).toEqual(['agrees', 0])
  expect(await onOpened.alarms()).toEqual([])
})

test('a booking in a later block than the snapshot is no difference', async () => {
  await opened.clear(1, 2_000, 'Solana')
  await opened.round()
  // The transfer lands and is booked between the snapshot and the reading of the ledger.
  const { snapshot } = opened.script.deposits
  const watched = opened.watched.get('test:Solana')
  if (watched === undefined) throw new Error('it is not watched')
  const late = {
    ...watched,
    chain: {
      ...watched.chain,
      snapshot: async (...of: Parameters<typeof snapshot>) => {
        const seen = await snapshot(...of)
        opened.script.land()
        await opened.round()
        return seen
      },
    },
  }
  const reconciler = createReconciler(opened, { deposits: new Map([['test:Solana', late]]) })
  await look(opened, reconciler, 1)
  await reconciler.close()
  expect(await onOpened.stateOf('lane', 'Solana:1')).toEqual(['agrees', 0])
})

test('deposits, sweeps and unfinished sweeps are no difference', async () => {
  const { address } = await opened.sell(5_000)
  await opened.openNow()
  opened.script.land()
  opened.script.send(address, 5_000_00n)
  opened.script.mine()
  await look(opened, onOpened, 1)
  opened.clock.advance(11 * MINUTE_MS)
  // Moves the cursor, because no pass ran while the clock advanced.
  await opened.look()
  await opened.sweepNow()
  opened.script.land()
  await look(opened, onOpened, 2)
  expect(await onOpened.stateOf('deposits', 'Solana')).toEqual(['agrees', 0])
  expect(await onOpened.stateOf('lane', 'Solana:1')).toEqual(['agrees', 0])
  expect(await onOpened.alarms()).toEqual([])
})

test('one missing kobo freezes only that network after two passes, even with a transfer in flight', async () => {
  await opened.clear(1, 3_000, 'Solana')
  await opened.round()
  opened.script.change(opened.lane.address, -1n)
  opened.script.mine()
  await look(opened, onOpened, 2)
  expect(await onOpened.stateOf('lane', 'Solana:1')).toEqual(['confirmed', -1])
  expect(await onOpened.alarms()).toEqual(['case lane Solana:1', 'frozen network test:Solana'])
})

test('a shared account holds the tokens of its sells and the tokens that belong to no sell', async () => {
  const { address } = await shared.sell(1_000)
  shared.script.send(address, 1_000_00n)
  shared.script.send('nobody’s number', 7_00n)
  shared.script.mine()
  await shared.look()
  await look(shared, onShared, 2)
  expect(await onShared.stateOf('deposits', 'Stellar')).toEqual(['agrees', 0])
  shared.clock.advance(11 * MINUTE_MS)
  await shared.look()
  await shared.sweepNow()
  shared.script.land()
  await look(shared, onShared, 2)
  expect(await onShared.stateOf('deposits', 'Stellar')).toEqual(['agrees', 0])
  expect(await onShared.stateOf('lane', 'Stellar:1')).toEqual(['agrees', 0])
  expect(await onShared.alarms()).toEqual([])
})

test('a deposit in the same block as a sweep stays, and is swept by the next call', async () => {
  const { address } = await shared.sell(2_000)
  shared.script.send(address, 2_000_00n)
  shared.script.mine()
  await shared.look()
  shared.clock.advance(11 * MINUTE_MS)
  await shared.look()
  await shared.sweepNow()
  await shared.sweepNow()
  shared.script.land(() => shared.script.send(address, 5_00n))
  await look(shared, onShared, 2)
  expect(await onShared.stateOf('deposits', 'Stellar')).toEqual(['agrees', 0])
  expect(await onShared.stateOf('lane', 'Stellar:1')).toEqual(['agrees', 0])
  shared.clock.advance(11 * MINUTE_MS)
  await shared.look()
  await shared.sweepNow()
  await shared.sweepNow()
  shared.script.land()
  await look(shared, onShared, 2)
  const { rows } = await shared.owner.query(
    'select swept_minor::text as minor from deposit_sweep where address = $1 order by block',
    [address],
  )
  expect(rows).toEqual([{ minor: '200000' }, { minor: '500' }])
  expect(await onShared.alarms()).toEqual([])
})

test('one missing kobo in the shared account freezes that network', async () => {
  shared.script.changeShared(-1n)
  shared.script.mine()
  await shared.look()
  await look(shared, onShared, 2)
  expect(await onShared.stateOf('deposits', 'Stellar')).toEqual(['confirmed', -1])
  expect(await onShared.alarms()).toEqual(['case deposits Stellar', 'frozen network test:Stellar'])
})
