import { afterAll, beforeEach, expect, test } from 'vitest'
import { createLaneWorld } from '../../../test/lane-world.ts'
import { inTransaction } from '../../kernel/postgres/pool.ts'
import { openTransfers } from '../../movements/transfers/transfer-store.ts'

const world = await createLaneWorld()
const { evm, worker, owner, clock, lane } = world
afterAll(world.close)
beforeEach(async () => {
  // Finishes the transfers that the previous test left in flight.
  await world.round()
  await world.settle()
})

const open = async () => {
  const held = await world.hold()
  const at = clock.now()
  await worker.query('select note_reading($1, $2, 100000000, 1000, 1, $3)', [lane.id, held.fence, at])
  const opened = await openTransfers(worker, held, 50, at)
  await world.release(held)
  return opened
}
const casesAboutLane = async (kind: string) => {
  const { rows } = await owner.query<{ state: string }>(
    `select state from case_file where kind = $1 and facts ->> 'subject' = $2 order by opened_at`,
    [kind, lane.id],
  )
  return rows.map(({ state }) => state)
}

const summaries = async () => {
  const { rows } = await owner.query<{ summary: string }>(
    `select summary from case_file where facts ->> 'subject' = $1 and state <> 'resolved'`,
    [lane.id],
  )
  return rows.map(({ summary }) => summary)
}

test('a frozen delivery waits before it is opened, and continues when the freeze is lifted', async () => {
  const [buy = ''] = await world.clear(1)
  await world.freeze('all', '')
  await world.round()
  expect(await open()).toEqual([])
  expect(await world.statusOf(buy)).toBe('cleared')
  await world.thaw()
  await world.round()
  await world.settle()
  expect(await world.delivered(buy)).toBe(99_900n)
})

test('a freeze of one business delays no other, however many buys it has', async () => {
  const stopped = await world.openBusiness(1_000_000_000)
  const account = await world.openAccount(stopped)
  const theirs = await world.clear(3, 2_000, 'Polygon', { businessId: stopped, account })
  const [ours = ''] = await world.clear(1)
  await world.freeze('business', stopped)
  const held = await world.hold()
  await worker.query('select note_reading($1, $2, 100000000, 1000, 1, $3)', [
    lane.id,
    held.fence,
    clock.now(),
  ])
  expect(await openTransfers(worker, held, 2, clock.now())).toEqual([])
  expect(await openTransfers(worker, held, 2, clock.now())).toMatchObject([{ transactionId: ours }])
  await world.release(held)
  await world.thaw()
  await world.round()
  await world.settle()
  for (const buy of [ours, ...theirs]) expect(await world.statusOf(buy)).toBe('completed')
})

test('after a freeze between the first commit and the signature, the lock stays unsigned', async () => {
  const [buy = ''] = await world.clear(1)
  await open()
  await world.freeze('network', 'test:Polygon')
  await world.round()
  expect(await world.transfersOf(buy)).toMatchObject([{ state: 'reserved', kinds: [] }])
  await world.thaw()
  await world.round()
  await world.settle()
  expect(await world.delivered(buy)).toBe(99_900n)
})

test('after a freeze between signing and sending, the bytes are not sent', async () => {
  const [buy = ''] = await world.clear(1)
  world.theSigner(async () => {
    await world.freeze('all', '')
    return undefined
  })
  await world.round()
  world.theSigner('signs')
  expect(await world.transfersOf(buy)).toMatchObject([{ state: 'signed', kinds: ['pay'], sent_count: 0 }])
  clock.advance(60_000)
  await world.round()
  await world.settle()
  expect(await world.delivered(buy)).toBe(0n)
  await world.thaw()
  await world.round()
  await world.settle()
  expect(await world.delivered(buy)).toBe(99_900n)
  expect(await world.statusOf(buy)).toBe('completed')
})

test('a lock whose business is frozen is cancelled after a while, because all later locks wait for it', async () => {
  const stopped = await world.openBusiness(1_000_000_000)
  const account = await world.openAccount(stopped)
  const [theirs = ''] = await world.clear(1, 3_000, 'Polygon', { businessId: stopped, account })
  await open()
  await world.freeze('business', stopped)
  const [ours = ''] = await world.clear(1)
  await world.round()
  expect(await world.transfersOf(theirs)).toMatchObject([{ state: 'reserved' }])
  clock.advance(61_000)
  await world.round()
  await world.settle()
  expect(await world.transfersOf(theirs)).toMatchObject([{ state: 'final_void', kinds: ['cancel'] }])
  expect(await world.statusOf(theirs)).toBe('send_failed')
  expect(await world.held(theirs)).toBe(300_000n)
  await world.round()
  await world.settle()
  expect(await world.delivered(ours)).toBe(99_900n)
  expect(await world.findings()).toEqual([])
  await world.thaw()
})

test('a lien that is placed after a buy was cleared stops it before it is opened', async () => {
  const [buy = ''] = await world.clear(1)
  const { rows } = await owner.query<{ line_id: string }>(
    'select line_id from allocation where transaction_id = $1',
    [buy],
  )
  await owner.query(`select place_lien($1, null, 'system:test', 'somebody wants it back', $2)`, [
    rows[0]?.line_id,
    clock.now(),
  ])
  await world.round()
  expect(await world.statusOf(buy)).toBe('on_hold')
  expect(await world.casesOf(buy)).toEqual(['recall'])
  expect(await world.transfersOf(buy)).toEqual([])
  expect(await world.held(buy)).toBe(100_000n)
  expect(await world.findings()).toEqual([])
})

test('with too little float the large delivery waits, the small one is sent, and a case is open until there is enough', async () => {
  const [large = ''] = await world.clear(1, 2_000_000)
  const [small = ''] = await world.clear(1, 5_000)
  await world.round()
  await world.settle()
  expect(await world.delivered(small)).toBe(499_900n)
  expect(await world.statusOf(large)).toBe('cleared')
  expect(await casesAboutLane('cannot_deliver')).toEqual(['open'])
  expect(await summaries()).toEqual(['Polygon lane 1 has too little float in the ledger for its queue'])

  const second = await world.openLane({ naira: 3_000_000 })
  clock.advance(11_000)
  await world.round()
  expect(await world.waitingIn(large)).toBe(second.id)
  expect(await casesAboutLane('cannot_deliver')).toEqual(['open'])
  // No delivery waits here any more, so the lane lacks nothing.
  await world.round()
  expect(await casesAboutLane('cannot_deliver')).toEqual(['resolved'])
  await world.settle()
  expect(await world.findings()).toEqual([])
  await owner.query(`update lane set state = 'draining' where id = $1`, [second.id])
})

test('without enough gas nothing is opened, and no delivery is lost', async () => {
  const [buy = ''] = await world.clear(1)
  await evm.ask('anvil_setBalance', evm.lane, '0x1')
  await world.round()
  expect(await world.transfersOf(buy)).toEqual([])
  const [summary] = await summaries()
  expect(summary).toMatch(
    / has too little gas for its queue: send at least [0-9.]+ POL to 0x[0-9a-fA-F]{40}$/,
  )
  await evm.ask('anvil_setBalance', evm.lane, '0x56bc75e2d63100000')
  await world.round()
  await world.settle()
  expect(await world.delivered(buy)).toBe(99_900n)
})

test('a recall of a buy in flight waits for the chain, and then the business owes the amount', async () => {
  const [buy = ''] = await world.clear(1)
  const { rows } = await owner.query<{ line_id: string }>(
    'select line_id from allocation where transaction_id = $1',
    [buy],
  )
  await open()
  // The transaction is still cleared, and its naira is committed.
  await world.takeBack(rows[0]?.line_id ?? '')
  expect(await world.statusOf(buy)).toBe('cleared')
  await world.round()
  await world.settle()
  expect(await world.statusOf(buy)).toBe('completed')
  await worker.query('select take_back_waiting($1, $2)', [world.account.id, clock.now()])
  expect(await world.statusOf(buy)).toBe('recalled')
  const owed = await owner.query(`select account_sum('test', 'receivable', $1, 'NGN')::text as minor`, [
    world.business,
  ])
  expect(owed.rows[0]).toEqual({ minor: '100000' })
  expect(await world.findings()).toEqual([])
})

test('a recall at the same time as the opening of the transfer comes second, and the credit gets a lien', async () => {
  const [buy = ''] = await world.clear(1)
  const { rows } = await owner.query<{ line_id: string }>(
    'select line_id from allocation where transaction_id = $1',
    [buy],
  )
  const lineId = rows[0]?.line_id ?? ''
  const held = await world.hold()
  await worker.query('select note_reading($1, $2, 100000000, 1000, 1, $3)', [
    lane.id,
    held.fence,
    clock.now(),
  ])
  const taking = await inTransaction(worker, async (sql) => {
    expect(await openTransfers(sql, held, 50, clock.now())).toHaveLength(1)
    const started = world.takeBack(lineId)
    await expect.poll(isWaiting).toBe(true)
    return { started }
  })
  await world.release(held)
  await taking.started
  expect(await world.statusOf(buy)).toBe('cleared')
  const liens = await owner.query('select 1 from credit_lien where line_id = $1 and lifted_at is null', [
    lineId,
  ])
  expect(liens.rowCount).toBe(1)
  expect(await world.findings()).toEqual([])
})

async function isWaiting(): Promise<boolean> {
  const { rows } = await world.superuser.query<{ waits: boolean }>(
    `select exists (select from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock') as waits`,
  )
  return rows[0]?.waits === true
}
