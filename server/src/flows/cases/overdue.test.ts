import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClearingWorld } from '../../../test/clearing-world.ts'
import { keepOverdueCases } from '../../records/cases/case-store.ts'
import { listChecks, runChecks, runChecksOfCopy } from '../../records/ledger/check-store.ts'
import { readTimeline } from '../../records/transactions/timeline/timeline.ts'

const world = await createClearingWorld()
const { owner, worker, clock } = world
const MINUTE = 60_000
let lane: string

beforeAll(async () => {
  lane = await world.openLane(1)
})
afterAll(world.close)

const setLane = async (state: string, because: string | null) =>
  owner.query('update lane set state = $2, halted_because = $3 where id = $1', [lane, state, because])
const sweep = async () => keepOverdueCases(worker, clock.now())
const stuck = async () =>
  (await owner.query<{ id: string }>('select id from stuck_transactions(0, $1)', [clock.now()])).rows.map(
    ({ id }) => id,
  )
const overdueCases = async () =>
  (
    await owner.query<{ summary: string; members: number }>(
      `select c.summary, (select count(*)::integer from overdue_transaction o where o.case_id = c.id) as members
       from case_file c where c.kind = 'overdue' and c.state <> 'resolved' order by c.summary`,
    )
  ).rows

test('a paid buy whose lane is halted has a case within a minute after its deadline, and its business sees why the buy waits', async () => {
  await setLane('halted', 'a test')
  const { buy } = await world.receive(20_000)
  await world.advance(buy)
  clock.advance(MINUTE + 31_000)
  await sweep()
  expect(await world.casesOf(buy)).toEqual(['overdue'])
  expect(await overdueCases()).toEqual([
    { summary: expect.stringContaining('no lane of Polygon takes new transfers'), members: 1 },
  ])
  clock.advance(10 * MINUTE)
  expect(await stuck()).toEqual([])
  const told = await readTimeline(owner, buy)
  expect(told?.sentence).toContain('We paused transfers on this network')
  expect(told?.expectedBy?.getTime()).toBeLessThan(clock.now().getTime())

  await setLane('active', null)
  await world.advance(buy)
  expect(await world.statusOf(buy)).toBe('cleared')
  await sweep()
  expect(await overdueCases()).toEqual([])
  expect((await readTimeline(owner, buy))?.sentence).toBe(
    'All checks passed; the tokens are about to be sent.',
  )
})

test('many buys behind one lane have one case, which closes when the last one continues', async () => {
  const buys: string[] = []
  for (let count = 0; count < 12; count += 1) {
    const { buy } = await world.receive(20_000)
    await world.advance(buy)
    buys.push(buy)
  }
  await setLane('halted', 'a test')
  clock.advance(11 * MINUTE)
  await sweep()
  const cases = await overdueCases()
  expect(cases).toEqual([
    { summary: expect.stringContaining('lane test:Polygon:1 is halted'), members: expect.any(Number) },
  ])
  expect(cases[0]?.members).toBeGreaterThanOrEqual(buys.length)
  clock.advance(10 * MINUTE)
  expect(await stuck()).toEqual([])
  const [first, ...others] = buys
  await owner.query(
    `update transaction set status = 'completed', version = version + 1 where id = any ($1)`,
    [others],
  )
  await sweep()
  expect((await overdueCases())[0]?.members).toBeLessThan(buys.length)
  await owner.query(
    `update transaction set status = 'completed', version = version + 1 where id = $1 or status = 'cleared'`,
    [first],
  )
  await sweep()
  expect(await overdueCases()).toEqual([])
  await setLane('active', null)
})

test('an overdue transaction without an open case is found, whatever its cause', async () => {
  await setLane('halted', 'a test')
  const { buy } = await world.receive(20_000)
  await world.advance(buy)
  clock.advance(10 * MINUTE)
  expect(await stuck()).toEqual([buy])
  await sweep()
  expect(await stuck()).toEqual([])
  await owner.query('delete from overdue_transaction where transaction_id = $1', [buy])
  expect(await stuck()).toEqual([buy])
  await owner.query('delete from wake where subject_id = $1', [buy])
  expect(await stuck()).toEqual([buy])
  await setLane('active', null)
})

test('on a copy, on which nobody works, being overdue is no finding', async () => {
  const { checks, findings } = await runChecksOfCopy(worker)
  expect(checks).toBe((await listChecks(worker)).length - 1)
  expect(findings.map(({ check }) => check)).not.toContain('check_overdue')
  expect((await runChecks(worker, ['check_overdue'])).checks).toBe(1)
})

test('only transactions that may be late are checked, however many there are', async () => {
  for (let count = 0; count < 20; count += 1)
    await world.claim(await world.openBusiness(), await world.openAccount(), 20_000)
  const { rows } = await owner.query<{ all: number }>('select count(*)::integer as all from transaction')
  expect(rows[0]?.all).toBeGreaterThan(30)
  // This statement shows that calls are counted.
  expect(
    await countCalls(
      'select count(*) from transaction t where not is_asked_about(t.id) and $1::timestamptz is not null',
    ),
  ).toBeGreaterThan(30)
  expect(await countCalls('select keep_overdue_cases($1, 500)')).toBeLessThan(5)
  expect(await countCalls('select * from stuck_transactions(1, $1)')).toBeLessThan(5)
})

/** Returns how often a statement, run now, asks whether a case is open about a transaction. */
async function countCalls(statement: string): Promise<number> {
  const session = await world.superuser.connect()
  const calls = async () => {
    const { rows } = await session.query<{ calls: number }>(
      `select coalesce(sum(calls), 0)::integer as calls from pg_stat_xact_user_functions where funcname = 'is_asked_about'`,
    )
    return rows[0]?.calls ?? 0
  }
  try {
    await session.query('begin')
    await session.query(`set local search_path = afara, pg_temp; set local track_functions = 'all'`)
    const before = await calls()
    await session.query(statement, [clock.now()])
    return (await calls()) - before
  } finally {
    await session.query('rollback')
    session.release()
  }
}
