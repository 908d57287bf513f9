import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPayoutWorld } from '../../../test/payout-world.ts'
import { createReconciler } from '../../../test/reconcile-world.ts'
import { readLedgerLooks } from '../../movements/reconciliation/ledger-looks-store.ts'
import { foldBooks } from '../../movements/reconciliation/reconciliation-store.ts'
import type { Finding } from '../../records/ledger/check-store.ts'
import { sealNextBatch } from '../../records/ledger/seals/seal-rows.ts'
import { takeCheckTurn } from './reconcile-checks.ts'
import { reconcileSettings } from './reconcile-deps.ts'
import { lookAtChecks, lookAtSeals } from './reconcile-ledger.ts'

const world = await createPayoutWorld()
const reconciler = createReconciler(world, { payer: world.payer.rail })
const { owner, clock } = world
const { tamper, settle } = reconciler
const deps = { ...reconciler.deps, settings: { ...reconcileSettings, walkMs: 60_000 } }

/** Runs a turn without check_sells and check_freezes, because the sells of this test are not screened. */
async function turn(settings = deps.settings): Promise<readonly Finding[]> {
  await settle()
  await foldBooks(deps.pool)
  const looks = await readLedgerLooks(deps.pool, clock.now())
  const findings = await takeCheckTurn({ ...deps, settings }, looks)
  clock.advance(reconcileSettings.checkEveryMs)
  return findings.filter(({ check }) => !['check_sells', 'check_freezes'].includes(check))
}

beforeAll(async () => {
  world.payer.has(1_000_000_00n)
  await world.round(await world.openAccount())
  await world.clear(1)
})
beforeEach(async () => {
  const [first] = await turn()
  if (first !== undefined) throw new Error(`a test left ${first.check} behind: ${first.problem}`)
})
afterAll(async () => {
  await reconciler.close()
  await world.close()
})

test('a failing check is reported together with the findings of others', async () => {
  await owner.query(
    `create function check_broken(since_xid bigint) returns setof finding language sql stable as 'select row(1 / 0, $$$$)::finding'`,
  )
  await owner.query('grant execute on function check_broken to afara_reconciler')
  await tamper(`insert into wake (subject_id, type, due_at) values (gen_random_uuid(), 'lane', now())`)
  const found = await turn()
  expect(found).toContainEqual({
    check: 'check_broken',
    subject: 'the check itself',
    problem: 'the check failed: division by zero',
  })
  expect(found.map(({ check }) => check)).toContain('check_wake_ups')
  await owner.query('drop function check_broken')
  await tamper(`delete from wake where type = 'lane' and not exists (select from lane where id = subject_id)`)
})

test('a finding of the walk over all rows remains until it is fixed, even if nothing new is written', async () => {
  clock.advance(86_400_000)
  await tamper(`update transaction set version = version + 1`)
  const checks = (findings: readonly Finding[]) => [...new Set(findings.map(({ check }) => check))]
  expect(checks(await turn())).toContain('check_status')
  expect(checks(await turn())).toContain('check_status')
  await tamper(`update transaction set version = version - 1`)
  expect(await turn()).toEqual([])
})

test('an interrupted walk continues where it stopped', async () => {
  clock.advance(86_400_000)
  const unfinished = async () => {
    const { rows } = await owner.query<{ left: number }>(
      `select count(*)::int as left from check_cursor where walk = 'all' and lagos_day(ended_at) < lagos_day($1)`,
      [clock.now()],
    )
    return rows[0]?.left ?? 0
  }
  const all = await unfinished()
  await turn({ ...deps.settings, walkMs: 0 })
  expect(await unfinished()).toBe(all - 1)
  await turn({ ...deps.settings, walkMs: 0 })
  expect(await unfinished()).toBe(all - 2)
})

test('if rows are sealed faster than they are hashed again, the backlog is a finding after ten minutes', async () => {
  await settle()
  while ((await sealNextBatch({ pool: reconciler.sealer, clock }, 1)) !== undefined);
  const slow = { ...deps, settings: { ...deps.settings, mostRows: 1, verifyMs: 0 } }
  const problems = async () => {
    await lookAtSeals(slow)
    return (await lookAtChecks(slow)).flatMap(({ items }) => items).filter(({ check }) => check === 'seals')
  }
  expect(await problems()).toEqual([])
  clock.advance(600_000)
  expect(await problems()).toHaveLength(1)
  await lookAtSeals(deps)
  expect((await readLedgerLooks(deps.pool, clock.now())).owedRows).toBe(0)
})

test('a changed row does not hide another one, in whichever seal', async () => {
  await settle()
  while ((await sealNextBatch({ pool: reconciler.sealer, clock }, 1)) !== undefined);
  const { rows } = await owner.query<{ first: string; last: string; seal: string }>(
    `with ends as (select min(xid) as first, max(xid) as last from posting)
     select first::text, last::text, (select max(number)::text from seal where through_xid <= ends.first) as seal from ends`,
  )
  const [ends = { first: '', last: '', seal: '' }] = rows
  expect(ends.first).not.toBe(ends.last)
  const add = async (minor: number) => {
    for (const xid of [ends.first, ends.last])
      await tamper(
        `update posting set amount_minor = amount_minor + $2 where (entry_id, ordinal) = (
           select entry_id, ordinal from posting where xid = $1 order by entry_id, ordinal limit 1)`,
        [xid, minor],
      )
  }
  // One seal is read at a time, and a pass without a finding ends after one.
  const oneByOne = { ...deps, settings: { ...deps.settings, mostRows: 1 } }
  const pass = async () => {
    const items = (await lookAtSeals(oneByOne)).flatMap((look) => look.items)
    return new Set(items.map(({ subject }) => subject)).size
  }
  const verified = async () => (await readLedgerLooks(deps.pool, clock.now())).verifiedSeal
  const findFrom = async (isThere: (seal: bigint) => boolean) => {
    while (!isThere(await verified())) expect(await pass()).toBe(0)
    await add(1)
    let found = await pass()
    for (let turn = 0; found === 0 && turn < 1_000; turn += 1) found = await pass()
    expect([found, await pass()]).toEqual([2, 2])
    await add(-1)
  }
  await findFrom((seal) => seal === 0n)
  // The verification is past the first change when it happens.
  await findFrom((seal) => seal > BigInt(ends.seal))
})
