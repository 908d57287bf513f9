import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDepositWorld } from '../../../test/deposit-world.ts'
import { depositWindowMs } from '../../records/transactions/accepting/sell-store.ts'
import { findDrivenSells, mayWindowClose } from '../../records/transactions/clearing/sell-clearing-store.ts'
import { moveTransaction } from '../../records/transactions/transaction-store.ts'

const NAIRA = 1_000_000n
const MINUTE_MS = 60_000

let world: Awaited<ReturnType<typeof createDepositWorld>>
beforeAll(async () => {
  world = await createDepositWorld()
})
afterAll(async () => world?.close())

/** Mines the next block with this timestamp and makes it final. */
async function mineAt(time: number): Promise<void> {
  await world.evm.ask('evm_setNextBlockTimestamp', Math.floor(time / 1000))
  await world.evm.mine(1)
  await world.evm.finalize()
}

/** Does what the driver does after the window has ended by its clock. */
async function closeWindow(id: string): Promise<string> {
  const [sell] = await findDrivenSells(world.worker, [id])
  if (sell === undefined) throw new Error('there is no such sell')
  if (!(await mayWindowClose(world.worker, sell, world.clock.now()))) return 'stays open'
  await moveTransaction(world.worker, sell, { event: 'window_closed', at: world.clock.now() })
  return world.statusOf(id)
}

const openCases = async (): Promise<number> => {
  const { rows } = await world.owner.query(
    `select from case_file where kind = 'chain_halted' and state <> 'resolved'`,
  )
  return rows.length
}

test('the deposit window is the same in the database and in the response', async () => {
  const { rows } = await world.owner.query<{ ms: string }>(
    'select (extract(epoch from deposit_window()) * 1000)::bigint::text as ms',
  )
  expect(Number(rows[0]?.ms)).toBe(depositWindowMs)
})

test('a sell whose tokens were sent in time does not expire before its network was read that far', async () => {
  const { id, address } = await world.sell(100)
  const until = world.clock.now().getTime() + depositWindowMs
  await world.send(address, 100n * NAIRA)
  await mineAt(until - MINUTE_MS)
  await mineAt(until + MINUTE_MS)
  // The node is unreachable for a day, and its blocks are not read.
  world.clock.advance(depositWindowMs + MINUTE_MS)
  expect(await closeWindow(id)).toBe('stays open')
  expect(await openCases()).toBe(0)
  world.clock.advance(20 * MINUTE_MS)
  expect(await closeWindow(id)).toBe('stays open')
  expect(await openCases()).toBe(1)
  const [sell] = await findDrivenSells(world.worker, [id])
  if (sell === undefined) throw new Error('there is no such sell')
  await expect(
    moveTransaction(world.worker, sell, { event: 'window_closed', at: world.clock.now() }),
  ).rejects.toMatchObject({ code: 'AF412' })
  await world.look()
  expect(await world.statusOf(id)).toBe('deposit_received')
})

test('a sell without a deposit expires when its network was read beyond the deposit window, and the case closes', async () => {
  const { id } = await world.sell(100)
  const until = world.clock.now().getTime() + depositWindowMs
  world.clock.advance(depositWindowMs + MINUTE_MS)
  expect(await closeWindow(id)).toBe('stays open')
  await mineAt(until - MINUTE_MS)
  await world.look()
  expect(await closeWindow(id)).toBe('stays open')
  await mineAt(until + MINUTE_MS)
  await world.look()
  expect(await closeWindow(id)).toBe('expired')
  expect(await openCases()).toBe(0)
})
