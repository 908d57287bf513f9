import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDepositWorld } from '../../../test/deposit-world.ts'
import { newId } from '../../kernel/ids/ids.ts'
import { listCursors } from '../../movements/deposits/cursor-store.ts'
import { advanceDeposits } from './advance-deposits.ts'
import { watchTimes } from './deposit-deps.ts'

let world: Awaited<ReturnType<typeof createDepositWorld>>
let cursorId = ''
beforeAll(async () => {
  world = await createDepositWorld()
  cursorId = (await listCursors(world.worker))[0]?.id ?? ''
})
afterAll(async () => {
  await world.close()
})

const advance = async () =>
  advanceDeposits({ ...world.deps(), times: { ...world.deps().times, pauseMs: 50, callMs: 200 } }, cursorId)
const wake = async () => {
  const { rows } = await world.owner.query<{ failures: number; last_error: string | null }>(
    'select failure_count as failures, last_error from wake where subject_id = $1',
    [cursorId],
  )
  return rows[0]
}

const dueIn = async () => {
  const { rows } = await world.owner.query<{ due_at: Date }>(
    'select due_at from wake where subject_id = $1',
    [cursorId],
  )
  return (rows[0]?.due_at.getTime() ?? 0) - world.clock.now().getTime()
}

test('a call of Restate runs passes until its time is over, and requests the next call', async () => {
  const { id, address } = await world.sell(100)
  await world.send(address, 100_000_000n)
  await world.evm.mine(4)
  const nudge = await advance()
  expect(await world.statusOf(id)).toBe('deposit_received')
  expect(nudge).toMatchObject({ subjectId: cursorId, type: 'deposits' })
})

test('a network without sells is read rarely, and a new sell has it read at once', async () => {
  world.clock.advance(2 * 3_600_000)
  await advance()
  expect(await dueIn()).toBe(watchTimes.idleMs)
  await world.sell(100)
  expect(await dueIn()).toBe(0)
  await advance()
  expect(await dueIn()).toBe(50)
  // A second sell within five minutes writes nothing.
  await world.sell(100)
  expect(await dueIn()).toBe(50)
})

test('a sell that is accepted while a network is being read makes it due again', async () => {
  world.clock.advance(2 * 3_600_000)
  const chain = world.nodeAt(world.evm.proxy.url)
  const head: typeof chain.head = async (signal) => {
    const read = await chain.head(signal)
    await world.sell(100)
    return read
  }
  world.watchWith({ chain: { ...chain, head } })
  await advance()
  expect(await dueIn()).toBe(0)
  world.watchWith({ chain })
})

test('an unreachable node is a failure with a reason, and the next pass continues from the same block', async () => {
  const { id, address } = await world.sell(100)
  await world.send(address, 100_000_000n)
  await world.evm.mine(4)
  world.evm.setFault('error_500')
  world.clock.advance(10_000)
  await advance()
  expect(await wake()).toMatchObject({ failures: 1, last_error: expect.stringMatching(/500/) as string })
  world.evm.setFault('none')
  world.clock.advance(10_000)
  await advance()
  expect(await wake()).toMatchObject({ failures: 0, last_error: null })
  expect(await world.statusOf(id)).toBe('deposit_received')
})

test('an id of no watched network is refused', async () => {
  const unknown = newId()
  await world.owner.query(`insert into wake (subject_id, type, due_at) values ($1, 'deposits', $2)`, [
    unknown,
    world.clock.now(),
  ])
  await advanceDeposits(world.deps(), unknown).catch(() => undefined)
  expect(world.notices.at(-1)).toMatch(/no watched network/)
})
