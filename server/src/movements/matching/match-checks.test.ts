import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMatchingWorld } from '../../../test/matching-world.ts'
import { runChecks } from '../../records/ledger/check-store.ts'

const world = await createMatchingWorld()

/** Creates one paid buy, one part-paid buy, one pending buy and an unclaimed payment. */
beforeAll(async () => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  await world.claim(shop, account, 20_000)
  await world.claim(shop, account, 50_000)
  await world.pay(account, 20_000)
  await world.pay(account, 30_000)
  await world.match(account)
  world.clock.advance(31 * 60_000)
  await world.match(account)
  await world.claim(shop, account, 70_000)
  await world.pay(account, 99_000)
})
afterAll(world.close)

test('an intact database has no findings', async () => {
  expect(await world.findings()).toEqual([])
})

test.each([
  [
    'check_allocations',
    'more left of a credit than there is',
    'update credit_fund set left_minor = left_minor + 1',
  ],
  ['check_allocations', 'a credit whose rest is gone', 'delete from credit_fund'],
  ['check_allocations', 'more given than came', 'update allocation set amount_minor = amount_minor + 1'],
  ['check_allocations', 'an allocation that vanished', 'delete from allocation'],
  [
    'check_allocations',
    'one that is another business’s',
    'update allocation set business_id = gen_random_uuid()',
  ],
  [
    'check_allocations',
    'one that the ledger does not have',
    `delete from entry where step = 'credit_matched'`,
  ],
  [
    'check_given',
    'a buy that holds less than it was given',
    `update balance set amount_minor = 1 where kind = 'held'`,
  ],
  ['check_claims', 'a claim that vanished', 'delete from claim'],
  [
    'check_claims',
    'a claim for another amount',
    'update claim set amount_minor = amount_minor + 1, left_minor = left_minor + 1',
  ],
  ['check_claims', 'a claim that lacks less than it does', 'update claim set left_minor = left_minor - 1'],
  ['check_claims', 'a claim by another payer', `update claim set payer_account_number = '9999999999'`],
  ['check_claims', 'a claim on another account', 'update claim set vendor_account_id = gen_random_uuid()'],
  [
    'check_claims',
    'a paid buy that still looks for naira',
    `insert into claim select t.id, t.business_id, t.mode, b.vendor_account_id, t.amount_minor, t.amount_minor,
       b.payer_account_number, b.payer_bank_code, b.payer_account_name, '{}', t.created_at, now()
     from transaction t join buy b on b.transaction_id = t.id where t.status = 'payment_received'`,
  ],
  ['check_parts', 'a claim of no transaction', 'update claim set transaction_id = gen_random_uuid()'],
  ['check_exposure', 'trust that was not counted', 'delete from exposure_day'],
  ['check_exposure', 'trust counted on another day', 'update exposure_day set day = day - 1'],
])('%s finds %s', async (check, _, damage) => {
  await world.superuser.query('begin')
  try {
    await world.superuser.query('set local session_replication_role = replica')
    await world.superuser.query('set local search_path = afara')
    const { rowCount } = await world.superuser.query(damage)
    expect(rowCount, 'the damage hit nothing').toBeGreaterThan(0)
    const { findings } = await runChecks(world.superuser)
    expect(findings.map((finding) => finding.check)).toContain(check)
  } finally {
    await world.superuser.query('rollback')
  }
})
