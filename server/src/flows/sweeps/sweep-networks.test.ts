import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSweepWorld } from '../../../test/sweep-world.ts'
import { findOutSweep } from '../../movements/treasury/sweep-store.ts'

const NAIRA = 1_000_000n
const MINUTE_MS = 60_000

let world: Awaited<ReturnType<typeof createSweepWorld>>
beforeAll(async () => {
  world = await createSweepWorld()
})
afterAll(async () => world?.close())

/** Returns the addresses of sells whose tokens have arrived. */
async function arrived(count: number, naira = 100): Promise<string[]> {
  const sells = await Promise.all(Array.from({ length: count }, async () => world.sell(naira)))
  for (const { address } of sells) await world.send(address, BigInt(naira) * NAIRA)
  await world.settle()
  return sells.map(({ address }) => address)
}

const floatIsChain = async (): Promise<void> => {
  const float = await world.sumOf('float', `Polygon:${world.lane.number}`)
  const onChain = await world.evm.tokensOf(world.evm.lane)
  expect(BigInt(float)).toBe(onChain - BEFORE)
}
// The lane's wallet starts with these tokens, which the ledger of this test lacks.
const BEFORE = 1_000_000_00n

test('a small new deposit waits', async () => {
  const [address = ''] = await arrived(1)
  await world.sweepNow()
  expect(await world.sweeps()).toEqual([])
  expect(await world.evm.tokensOf(address)).toBe(100_00n)
  expect(await world.sumOf('deposit', 'Polygon')).toBe(100_00)
})

test('three deposits that have waited long enough are swept automatically, and ledger and chain agree', async () => {
  const addresses = await arrived(2)
  world.clock.advance(11 * MINUTE_MS)
  await world.sweepNow()
  expect(await world.sweeps()).toEqual(['signed 3/1'])
  await world.settle()
  for (const address of addresses) expect(await world.evm.tokensOf(address)).toBe(0n)
  expect(await world.sumOf('deposit', 'Polygon')).toBe(0)
  expect(await world.sumOf('float', `Polygon:${world.lane.number}`)).toBe(300_00)
  await floatIsChain()
  await world.sweepNow()
  expect(await world.sweeps()).toEqual(['final_ok 3/1'])
  expect(await world.gasInBooks()).toBe(await world.gasOnChain())
  expect(await world.gasInBooks()).toBeLessThan(10n ** 18n)
  expect(await world.findings()).toEqual([])
})

test('a large deposit does not wait, and two workers send one call', async () => {
  await arrived(2, 600_000)
  await Promise.all([world.sweepNow(), world.sweepNow()])
  await world.sweepNow()
  expect((await world.sweeps()).slice(1)).toEqual(['signed 2/1'])
  await world.settle()
  await world.sweepNow()
  expect((await world.sweeps()).slice(1)).toEqual(['final_ok 2/1'])
  await floatIsChain()
})

test('a call that is sent twice costs gas twice and changes nothing else', async () => {
  const addresses = await arrived(1)
  world.clock.advance(11 * MINUTE_MS)
  await world.sweepNow()
  const items = (await findOutSweep(world.owner, world.chain))?.items ?? []
  await world.settle()
  await world.sweepNow()
  const float = await world.sumOf('float', `Polygon:${world.lane.number}`)
  const reading = await world.chain.read(AbortSignal.timeout(5_000))
  const terms = await world.chain.suggestTerms(items, AbortSignal.timeout(5_000))
  if (terms === undefined) throw new Error('it would fail')
  const order = {
    mode: 'test',
    network: 'Polygon',
    nonce: reading.nonceLatest,
    items,
    terms,
  } as const
  const again = await world.deps.signer.signSweep(order, AbortSignal.timeout(5_000))
  if (again.outcome !== 'signed') throw new Error(again.message)
  expect(await world.chain.broadcast(again.raw, AbortSignal.timeout(5_000))).toBe('taken')
  await world.settle()
  expect(await world.sumOf('float', `Polygon:${world.lane.number}`)).toBe(float)
  expect(await world.evm.tokensOf(addresses[0] ?? '')).toBe(0n)
  await floatIsChain()
})

test('a call that is in no block is sent again with higher fees, on the same nonce, and sweeps once', async () => {
  await arrived(1)
  world.clock.advance(11 * MINUTE_MS)
  const before = (await world.sweeps()).length
  await world.sweepNow()
  // The node drops the transaction.
  await world.evm.ask('anvil_dropAllTransactions')
  await world.sweepNow()
  world.clock.advance(MINUTE_MS)
  await world.sweepNow()
  expect((await world.sweeps()).slice(before)).toEqual(['signed 1/2'])
  await world.settle()
  await world.sweepNow()
  expect((await world.sweeps()).slice(before)).toEqual(['final_ok 1/2'])
  await floatIsChain()
})

test.each([0, 1])(
  'a nonce that another transaction used ends the call, and its deposits are swept again (after %s failures)',
  async (failures) => {
    const [address = ''] = await arrived(1)
    world.clock.advance(11 * MINUTE_MS)
    await world.owner.query('update unswept_deposit set failures = $2, due_at = $3 where address = $1', [
      address,
      failures,
      world.clock.now(),
    ])
    const before = (await world.sweeps()).length
    await world.sweepNow()
    await world.evm.ask('anvil_dropAllTransactions')
    await world.evm.ask('anvil_impersonateAccount', world.sweeper)
    await world.sendAs(world.sweeper, { to: world.sweeper, data: '0x' })
    await world.evm.ask('anvil_stopImpersonatingAccount', world.sweeper)
    await world.evm.mine(1)
    await world.evm.finalize()
    await world.sweepNow()
    expect((await world.sweeps()).slice(before)).toEqual(['void 1/1'])
    await world.sweepNow()
    await world.settle()
    await world.sweepNow()
    expect((await world.sweeps()).slice(before)).toEqual(['void 1/1', 'final_ok 1/1'])
    await floatIsChain()
  },
)

test('while the network is frozen nothing is swept, and deposits held by a sanctions list stay at their address', async () => {
  const [address = ''] = await arrived(1)
  world.clock.advance(11 * MINUTE_MS)
  const before = (await world.sweeps()).length
  const { rows } = await world.owner.query<{ id: string }>(
    `select open_case(uuidv7(), 'test', 'screening_hit', null, null, transaction_id, null, 'a test', '{}', null, now(), now()) as id
     from deposit_address where address = $1`,
    [address],
  )
  await world.sweepNow()
  expect((await world.sweeps()).length).toBe(before)
  await world.owner.query(`select close_case($1, '{"action": "dismiss", "reason": "a test"}', now())`, [
    rows[0]?.id,
  ])
  await world.owner.query(`select place_freeze('network', 'test:Polygon', 'a test', 'system:test', $1)`, [
    world.clock.now(),
  ])
  await world.sweepNow()
  expect((await world.sweeps()).length).toBe(before)
})
