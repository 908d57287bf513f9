import { encodeAbiParameters, encodeFunctionData, type Hex, keccak256, parseAbi, toHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDepositWorld } from '../../../test/deposit-world.ts'
import { createReconciler } from '../../../test/reconcile-world.ts'

const world = await createDepositWorld()
const reconciler = createReconciler(world, { deposits: world.deps().watched })
const { look, stateOf, alarms } = reconciler
const abi = parseAbi(['function transfer(address to, uint256 value) returns (bool)'])
const KOBO = 10_000n

/** Sends tokens with the lane's own key that the ledger does not know. */
async function moveOut(units: bigint): Promise<void> {
  await world.evm.ask('anvil_impersonateAccount', world.evm.lane)
  const data = encodeFunctionData({ abi, functionName: 'transfer', args: [world.customer as Hex, units] })
  await world.sendAs(world.evm.lane, { to: world.evm.token, data })
  await world.settle()
}

async function lift(): Promise<void> {
  await world.owner.query(
    `update freeze_order set lifted_by = gen_random_uuid()::text, lifted_reason = 'a test', lifted_at = now() where lifted_at is null`,
  )
}

beforeAll(async () => {
  await world.owner.query('update lane set checked_start = pg_postmaster_start_time()')
  await world.fund({ network: 'Polygon', number: world.lane.number }, 1_000_000)
  await world.owner.query(
    `select post_entry(uuidv7(), 'test', null, 'test', now(), '{gas}', '{Polygon}', '{capital}', '{""}', '{POL}', '{100000000000000000000}')`,
  )
})
afterAll(async () => {
  await reconciler.close()
  await world.close()
})

test('a wallet that matches the ledger agrees, and is recorded once', async () => {
  await world.settle()
  await look(3)
  expect(reconciler.failures).toEqual([])
  expect(await stateOf('lane', 'Polygon:1')).toEqual(['agrees', 0])
  expect(await stateOf('deposits', 'Polygon')).toEqual(['agrees', 0])
  expect(await stateOf('gas', 'Polygon')).toEqual(['agrees', 0])
  const { rows } = await world.owner.query(`select from reconciliation where scope_kind = 'lane'`)
  expect(rows).toHaveLength(1)
})

test('deposits, sweeps and fractions of a kobo are no differences', async () => {
  const sells = [await world.sell(1_000), await world.sell(2_000)]
  for (const { address } of sells) await world.send(address, 1_000_005_123n)
  await world.settle()
  await look(1)
  expect(await stateOf('deposits', 'Polygon')).toEqual(['agrees', 0])
  await world.sweep(sells.map(({ id }) => id))
  await world.settle()
  await look(2)
  expect(await stateOf('deposits', 'Polygon')).toEqual(['agrees', 0])
  expect(await stateOf('lane', 'Polygon:1')).toEqual(['agrees', 0])
  expect(await alarms()).toEqual([])
})

test('one kobo that leaves a wallet by its own key freezes only that network, after two passes', async () => {
  await moveOut(KOBO)
  await look(1)
  expect(await stateOf('lane', 'Polygon:1')).toEqual(['differs', -1])
  expect(await alarms()).toEqual([])
  await look(1)
  expect(await alarms()).toEqual(['case lane Polygon:1', 'frozen network test:Polygon'])
})

test('when the kobo is back the case closes, and operators must lift the freeze', async () => {
  await world.send(world.evm.lane, KOBO)
  await world.settle()
  await look(1)
  expect(await stateOf('lane', 'Polygon:1')).toEqual(['agrees', 0])
  expect(await alarms()).toEqual(['frozen network test:Polygon'])
  await lift()
})

test('one extra kobo in a wallet waits in suspense under a case, and nothing is frozen', async () => {
  await world.send(world.evm.lane, KOBO)
  await world.settle()
  await look(3)
  expect(await stateOf('lane', 'Polygon:1')).toEqual(['agrees', 0])
  expect(await alarms()).toEqual(['case lane Polygon:1'])
  const { rows } = await world.owner.query<{ amount: string }>(
    `select p.amount_minor::text as amount from entry e join posting p on p.entry_id = e.id
     where e.step = 'surplus_found' and p.debit_owner = 'Polygon:1' and p.credit_kind = 'suspense'`,
  )
  expect(rows).toEqual([{ amount: '1' }])
})

test('a deposit address that holds less than its deposits is found by its balance', async () => {
  const sell = await world.sell(5_000)
  await world.send(sell.address, 5_000_000_000n)
  await world.settle()
  await look(1)
  expect(await stateOf('deposits', 'Polygon')).toEqual(['agrees', 0])
  // Changes the balance in the token's storage without a transfer.
  const place = keccak256(
    encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [sell.address as Hex, 0n]),
  )
  await world.evm.ask(
    'anvil_setStorageAt',
    world.evm.token,
    place,
    toHex(5_000_000_000n - KOBO, { size: 32 }),
  )
  await world.settle()
  await look(2)
  expect(await stateOf('deposits', 'Polygon')).toEqual(['confirmed', -1])
  expect(await alarms()).toEqual([
    'case deposits Polygon',
    'case lane Polygon:1',
    'frozen network test:Polygon',
  ])
})
