import { afterAll, expect, test } from 'vitest'
import { createAdoptionWorld } from '../../../test/adoption-world.ts'
import { newId } from '../../kernel/ids/ids.ts'

const world = await createAdoptionWorld()
const { owner, clock, lane } = world
afterAll(world.close)

const freezes = async () => {
  const { rows } = await owner.query<{ words: string }>(
    `select btrim(scope || ' ' || subject) as words from freeze_order where lifted_at is null`,
  )
  return rows.map(({ words }) => words)
}

/** Whether transfers that the database lacks may have spent the balance of a business. */
const mayBeSpent = async (business: string) => {
  const { rows } = await owner.query<{ may: boolean }>('select is_spending_uncompared_of($1) as may', [
    business,
  ])
  return rows[0]?.may
}

test('a promotion that lost a transfer stops its lane and its business, and nobody else', async () => {
  await owner.query('select begin_epoch($1)', [clock.now()])
  const lost = await world.cleared()
  const lock = await world.nextLock()
  const sent = await world.sign(lock, lost)
  await world.send(sent)
  world.theJournalSays(lock + 1n, [world.remember(lock, lost, [sent])])
  await owner.query('update lane set checked_start = null where id = $1', [lane.id])
  await world.round()
  expect(await freezes()).toEqual([`business ${world.business}`])
  expect(await world.caseOf(lane.id)).toBeDefined()
  expect([await mayBeSpent(world.business), await mayBeSpent(newId())]).toEqual([true, false])

  await world.adopt()
  await world.thaw()
  await world.round()
  await world.settle()
  expect(await world.statusOf(lost.transactionId)).toBe('completed')
  expect(await world.delivered(lost.transactionId)).toBe(lost.tokensMinor)
  expect(await world.findings()).toEqual([])
})

test.each([
  ['no business', []],
  ['a business that is not known', [newId()]],
  ['a known and an unknown business', [world.business, newId()]],
  ['a payment that names none', [world.business, null]],
])('after a promotion, a journal that names %s stops everything', async (_, businesses) => {
  await owner.query('select begin_epoch($1)', [clock.now()])
  await owner.query(`select freeze_forgotten($1, 'a journal is ahead', 'system:test', $2)`, [
    businesses,
    clock.now(),
  ])
  expect(await freezes()).toEqual(['all'])
  await world.thaw()
})

test('after a restart the database may be a copy of any age, so everything stops', async () => {
  await owner.query(`insert into database_epoch select max(epoch) + 1, $1, 'yesterday' from database_epoch`, [
    clock.now(),
  ])
  const lost = world.unknownBuy()
  const lock = await world.nextLock()
  world.theJournalSays(lock + 1n, [world.remember(lock, lost, [])])
  await owner.query('update lane set checked_start = null where id = $1', [lane.id])
  await world.round()
  expect(await freezes()).toEqual(['all'])
  expect([await mayBeSpent(world.business), await mayBeSpent(newId())]).toEqual([true, true])
})
