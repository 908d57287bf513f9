import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createOtherNetworkWorld } from '../../../test/other-network-world.ts'

let world: Awaited<ReturnType<typeof createOtherNetworkWorld>>
beforeAll(async () => {
  world = await createOtherNetworkWorld({ network: 'Solana' })
  await world.fund({ network: 'Solana', number: world.lane.number }, 1_000_000)
  world.script.change(world.lane.address, 1_000_000_00n)
})
afterAll(async () => world?.close())
afterEach(async () => {
  world.theJournalSays(0n)
  await world.owner.query(
    `update freeze_order set lifted_by = gen_random_uuid()::text, lifted_reason = 'a test', lifted_at = now() where lifted_at is null`,
  )
})

const frozen = async () => {
  const { rows } = await world.owner.query<{ words: string }>(
    `select btrim(scope || ' ' || subject) || ': ' || reason as words from freeze_order where lifted_at is null`,
  )
  return rows.map(({ words }) => words)
}

/** Simulates a restore: the rows have fewer locks than were used, and the server was restarted. */
const forget = async (locks: number): Promise<void> => {
  const client = await world.superuser.connect()
  await client.query('begin')
  await client.query('set local session_replication_role = replica')
  await client.query('set local search_path = afara')
  await client.query('update lane set next_lock = next_lock - $1, checked_start = null where id = $2', [
    locks,
    world.lane.id,
  ])
  await client.query('commit')
  client.release()
}

test('a lock that landed out of order before a restore freezes everything outgoing, with the reason', async () => {
  const [first = ''] = await world.clear(3, 1_000, 'Solana')
  await world.round()
  // The last of three transfers lands first. The signer's journal has all of them, the restored rows none.
  world.script.land(({ lock }) => lock === '2')
  await forget(3)
  world.theJournalSays(3n)
  await world.round()
  expect(await frozen()).toEqual([
    "all: the chain or the signer's journal is ahead of the database: Solana lane 1: the next lock is 0 in the database, 3 on the chain, 3 in the signer's journal",
  ])
  expect(await world.casesOf('restored')).toBe(1)
  const before = await world.statusOf(first)
  await world.round()
  expect(await world.statusOf(first)).toBe(before)
  const { rows } = await world.owner.query('select state from lane where id = $1', [world.lane.id])
  expect(rows).toEqual([{ state: 'halted' }])
})

test('locks that are neither in our rows nor in the journal freeze their network', async () => {
  await world.owner.query(
    `update lane set state = 'active', halted_because = null, checked_start = null where id = $1`,
    [world.lane.id],
  )
  await world.round()
  expect(await frozen()).toEqual([
    "network test:Solana: somebody else has the key of a lane: Solana lane 1: the next lock is 0 in the database, 3 on the chain, 0 in the signer's journal",
  ])
})
