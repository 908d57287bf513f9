import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPayoutWorld } from '../../../test/payout-world.ts'
import { createReconciler } from '../../../test/reconcile-world.ts'
import { newId } from '../../kernel/ids/ids.ts'
import { createPool } from '../../kernel/postgres/pool.ts'
import { sealNextBatch } from '../../records/ledger/seals/seal-rows.ts'
import { reconcile } from './reconcile.ts'

const world = await createPayoutWorld()
const reconciler = createReconciler(world, { payer: world.payer.rail })
const { look, stateOf, alarms, tamper } = reconciler
let account = ''

beforeAll(async () => {
  account = await world.openAccount()
  world.payer.has(1_000_000_00n)
  await world.round(account)
  await seal()
  await look(2)
})
afterAll(async () => {
  await reconciler.close()
  await world.close()
})

async function seal(): Promise<void> {
  await reconciler.settle()
  for (let turn = 0; turn < 20; turn += 1)
    await sealNextBatch({ pool: reconciler.sealer, clock: world.clock })
}

test('an unchanged ledger agrees', async () => {
  expect(reconciler.failures).toEqual([])
  for (const scope of ['balances', 'seals']) expect(await stateOf('ledger', scope)).toEqual(['agrees', 0])
  expect(await alarms()).toEqual([])
})

test('one kobo that the database owner changes in a posting freezes only the business of that posting', async () => {
  const change = `update posting set amount_minor = amount_minor + $2 where credit_kind = 'business' and credit_owner = $1`
  await tamper(change, [world.businessId, 1])
  await look(1)
  expect(await stateOf('ledger', 'seals')).toEqual(['differs', 2])
  await look(1)
  expect(await alarms()).toEqual(['case ledger seals', `frozen business ${world.businessId}`])
  await tamper(change, [world.businessId, -1])
  await look(1)
  expect(await alarms()).toEqual([`frozen business ${world.businessId}`])
  await world.lift()
})

test('one kobo changed in a balance freezes its account', async () => {
  await tamper(
    `update balance set amount_minor = amount_minor - 1 where kind = 'payout_bank' and owner = $1`,
    [account],
  )
  await look(2)
  expect(await alarms()).toEqual(['case ledger balances', `payout account ${account}`])
  await tamper(
    `update balance set amount_minor = amount_minor + 1 where kind = 'payout_bank' and owner = $1`,
    [account],
  )
  await look(1)
  expect(await alarms()).toEqual([`payout account ${account}`])
  await world.owner.query(`update payout_account set state = 'active', frozen_because = null`)
})

test('two workers do not reconcile at the same time', async () => {
  await reconciler.deps.pool.query('select take_reconciling($1, 60000)', [newId()])
  expect(await reconcile(reconciler.deps)).toBe(false)
  await world.owner.query('update reconciling set holder = null, lease_until = null')
  expect(await reconcile(reconciler.deps)).toBe(true)
})

test('a day is closed when it is over and nothing differs, and its opening balance is the last closing balance', async () => {
  const daysOf = async () =>
    (
      await world.owner.query<{ day: string }>(
        `select day::text from daily_close where mode = 'test' order by day`,
      )
    ).rows.map(({ day }) => day)
  expect(await daysOf()).toEqual([])
  await world.clear(1)
  await seal()
  world.clock.advance(86_400_000)
  await tamper(`update balance set amount_minor = amount_minor + 1 where kind = 'business'`)
  await look(1)
  expect(await daysOf()).toEqual([])
  await tamper(`update balance set amount_minor = amount_minor - 1 where kind = 'business'`)
  await look(1)
  expect(await daysOf()).toEqual(['2036-11-16'])
  world.clock.advance(2 * 86_400_000)
  await look(1)
  expect(await daysOf()).toEqual(['2036-11-16', '2036-11-17', '2036-11-18'])
  const { rows } = await world.owner.query(
    `select opening_minor::text, in_minor::text, closing_minor::text, world_minor::text from daily_close_line
     where kind = 'payout_bank' and owner = $1 order by day`,
    [account],
  )
  expect(rows).toEqual([
    { opening_minor: '0', in_minor: '100000000', closing_minor: '100000000', world_minor: '100000000' },
    { opening_minor: '100000000', in_minor: '0', closing_minor: '100000000', world_minor: '100000000' },
    { opening_minor: '100000000', in_minor: '0', closing_minor: '100000000', world_minor: '100000000' },
  ])
  const pool = createPool(world.ownerUrl, { max: 1, applicationName: 'test' })
  const found = await pool.query(
    'select * from check_daily_closes(0) union all select * from check_reconciliation(0)',
  )
  await pool.end()
  expect(found.rows).toEqual([])
})
