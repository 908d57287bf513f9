import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClearingWorld } from '../../../test/clearing-world.ts'

const world = await createClearingWorld()
const { owner, superuser, clock } = world
const SECOND = 1_000
const lanes: string[] = []

beforeAll(async () => {
  for (const number of [1, 2, 3]) lanes.push(await world.openLane(number))
})
afterAll(world.close)

/** Clears buys in one second, and returns the lanes that they go to. */
const clear = async (count: number): Promise<Set<string>> => {
  const buys = []
  for (let made = 0; made < count; made += 1) buys.push((await world.receive(20_000)).buy)
  for (const buy of buys) await world.advance(buy)
  const { rows } = await owner.query('select lane_id from delivery where transaction_id = any ($1)', [buys])
  expect(rows).toHaveLength(count)
  return new Set(rows.map(({ lane_id }) => lane_id))
}
const emptyLanes = async () => superuser.query('delete from afara.delivery')

test('the buys of a second go to the same lane, and every lane has its turn', async () => {
  const used = new Set<string>()
  for (let second = 0; second < 20; second += 1) {
    const chosen = await clear(2)
    expect(chosen.size).toBe(1)
    for (const lane of chosen) used.add(lane)
    await emptyLanes()
    clock.advance(SECOND)
  }
  expect(used).toEqual(new Set(lanes))
})

test('a lane in which a delivery has waited for two seconds gets no further ones', async () => {
  const [late] = await clear(1)
  for (let second = 0; second < 20; second += 1) {
    clock.advance(3 * SECOND)
    expect(await clear(1)).not.toContain(late)
    await superuser.query('delete from afara.delivery where lane_id <> $1', [late])
  }
  await emptyLanes()
})

test('a lane in which fifty deliveries wait gets no further ones', async () => {
  const [full] = await clear(1)
  await superuser.query(
    `insert into afara.delivery select gen_random_uuid(), mode, business_id, lane_id, network, address, amount_minor, fee_minor,
       tokens_minor, cleared_at, due_at, purpose from afara.delivery cross join generate_series(1, 49)`,
  )
  expect(await clear(1)).not.toContain(full)
  await emptyLanes()
})
