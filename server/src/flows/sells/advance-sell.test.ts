import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createSellingWorld } from '../../../test/selling-world.ts'
import { money } from '../../kernel/money/money.ts'
import { createPayoutRoom } from '../../movements/payouts/payout-room.ts'
import { closeOutlivedCases } from '../../records/cases/case-store.ts'

const world = await createSellingWorld()
const { owner, clock, bank } = world
let account = ''

beforeAll(async () => {
  account = await world.openPayoutAccount('main', 1_000_000)
})
afterEach(() => {
  bank.answer = { outcome: 'found', accountName: 'ADA OBI' }
  world.listed.clear()
})
afterAll(world.close)

test('a funded sell is given to a payout account, under the name that the bank has', async () => {
  const { sell } = await world.sell(2_000, { fee: money('NGNC', 50_00n) })
  await world.advance(sell)
  expect(await world.statusOf(sell)).toBe('cleared')
  expect(await world.orderOf(sell)).toMatchObject({
    account_id: account,
    bank_code: '000013',
    account_number: '0123456789',
    account_name: 'ADA OBI',
    amount_minor: '195000',
  })
  expect(world.nudged.at(-1)).toMatchObject({ subjectId: account, type: 'payout-account' })
})

test('a sell waits while the bank does not return the account name, and continues when it does', async () => {
  const { sell } = await world.sell(2_000)
  bank.answer = undefined
  const { dueAt } = await world.advance(sell)
  expect([await world.statusOf(sell), dueAt]).toEqual([
    'deposit_received',
    new Date(clock.now().getTime() + 60_000),
  ])
  bank.answer = { outcome: 'found', accountName: 'ADA OBI' }
  await world.advance(sell)
  expect(await world.statusOf(sell)).toBe('cleared')
})

test('a sell waits if the bank has another account name than the sell; after two confirmations it is paid to the bank’s name', async () => {
  const { sell } = await world.sell(2_000)
  bank.answer = { outcome: 'found', accountName: 'MUSA IBRAHIM' }
  await world.advance(sell)
  expect(await world.statusOf(sell)).toBe('action_required')
  const file = await world.caseOf(sell, 'name_differs')
  await world.propose(file, { action: 'fix' })
  await world.approve(file)
  await world.advance(sell)
  expect(await world.statusOf(sell)).toBe('cleared')
  expect(await world.orderOf(sell)).toMatchObject({ account_name: 'MUSA IBRAHIM' })
})

test.each(['张伟', 'Мария', '.', 'Mr'])(
  'a sell to %s, which cannot be compared with the bank name, is paid only after two confirmations of that name',
  async (accountName) => {
    const payee = { bankCode: '000013', bankName: 'GTBank', accountNumber: '0123456789', accountName }
    const { sell } = await world.sell(2_000, { payee })
    await world.advance(sell)
    expect(await world.statusOf(sell)).toBe('action_required')
    expect(await world.orderOf(sell)).toBeUndefined()
    const file = await world.caseOf(sell, 'name_differs')
    await world.propose(file, { action: 'fix' })
    await world.approve(file)
    await world.advance(sell)
    expect(await world.orderOf(sell)).toMatchObject({ account_name: 'ADA OBI' })
  },
)

test('a bank name that cannot be read is paid after two confirmations', async () => {
  const { sell } = await world.sell(2_000)
  bank.answer = { outcome: 'found', accountName: '张伟' }
  await world.advance(sell)
  const file = await world.caseOf(sell, 'name_differs')
  await world.propose(file, { action: 'fix' })
  await world.approve(file)
  await world.advance(sell)
  expect(await world.orderOf(sell)).toMatchObject({ account_name: '张伟' })
})

test('if the bank has no such account nothing can be confirmed, and the tokens are returned to the balance', async () => {
  const { shop, sell } = await world.sell(2_000)
  bank.answer = { outcome: 'not_found' }
  await world.advance(sell)
  const file = await world.caseOf(sell, 'name_differs')
  await expect(world.propose(file, { action: 'fix' })).rejects.toThrow('no account with this number')
  await world.propose(file, { action: 'return_all' })
  await world.approve(file)
  expect([await world.statusOf(sell), await world.tokensOf(shop)]).toEqual(['refunding', 0n])
  await world.advance(sell)
  expect([await world.statusOf(sell), await world.tokensOf(shop)]).toEqual(['refunded', 2_000_00n])
})

test('a name on the sanctions list holds the sell and its tokens; two operators may release a false match', async () => {
  const { sell } = await world.sell(2_000)
  world.listed.add('ADA OBI')
  await world.advance(sell)
  expect(await world.statusOf(sell)).toBe('on_hold')
  const file = await world.caseOf(sell, 'screening_hit')
  await expect(world.propose(file, { action: 'reject' })).rejects.toThrow('cannot be decided with')
  await world.propose(file, { action: 'release' })
  await world.approve(file)
  expect(await world.statusOf(sell)).toBe('cleared')
  expect(await world.orderOf(sell)).toMatchObject({ account_id: account, amount_minor: '200000' })
})

test('an operator who releases a sell saw the name at the bank, and the sell is paid to that name only', async () => {
  const { sell } = await world.sell(2_000)
  world.listed.add('MUSA IBRAHIM')
  bank.answer = { outcome: 'found', accountName: 'MUSA IBRAHIM' }
  await world.advance(sell)
  const file = await world.caseOf(sell, 'screening_hit')
  await world.propose(file, { action: 'release' })
  const { rows } = await owner.query<{ resolution: object }>(
    'select resolution from case_file where transaction_id = $1',
    [sell],
  )
  expect(rows[0]?.resolution).toMatchObject({ account_number: '0123456789', account_name: 'MUSA IBRAHIM' })
  await world.approve(file)
  expect(await world.orderOf(sell)).toMatchObject({ account_name: 'MUSA IBRAHIM' })
})

test('two operators decide a payout whose outcome the bank never reports', async () => {
  const [kept, given] = [await world.sell(2_000), await world.sell(2_000)]
  for (const { sell } of [kept, given]) {
    await world.advance(sell)
    await world.losePayout(sell)
    expect(await world.casesOf(sell)).toEqual(['payout_unknown'])
  }
  const decide = async (sell: string, action: 'was_paid' | 'not_paid') => {
    const file = await world.caseOf(sell, 'payout_unknown')
    await world.propose(file, { action })
    await world.approve(file)
  }
  await decide(kept.sell, 'was_paid')
  await decide(given.sell, 'not_paid')
  expect([await world.statusOf(kept.sell), await world.statusOf(given.sell)]).toEqual([
    'completed',
    'payout_failed',
  ])
  expect(await world.casesOf(given.sell)).toEqual([])
  await world.advance(given.sell)
  expect(await world.orderOf(given.sell)).toMatchObject({ amount_minor: '200000' })
})

test('a frozen sell keeps its status, and continues when the freeze is lifted', async () => {
  const { shop, sell } = await world.sell(2_000)
  await owner.query(`select place_freeze('business', $1, 'a test', 'system:test', $2)`, [shop, clock.now()])
  await world.advance(sell)
  expect([await world.statusOf(sell), await world.orderOf(sell)]).toEqual(['deposit_received', undefined])
  await owner.query(
    `update freeze_order set lifted_by = gen_random_uuid()::text, lifted_reason = 'a test', lifted_at = $1 where lifted_at is null`,
    [clock.now()],
  )
  await world.advance(sell)
  expect(await world.statusOf(sell)).toBe('cleared')
})

test('a sell to a bank that is out of service waits, with the reason, and continues afterwards', async () => {
  const { sell } = await world.sell(2_000)
  await owner.query(`select place_freeze('bank', 'test:000013', 'it credits nobody', 'system:test', $1)`, [
    clock.now(),
  ])
  await world.advance(sell)
  expect([await world.statusOf(sell), await world.orderOf(sell)]).toEqual(['deposit_received', undefined])
  const { rows } = await owner.query('select last_error from wake where subject_id = $1', [sell])
  expect(rows).toEqual([{ last_error: 'waits: its bank is out of service: it credits nobody' }])
  await owner.query(
    `update freeze_order set lifted_by = gen_random_uuid()::text, lifted_reason = 'a test', lifted_at = $1 where lifted_at is null`,
    [clock.now()],
  )
  await world.advance(sell)
  expect(await world.statusOf(sell)).toBe('cleared')
})

test('a sell that no account can pay waits, and one case is opened', async () => {
  const many = [await world.sell(5_000_000), await world.sell(6_000_000)]
  for (const { sell } of many) {
    await world.advance(sell)
    expect([await world.statusOf(sell), await world.orderOf(sell)]).toEqual(['deposit_received', undefined])
  }
  const { rows } = await owner.query(
    `select from case_file where kind = 'cannot_deliver' and facts ->> 'subject' = 'payouts:test' and state <> 'resolved'`,
  )
  expect(rows).toHaveLength(1)
  await owner.query(`delete from wake where subject_id = any ($1)`, [many.map(({ sell }) => sell)])
  expect(await closeOutlivedCases(world.worker, clock.now())).toBeGreaterThanOrEqual(1)
})

/** Creates a sell with the status of a partial deposit from a wallet. */
async function sellInPart(naira: number) {
  const { shop, sell } = await world.sell(naira)
  await owner.query(`update transaction set status = 'part_deposited' where id = $1`, [sell])
  await world.advance(sell)
  return { shop, sell, file: await world.caseOf(sell, 'part_deposited') }
}

test('operators may accept a partial deposit', async () => {
  const { sell, file } = await sellInPart(2_000)
  await world.propose(file, { action: 'accept_short' })
  await world.approve(file)
  expect(await world.statusOf(sell)).toBe('deposit_received')
})

test('a partial deposit whose rest does not arrive within two days is returned, and the case closes', async () => {
  const { shop, sell } = await sellInPart(2_000)
  clock.advance(2 * 24 * 60 * 60 * 1000)
  await world.advance(sell)
  expect(await world.statusOf(sell)).toBe('refunding')
  await world.advance(sell)
  expect(await world.tokensOf(shop)).toBe(2_000_00n)
  expect(await closeOutlivedCases(world.worker, clock.now())).toBeGreaterThanOrEqual(1)
  expect(await world.casesOf(sell)).toEqual([])
})

test('a dead payout is retried, three times in all; then the business decides', async () => {
  const { shop, sell } = await world.sell(3_000)
  await world.advance(sell)
  for (const attempt of [1, 2, 3]) {
    expect(await world.orderOf(sell)).toMatchObject({ amount_minor: '300000' })
    await world.failPayout(sell, attempt)
    await world.advance(sell)
  }
  expect([await world.statusOf(sell), await world.casesOf(sell)]).toEqual([
    'action_required',
    ['payout_failed'],
  ])
  const file = await world.caseOf(sell, 'payout_failed')
  await world.propose(file, { action: 'return_all' })
  await world.approve(file)
  await world.advance(sell)
  expect([await world.statusOf(sell), await world.tokensOf(shop)]).toEqual(['refunded', 3_000_00n])
})

test('a payout that is retried days later is screened against the current list', async () => {
  const { sell } = await world.sell(3_100)
  await world.advance(sell)
  await world.failPayout(sell, 1)
  clock.advance(3 * 24 * 3_600_000)
  world.listed.add('ADA OBI')
  await world.advance(sell)
  expect([await world.statusOf(sell), await world.orderOf(sell)]).toEqual(['on_hold', undefined])
  const file = await world.caseOf(sell, 'screening_hit')
  await world.propose(file, { action: 'release' })
  await world.approve(file)
  expect(await world.orderOf(sell)).toMatchObject({ amount_minor: '310000' })
})

test('an unchanged list lets the retry continue, and is checked once a day', async () => {
  const { sell } = await world.sell(3_200)
  await world.advance(sell)
  await world.failPayout(sell, 1)
  clock.advance(2 * 24 * 3_600_000)
  await world.advance(sell)
  expect(await world.orderOf(sell)).toMatchObject({ amount_minor: '320000' })
  await world.failPayout(sell, 2)
  await world.advance(sell)
  const { rows } = await owner.query('select from screening_result where transaction_id = $1', [sell])
  expect(rows).toHaveLength(2)
})

test('tokens are not returned while the payer has sent a payment that a restored database lost', async () => {
  const { shop, sell } = await world.sell(2_000)
  bank.answer = { outcome: 'not_found' }
  await world.advance(sell)
  await owner.query(
    `insert into payout_forgotten select $2, 'af-forgotten', payout_right_key(business_id, mode, reference, 'payout', 2), 1, gen_random_uuid(),
       '000013', '0123456789', 200000, $3 from transaction where id = $1`,
    [sell, account, clock.now()],
  )
  const file = await world.caseOf(sell, 'name_differs')
  await world.propose(file, { action: 'return_all' })
  await expect(world.approve(file)).rejects.toThrow('before the database was restored')
  expect([await world.statusOf(sell), await world.tokensOf(shop)]).toEqual(['action_required', 0n])
})

test('a sell of tokens that left the balance before a restore gets a case, and operators return the tokens', async () => {
  const { shop, sell } = await world.sell(2_000)
  await world.rememberPaid(shop, 2_000)
  await world.advance(sell)
  expect([await world.statusOf(sell), await world.casesOf(sell)]).toEqual(['on_hold', ['cannot_deliver']])
  expect(await world.orderOf(sell)).toBeUndefined()
  const file = await world.caseOf(sell, 'cannot_deliver')
  await world.propose(file, { action: 'reject' })
  await world.approve(file)
  await world.advance(sell)
  expect([await world.statusOf(sell), await world.tokensOf(shop)]).toEqual(['refunded', 2_000_00n])
})

test('a sell over the hourly limit is held, and continues when the limit is raised enough', async () => {
  const { shop, sell } = await world.sell(2_000)
  await owner.query('update business_mode set velocity_hour_minor = 250000 where business_id = $1', [shop])
  await world.advance(sell)
  const { sell: second } = await world.sell(2_000, { businessId: shop })
  await world.advance(second)
  expect([await world.statusOf(sell), await world.statusOf(second)]).toEqual(['cleared', 'on_hold'])
  expect(await world.casesOf(second)).toEqual(['over_limit'])
  await world.limit(shop, 'velocity_hour_minor', 3_999)
  expect(await world.drive(second)).toBe('on_hold')
  await world.limit(shop, 'velocity_hour_minor', 4_000)
  expect(await world.drive(second)).toBe('cleared')
  expect([await world.casesOf(second), await world.orderOf(second)]).toMatchObject([
    [],
    { amount_minor: '200000' },
  ])
  // The sell was counted once, so there is no room for another.
  const { sell: third } = await world.sell(1, { businessId: shop })
  expect(await world.drive(third)).toBe('on_hold')
})

test('a business that may hold no balance is asked where its tokens go', async () => {
  const { shop, sell } = await world.sell(2_000)
  bank.answer = { outcome: 'not_found' }
  await world.advance(sell)
  const file = await world.caseOf(sell, 'name_differs')
  await world.propose(file, { action: 'return_all' })
  await world.approve(file)
  await owner.query('update business_mode set may_hold_balance = false where business_id = $1', [shop])
  await world.advance(sell)
  expect([await world.statusOf(sell), await world.casesOf(sell)]).toEqual(['refunding', ['refund_choice']])
})

test('a missing sanctions list stops live sells only', async () => {
  const { sell } = await world.sell(2_000)
  world.listAge.isThere = false
  await world.advance(sell)
  world.listAge.isThere = true
  expect(await world.statusOf(sell)).toBe('cleared')
})

test('naira for waiting sells is not promised twice, and an account that is not active promises nothing', async () => {
  const room = createPayoutRoom({ pool: world.api, clock: { now: () => new Date() } })
  const before = await room.of('test')
  await world.openPayoutAccount('second', 10_000)
  await world.sell(4_000, { fee: money('NGNC', 100_00n) })
  const fresh = () => createPayoutRoom({ pool: world.api, clock }).of('test')
  expect((await fresh()) - before).toBe(10_000_00n - 3_900_00n)
  await owner.query(`update payout_account set state = 'draining' where name = 'second'`)
  expect((await fresh()) - before).toBe(-3_900_00n)
  expect(await room.of('test')).toBe(before)
})
