import { afterAll, beforeEach, expect, test } from 'vitest'
import { createLaneWorld, unheard } from '../../../test/lane-world.ts'
import type { Chain } from '../../movements/transfers/chain.ts'
import { closeOutlivedCases } from '../../records/cases/case-store.ts'

const world = await createLaneWorld()
const { evm, owner, clock, lane, laneState, openCases } = world
afterAll(world.close)
beforeEach(async () => {
  world.theSigner('signs')
  await world.round()
  await world.settle()
})

const soon = () => AbortSignal.timeout(5_000)

test('a lock used by an unknown transaction halts the lane, and its money stays held', async () => {
  const [buy = ''] = await world.clear(1)
  await world.round(unheard(evm.chain))
  const [transfer] = await world.transfersOf(buy)
  await evm.strangerUses(BigInt(transfer?.lock ?? 0))
  const [next = ''] = await world.clear(1)
  await world.settle()
  expect(await world.transfersOf(buy)).toMatchObject([{ state: 'conflict' }])
  expect(await world.statusOf(buy)).toBe('sending')
  expect(await laneState()).toMatchObject({ state: 'halted' })
  expect(await openCases('lane_halted')).toBe(1)

  await world.round()
  expect(await world.transfersOf(next)).toEqual([])
  expect(await world.findings()).toEqual([])
  await owner.query(`select move_lane($1, 'active', null, $2)`, [lane.id, clock.now()])
  await world.round()
  await world.settle()
  expect(await world.statusOf(next)).toBe('completed')

  // Two operators found that the unknown transaction paid nobody.
  expect(await world.casesOf(buy)).toEqual(['lane_halted'])
  await world.decide(buy, { action: 'not_paid' })
  expect(await world.statusOf(buy)).toBe('send_failed')
  expect(await world.casesOf(buy)).toEqual(['send_failed'])
  expect(await world.findings()).toEqual([])
  await world.decide(buy, { action: 'retry_send' })
  await world.round()
  await world.settle()
  expect(await world.statusOf(buy)).toBe('completed')
  expect(await world.delivered(buy)).toBe(99_900n)
  expect(await world.findings()).toEqual([])
})

test('a false conflict from one node ends with a correct reading, or with a decision of operators', async () => {
  const [one = '', other = ''] = await world.clear(2)
  await world.round()
  await evm.finalize()
  const lying: Chain = {
    ...evm.chain,
    status: async (_, out) => out.map(() => ({ state: 'conflict', detail: 'a receipt without logs' })),
  }
  await world.round(lying)
  expect(await laneState()).toMatchObject({ state: 'halted' })
  expect([await world.casesOf(one), await world.casesOf(other)]).toEqual([['lane_halted'], ['lane_halted']])
  await world.round(lying)

  await world.decide(other, { action: 'was_paid' })
  expect(await world.statusOf(other)).toBe('completed')
  await expect(world.decide(one, { action: 'retry_send' })).rejects.toMatchObject({
    code: 'resolution_invalid',
  })
  await world.round()
  for (const buy of [one, other]) {
    expect(await world.statusOf(buy)).toBe('completed')
    expect(await world.casesOf(buy)).toEqual([])
    expect(await world.transfersOf(buy)).toMatchObject([{ state: 'final_ok' }])
  }
  expect(await world.findings()).toEqual([])
  await owner.query(`select move_lane($1, 'active', null, $2)`, [lane.id, clock.now()])
})

test('an outcome that only one of two nodes reports is stored with the answers of both nodes, and its case stays open until they agree', async () => {
  const [buy = ''] = await world.clear(1)
  await world.round()
  await evm.mine(1)
  await evm.finalize()
  const doubt = { chain: 'final_failed: 0x1 in block 7', witness: 'final_ok: 0x1 in block 7' }
  const doubtful = {
    ...evm.chain,
    status: async (_: string, out: readonly unknown[]) =>
      out.map(() => ({ state: 'pending' as const, doubt })),
  }
  await world.round(doubtful)
  await world.round(doubtful)
  expect(await world.statusOf(buy)).toBe('sending')
  expect(await openCases('nodes_disagree')).toBe(1)
  const { rows } = await owner.query(
    `select evidence from transfer where lane_id = $1 and state = 'signed'`,
    [lane.id],
  )
  expect(rows).toEqual([{ evidence: { doubt } }])
  await closeOutlivedCases(world.worker, clock.now())
  expect(await openCases('nodes_disagree')).toBe(1)
  await world.round()
  expect(await world.statusOf(buy)).toBe('completed')
  await closeOutlivedCases(world.worker, clock.now())
  expect(await openCases('nodes_disagree')).toBe(0)
  expect(await world.findings()).toEqual([])
})

test('a journal that is ahead of the rows freezes everything', async () => {
  const [buy = ''] = await world.clear(1)
  world.theJournalSays(1_000_000n)
  await owner.query('update lane set checked_start = null')
  await world.round()
  expect(await world.transfersOf(buy)).toEqual([])
  expect(await laneState()).toMatchObject({ state: 'halted' })
  expect(await openCases('restored')).toBe(1)
  const { rows } = await owner.query(`select scope, placed_by from freeze_order where lifted_at is null`)
  expect(rows).toEqual([{ scope: 'all', placed_by: 'system:lanes' }])
  world.theJournalSays(0n)
  await world.thaw()
  await owner.query(`select move_lane($1, 'active', null, $2)`, [lane.id, clock.now()])
})

test('a key that somebody else uses freezes its network in its mode, and a test key freezes nothing live', async () => {
  await owner.query(
    `select close_case(id, '{"action": "dismiss"}', $2) from case_file where facts ->> 'subject' = $1 and state = 'open'`,
    [lane.id, clock.now()],
  )
  const [buy = ''] = await world.clear(1)
  const { lockLatest } = await evm.chain.readLane({ address: evm.lane, nextLock: 0n }, soon())
  await evm.strangerUses(lockLatest)
  await evm.mine(1)
  await world.round()
  expect(await world.transfersOf(buy)).toEqual([])
  expect(await laneState()).toMatchObject({ state: 'halted' })
  expect([await openCases('lane_halted'), await openCases('restored')]).toEqual([1, 0])
  const { rows } = await owner.query(
    `select scope, subject, placed_by from freeze_order where lifted_at is null`,
  )
  expect(rows).toEqual([{ scope: 'network', subject: 'test:Polygon', placed_by: 'system:lanes' }])
})
