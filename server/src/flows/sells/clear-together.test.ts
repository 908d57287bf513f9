import { afterAll, expect, test } from 'vitest'
import { plantObstacle } from '../../../test/plant-obstacle.ts'
import { createSellingWorld } from '../../../test/selling-world.ts'
import { newId } from '../../kernel/ids/ids.ts'
import {
  clearSells,
  findDrivenSells,
  type SellClearing,
} from '../../records/transactions/clearing/sell-clearing-store.ts'

const world = await createSellingWorld()
const { owner, worker, clock } = world
afterAll(world.close)

const ada: SellClearing['name'] = { outcome: 'found', accountName: 'ADA OBI', comparison: 'match' }

async function sells(count: number, naira = 2_000): Promise<string[]> {
  const made: string[] = []
  while (made.length < count) made.push((await world.sell(naira)).sell)
  return made
}

async function clear(ids: readonly string[], more: Readonly<Record<string, Partial<SellClearing>>> = {}) {
  const driven = await findDrivenSells(worker, ids)
  const clearings = driven.map((sell, place): SellClearing => {
    if (sell === undefined) throw new Error(`there is no sell ${ids[place]}`)
    const screening = { list: undefined, subjects: [{ kind: 'name', text: 'ADA OBI' }], hits: [] } as const
    return { sell, screening, name: ada, ...more[sell.id] }
  })
  return clearSells(worker, clearings, clock.now())
}

const accountsOf = async (ids: readonly string[]): Promise<string[]> =>
  Promise.all(ids.map(async (id) => (await world.orderOf(id))?.account_id))

test('of sells cleared together, as many are queued as the account has naira for, and the others wait', async () => {
  const small = await world.openPayoutAccount('small', 5_000)
  const ids = await sells(4)
  const outcomes = (await clear(ids)).map(({ outcome }) => outcome)
  expect(outcomes.toSorted()).toEqual(['queued', 'queued', 'waits', 'waits'])
  expect((await accountsOf(ids)).filter((account) => account === small)).toHaveLength(2)
  await owner.query(`update payout_account set state = 'draining' where id = $1`, [small])
})

test('sells cleared together are divided among the accounts, and each account is nudged once', async () => {
  const [one, other] = [
    await world.openPayoutAccount('one', 1_000_000),
    await world.openPayoutAccount('other', 2_000_000),
  ]
  const before = await sells(3)
  await owner.query(`update payout_account set state = 'draining' where id = $1`, [other])
  await clear(before)
  await owner.query(`update payout_account set state = 'active' where id = $1`, [other])
  const ids = await sells(9)
  const cleared = await clear(ids)
  expect(new Set(cleared.map(({ outcome }) => outcome))).toEqual(new Set(['queued']))
  // Three orders were already waiting at one of the accounts.
  const accounts = await accountsOf(ids)
  expect([accounts.filter((id) => id === one).length, accounts.filter((id) => id === other).length]).toEqual([
    3, 6,
  ])
  const called = cleared.flatMap(({ nudge }) => nudge?.subjectId ?? [])
  expect(called).toHaveLength(new Set(called).size)
  for (const id of ids) expect(await world.statusOf(id)).toBe('cleared')
  const { rows } = await owner.query<{ kept: number }>(
    `select count(*)::int as kept from screening_result s join name_answer a using (transaction_id)
     join transaction_event e on e.transaction_id = s.transaction_id and e.event = 'checks_passed' and e.xid = s.xid and e.xid = a.xid
     where s.transaction_id = any ($1)`,
    [ids],
  )
  expect(rows[0]?.kept).toBe(9)
  expect((await owner.query('select * from check_sells(0, 9223372036854775807)')).rows).toEqual([])
})

test('a condition added to the obstacles stops a sell in a group and a sell alone', async () => {
  const removeObstacle = await plantObstacle(owner, 'sells_to_clear', 'h.amount_minor = 444400')
  try {
    const [plain = ''] = await sells(1)
    const [stopped = '', alone = ''] = await sells(2, 4_444)
    expect((await clear([plain, stopped])).map(({ outcome }) => outcome)).toEqual(['queued', 'held'])
    expect((await clear([alone])).map(({ outcome }) => outcome)).toEqual(['held'])
    expect([await world.statusOf(stopped), await world.statusOf(alone)]).toEqual(['on_hold', 'on_hold'])
  } finally {
    await removeObstacle()
  }
})

test('a sell with an obstacle is decided individually, and delays no other', async () => {
  const ids = await sells(6)
  const [plain = '', listed = '', otherName = '', noName = '', moved = '', last = ''] = ids
  const subject = { kind: 'name', text: 'ADA OBI' } as const
  const hit = {
    list: undefined,
    subjects: [subject],
    hits: [{ subject, list: 'test', entry: '1', listed: 'OBI, Ada' }],
  }
  const stale = (await findDrivenSells(worker, [moved]))[0]
  if (stale === undefined) throw new Error('there is no such sell')
  const cleared = await clear(ids, {
    [listed]: { screening: hit },
    [otherName]: { name: { outcome: 'found', accountName: 'MUSA IBRAHIM', comparison: 'different' } },
    [noName]: { name: undefined },
    [moved]: { sell: { ...stale, version: stale.version + 1 } },
  })
  expect(cleared.map(({ outcome }) => outcome)).toEqual([
    'queued',
    'held',
    'name_differs',
    'waits',
    'moved_on',
    'queued',
  ])
  expect(await Promise.all([plain, listed, otherName, noName, moved, last].map(world.statusOf))).toEqual([
    'cleared',
    'on_hold',
    'action_required',
    'deposit_received',
    'deposit_received',
    'cleared',
  ])
})

test('during a freeze nothing of a group is cleared, and afterwards all of it is', async () => {
  const ids = await sells(2)
  await owner.query(`select place_freeze('all', '', 'a test', 'system:test', $1)`, [clock.now()])
  expect((await clear(ids)).map(({ outcome }) => outcome)).toEqual(['waits', 'waits'])
  await owner.query(
    `update freeze_order set lifted_at = $1, lifted_by = $2, lifted_reason = 'a test' where lifted_at is null`,
    [clock.now(), newId()],
  )
  expect((await clear(ids)).map(({ outcome }) => outcome)).toEqual(['queued', 'queued'])
})
