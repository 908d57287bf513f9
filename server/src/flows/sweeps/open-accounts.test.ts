import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOtherNetworkWorld } from '../../../test/other-network-world.ts'
import { listWatchedAddresses } from '../../movements/deposits/deposit-store.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const place = { mode: 'test', network: 'Solana' } as const

let world: Awaited<ReturnType<typeof createOtherNetworkWorld>>
beforeAll(async () => {
  world = await createOtherNetworkWorld({ network: 'Solana' })
  await world.fundGas('Solana:sweeper', world.script.gasOfSweeper())
})
afterAll(async () => world?.close())

const states = async (...addresses: string[]): Promise<string[]> => {
  const { rows } = await world.owner.query<{ state: string }>(
    `select a.state from unnest($1::text[]) with ordinality as x (address, place)
     join deposit_account a on a.address = x.address order by x.place`,
    [addresses],
  )
  return rows.map(({ state }) => state)
}
const watched = async () => listWatchedAddresses(world.worker, place, world.clock.now())

test('accounts for waiting sells are opened once, several in one call, whichever worker runs', async () => {
  const sells = [await world.sell(100), await world.sell(100), await world.sell(100)]
  const addresses = sells.map(({ address }) => address)
  expect(world.script.send(addresses[0] ?? '', 100_00n)).toBe(false)
  expect(await watched()).toEqual(expect.arrayContaining(addresses))
  await Promise.all([world.openNow(), world.openNow()])
  expect(world.notices).toEqual([])
  await world.openNow()
  expect(world.script.openings()).toBeLessThanOrEqual(3)
  world.script.land()
  expect(addresses.map(world.script.isOpen)).toEqual([true, true, true])
  world.clock.advance(5_000)
  await world.openNow()
  expect(await states(...addresses)).toEqual(['open', 'open', 'open'])
  const before = world.script.openings()
  world.clock.advance(5_000)
  await world.openNow()
  expect(world.script.openings()).toBe(before)
  // The cost is in the ledger when it is final.
  await world.sweepNow()
  expect(await world.gasInBooks('Solana:sweeper')).toBe(world.script.gasOfSweeper())
})

test('a call that is in no block is made again', async () => {
  const { address } = await world.sell(100)
  await world.openNow()
  world.clock.advance(5_000)
  await world.openNow()
  world.script.land()
  expect(world.script.isOpen(address)).toBe(true)
  await world.sweepNow()
  expect(await world.gasInBooks('Solana:sweeper')).toBe(world.script.gasOfSweeper())
})

test('a cancelled sell gets no account, and none is opened while the network is frozen', async () => {
  const over = await world.sell(100)
  await world.owner.query(`select from move_transaction($1, 1, 'cancelled', '{}', $2, null)`, [
    over.id,
    world.clock.now(),
  ])
  await world.openNow()
  expect(await states(over.address)).toEqual(['closed'])
  const { address } = await world.sell(100)
  const { rows } = await world.owner.query<{ id: string }>(
    `select place_freeze('network', 'test:Solana', 'a test', 'system:test', $1)`,
    [world.clock.now()],
  )
  expect(rows).toHaveLength(1)
  const before = world.script.openings()
  await world.openNow()
  expect(world.script.openings()).toBe(before)
  await world.owner.query(
    `update freeze_order set lifted_by = gen_random_uuid()::text, lifted_reason = 'a test', lifted_at = now() where lifted_at is null`,
  )
  await world.openNow()
  world.script.land()
  expect(world.script.isOpen(address)).toBe(true)
})

test('a partial deposit is not swept, because a sweep closes the account; a full deposit is swept, and the account is closed', async () => {
  const { id, address } = await world.sell(100)
  await world.openNow()
  world.script.land()
  expect(world.script.send(address, 40_00n)).toBe(true)
  world.script.mine()
  await world.look()
  expect(await world.statusOf(id)).toBe('part_deposited')
  world.clock.advance(11 * MINUTE_MS)
  await world.sweepNow()
  world.script.land()
  expect(world.script.isOpen(address)).toBe(true)

  expect(world.script.send(address, 60_00n)).toBe(true)
  world.script.mine()
  await world.look()
  expect(await world.statusOf(id)).toBe('deposit_received')
  world.clock.advance(11 * MINUTE_MS)
  await world.sweepNow()
  world.script.land()
  await world.sweepNow()
  expect(await states(address)).toEqual(['closed'])
  // The address is watched until its sweep was recorded.
  expect(await watched()).toContain(address)
  await world.look()
  const { rows } = await world.owner.query(
    'select swept_minor::text as minor from deposit_sweep where address = $1',
    [address],
  )
  expect(rows).toEqual([{ minor: '10000' }])
  expect(await world.gasInBooks('Solana:sweeper')).toBe(world.script.gasOfSweeper())
  expect(world.script.send(address, 1n)).toBe(false)
  world.clock.advance(2 * DAY_MS)
  expect(await watched()).not.toContain(address)
})

test('accounts that received nothing are closed after the deposit window, and their rent is returned to us', async () => {
  await world.openNow()
  const { rows } = await world.owner.query<{ id: string; version: number }>(
    `select t.id, t.version from transaction t join deposit_account a on a.transaction_id = t.id
     where a.state = 'open' and t.status = 'pending_deposit'`,
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { id, version } of rows)
    await world.owner.query(`select from move_transaction($1, $2, 'window_closed', '{}', $3, null)`, [
      id,
      version,
      world.clock.now(),
    ])
  world.clock.advance(2 * DAY_MS)
  const before = world.script.gasOfSweeper()
  for (let looks = 0; looks < 6; looks += 1) {
    await world.sweepNow()
    world.script.land()
    await world.sweepNow()
  }
  const open = await world.owner.query(`select from deposit_account where state <> 'closed'`)
  expect(open.rowCount).toBe(0)
  expect(world.script.gasOfSweeper()).toBeGreaterThan(before)
  expect(await world.gasInBooks('Solana:sweeper')).toBe(world.script.gasOfSweeper())
  expect((await world.findings()).filter(({ check }) => check !== 'check_freezes')).toEqual([])
})
