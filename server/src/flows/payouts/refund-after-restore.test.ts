import { afterAll, expect, test } from 'vitest'
import { createRefundWorld } from '../../../test/refund-world.ts'
import { newId } from '../../kernel/ids/ids.ts'

const world = await createRefundWorld()
const { owner, clock } = world
afterAll(world.close)

/** Tokens left for it before a restore, on a lock that nobody has taken since. */
async function rememberSent(id: string): Promise<void> {
  const laneId = newId()
  await owner.query(`select open_lane($1, 'test', 'Polygon', $2, $3, 1, $4)`, [
    laneId,
    Math.floor(Math.random() * 1_000_000) + 1,
    `0x${newId().replaceAll('-', '').padStart(40, '0')}`,
    clock.now(),
  ])
  await owner.query(
    `insert into adopted_lock (lane_id, lock, right_key, transfer_id, right_id, transaction_id, address, tokens_minor, attempts, credits,
       case_id, state, proposed_at, adopted_at)
     select $2, 0, format('%s/%s/%s/delivery/1', t.business_id, t.mode, t.reference), $3, $3, $3, 'a wallet', 100, '[]', '[]', $3,
       'waiting', $4, $4 from transaction t where t.id = $1`,
    [id, laneId, newId(), clock.now()],
  )
}

test('naira of a buy whose tokens left before a restore does not go back, whoever decides it', async () => {
  const id = await world.partPaid(await world.openCollection(), 5_000)
  await rememberSent(id)
  await expect(world.giveBack(id)).rejects.toThrow(/before the database was restored/)
  expect(await world.legsOf(id)).toEqual([])
})

test('nor by itself, where it was decided before anybody knew of the lock: people are asked', async () => {
  const id = await world.partPaid(await world.openCollection(), 5_000)
  await world.giveBack(id)
  await owner.query(`delete from payout_order where transaction_id = $1`, [id])
  await rememberSent(id)
  await world.look(id)
  const { rows } = await owner.query(`select from payout_order where transaction_id = $1`, [id])
  expect(rows).toEqual([])
  expect(await world.caseOf(id, 'restored')).toBeDefined()
})
