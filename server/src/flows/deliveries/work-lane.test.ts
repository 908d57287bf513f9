import { afterAll, expect, test } from 'vitest'
import { createLaneWorld, unheard } from '../../../test/lane-world.ts'
import { selectSettlementOf } from '../../../test/settlement-of.ts'
import type { Chain } from '../../movements/transfers/chain.ts'
import {
  finishTransfers,
  listOut,
  openTransfers,
  storeSigned,
} from '../../movements/transfers/transfer-store.ts'
import { readWake } from '../../records/transactions/wake-store.ts'
import { advanceLane } from './work-lane.ts'

const world = await createLaneWorld()
const { evm, worker, clock, lane } = world
afterAll(world.close)

test('cleared buys are opened, signed, sent and completed together, exact to the kobo', async () => {
  const buys = await world.clear(12)
  await world.round()
  expect(await world.statusOf(buys[0] ?? '')).toBe('sending')
  expect(await world.findings()).toEqual([])
  await world.settle()
  for (const [place, buy] of buys.entries()) {
    expect(await world.statusOf(buy)).toBe('completed')
    expect(await world.delivered(buy)).toBe(BigInt(1_000 + place - 1) * 100n)
    expect(await world.held(buy)).toBe(0n)
  }
  expect(await selectSettlementOf(world.owner, buys[0] ?? '')).toMatchObject({
    completedAt: expect.any(Date),
    sessionIds: [expect.any(String)],
    hashes: [expect.stringMatching(/^0x[0-9a-f]{64}$/)],
  })
  expect(await world.findings()).toEqual([])
})

test('a signed transfer keeps the earlier wake-up, and a look at that time sets the next one', async () => {
  const [buy = ''] = await world.clear(1)
  const cleared = await readWake(worker, buy)
  await world.round()
  expect(await world.statusOf(buy)).toBe('sending')
  expect(await readWake(worker, buy)).toEqual(cleared)

  const { rows } = await world.owner.query(
    'select look_at_buy(id, version, $2) as at from transaction where id = $1',
    [buy, cleared?.dueAt],
  )
  expect(rows[0]?.at.getTime()).toBeGreaterThan(cleared?.dueAt.getTime() ?? Number.NaN)
  await world.settle()
  expect(await readWake(worker, buy)).toBeUndefined()
})

test('after a crash following the first commit, the unsigned locks are signed later', async () => {
  const [buy = ''] = await world.clear(1)
  const held = await world.hold()
  await worker.query('select note_reading($1, $2, 100000000, 1000, 1, $3)', [
    lane.id,
    held.fence,
    clock.now(),
  ])
  const [opened] = await openTransfers(worker, held, 50, clock.now())
  await world.release(held)
  expect(await world.statusOf(buy)).toBe('cleared')
  expect(await world.findings()).toEqual([])

  await world.round()
  await world.settle()
  expect(await world.transfersOf(buy)).toMatchObject([{ lock: String(opened?.lock), state: 'final_ok' }])
  expect(await world.delivered(buy)).toBe(99_900n)
})

test('after a crash with signed bytes that were not stored, the lock is signed again and paid once', async () => {
  const [buy = ''] = await world.clear(1)
  const held = await world.hold()
  await worker.query('select note_reading($1, $2, 100000000, 1000, 1, $3)', [
    lane.id,
    held.fence,
    clock.now(),
  ])
  const [opened] = await openTransfers(worker, held, 50, clock.now())
  if (opened === undefined) throw new Error('nothing was opened')
  const terms = await evm.chain.suggestTerms(AbortSignal.timeout(5_000))
  const unsigned = await evm.chain.prepare({ from: lane.address, ...opened, terms })
  await world.signer.sign(
    [{ transferId: opened.transferId, kind: 'pay', unsigned }],
    AbortSignal.timeout(5_000),
  )
  await world.release(held)

  await world.round()
  await world.settle()
  expect(await world.transfersOf(buy)).toMatchObject([{ state: 'final_ok', kinds: ['pay'] }])
  expect(await world.delivered(buy)).toBe(99_900n)
})

test('after a crash following the second commit, the stored bytes are sent later unchanged', async () => {
  const [buy = ''] = await world.clear(1)
  await world.round(unheard(evm.chain))
  await world.settle()
  expect(await world.delivered(buy)).toBe(0n)
  clock.advance(31_000)
  await world.round()
  await world.settle()
  expect(await world.transfersOf(buy)).toMatchObject([{ state: 'final_ok', kinds: ['pay'], sent_count: 2 }])
  expect(await world.delivered(buy)).toBe(99_900n)
})

test('an outcome that is reported twice is recorded once', async () => {
  const [buy = ''] = await world.clear(1)
  await world.round()
  await evm.mine(1)
  await evm.finalize()
  const held = await world.hold()
  const out = await listOut(worker, lane.id, 10)
  const [status] = await evm.chain.status(lane.address, out, AbortSignal.timeout(5_000))
  if (status?.state !== 'final_ok') throw new Error(`it is ${status?.state}`)
  const end = { ...status, transferId: out[0]?.transferId ?? '', state: 'final_ok' as const }
  expect(await finishTransfers(worker, held, [end], clock.now())).toBe(1)
  expect(await finishTransfers(worker, held, [end], clock.now())).toBe(0)
  await world.release(held)
  await world.round()
  expect(await world.statusOf(buy)).toBe('completed')
  expect(await world.findings()).toEqual([])
})

test('of two workers in one lane, one works and the other can write nothing', async () => {
  const [buy = ''] = await world.clear(1)
  const first = await world.hold(1)
  await new Promise((resolve) => setTimeout(resolve, 20))
  const second = await world.hold()
  await expect(world.hold()).rejects.toThrow('held by another')
  const refused = { code: 'AF050' }
  await expect(openTransfers(worker, first, 50, clock.now())).rejects.toMatchObject(refused)
  await expect(storeSigned(worker, first, [], clock.now())).rejects.toMatchObject(refused)
  await expect(finishTransfers(worker, first, [], clock.now())).rejects.toMatchObject(refused)
  await world.release(first)
  await expect(world.hold()).rejects.toThrow('held by another')
  await world.release(second)
  await world.round()
  await world.settle()
  expect(await world.delivered(buy)).toBe(99_900n)
})

test('one call works until nothing is left, and then returns when the lane is due next', async () => {
  const [buy = ''] = await world.clear(1)
  const times = { ...world.deps.times, pauseMs: 50, callMs: 60_000 }
  const working = advanceLane({ ...world.deps, times }, lane.id)
  await expect.poll(async () => world.statusOf(buy)).toBe('sending')
  await evm.mine(1)
  await evm.finalize()
  await working
  expect(await world.statusOf(buy)).toBe('completed')
  const { rows } = await world.owner.query('select due_at, failure_count from wake where subject_id = $1', [
    lane.id,
  ])
  expect(rows[0]).toEqual({ due_at: new Date(clock.now().getTime() + times.idleMs), failure_count: 0 })
})

test('nothing is opened on a chain that differs from the settings', async () => {
  const [buy = ''] = await world.clear(1)
  const other: Chain = {
    ...evm.chain,
    check: async () => {
      throw new Error('chain 1 answers, and 80002 was expected')
    },
  }
  await expect(world.round(other)).rejects.toThrow('80002 was expected')
  expect(await world.transfersOf(buy)).toEqual([])
  await world.round()
  await world.settle()
  expect(await world.statusOf(buy)).toBe('completed')
})
