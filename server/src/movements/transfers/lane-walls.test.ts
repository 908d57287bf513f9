import { afterAll, expect, test } from 'vitest'
import { createDeliveryWorld } from '../../../test/delivery-world.ts'
import { newId } from '../../kernel/ids/ids.ts'

const world = await createDeliveryWorld()
const { owner, worker, clock } = world
afterAll(world.close)

test('a process that requests a lane for weeks gets a lease of two minutes', async () => {
  const lane = await world.openLane({ network: 'Avalanche' })
  await worker.query('select take_lane($1, $2, $3, $4)', [lane.id, 'a thief', clock.now(), 2_000_000_000])
  const { rows } = await owner.query<{ seconds: number }>(
    `select extract(epoch from lease_until - clock_timestamp())::float as seconds from lane where id = $1`,
    [lane.id],
  )
  expect(rows[0]?.seconds).toBeGreaterThan(60)
  expect(rows[0]?.seconds).toBeLessThanOrEqual(120)
})

test('an adopted lock without bytes in an abandoned lane keeps no buy there: operators send it through another lane', async () => {
  const [lost, lane] = [await world.openLane(), await world.openLane()]
  const [buy = ''] = await world.clear(1, 1_500)
  await owner.query('update delivery set lane_id = $2 where transaction_id = $1', [buy, lane.id])
  const { rows } = await owner.query<{ address: string; tokens: string; key: string }>(
    `select d.address, d.tokens_minor::text as tokens, format('%s/%s/%s/delivery/1', d.business_id, d.mode, t.reference) as key
     from delivery d join transaction t on t.id = d.transaction_id where d.transaction_id = $1`,
    [buy],
  )
  const [delivery] = rows
  await owner.query(
    `insert into adopted_lock (lane_id, lock, right_key, transfer_id, right_id, transaction_id, address, tokens_minor, attempts, credits,
       case_id, state, proposed_at, adopted_at)
     values ($1, 0, $2, $3, $4, $5, $6, $7, '[]', '[]', $8, 'waiting', $9, $9)`,
    [
      lost.id,
      delivery?.key,
      newId(),
      newId(),
      newId(),
      delivery?.address,
      delivery?.tokens,
      newId(),
      clock.now(),
    ],
  )
  await owner.query('update lane set next_lock = 1 where id = $1', [lost.id])
  await owner.query(`update lane set state = 'halted', halted_because = 'its key is lost' where id = $1`, [
    lost.id,
  ])
  await owner.query('update lane set abandoned_at = $2 where id = $1', [lost.id, clock.now()])

  const { rows: taken } = await worker.query<{ fence: string }>(
    'select take_lane($1, $2, $3, 60000) as fence',
    [lane.id, 'a worker', clock.now()],
  )
  const fence = taken[0]?.fence
  await worker.query('select check_lane($1, $2, 0, 0, $3)', [lane.id, fence, clock.now()])
  await worker.query('select note_reading($1, $2, $3, $4, 1, $5)', [
    lane.id,
    fence,
    10n ** 12n,
    10n ** 20n,
    clock.now(),
  ])
  await worker.query('select * from open_transfers($1, $2, 50, $3)', [lane.id, fence, clock.now()])
  const { rows: found } = await owner.query<{ status: string; state: string; lane_id: string }>(
    `select t.status, f.state, f.lane_id from transaction t join transfer_right r on r.transaction_id = t.id
     join transfer f on f.right_id = r.id where t.id = $1`,
    [buy],
  )
  expect(found).toEqual([{ status: 'send_failed', state: 'final_void', lane_id: lost.id }])
  // The buy no longer waits in the abandoned lane, and two operators send it through the other lane.
  expect(await world.waitingIn(buy)).toBeUndefined()
  await world.decide(buy, { action: 'retry_send' })
  expect(await world.waitingIn(buy)).toBe(lane.id)
})
