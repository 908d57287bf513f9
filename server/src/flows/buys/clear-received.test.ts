import { goLive } from '@afara/stack/postgres/go-live.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClearingWorld, polygonWallet } from '../../../test/clearing-world.ts'
import { feeIncome } from '../../../test/ledger-accounts.ts'
import { plantObstacle } from '../../../test/plant-obstacle.ts'
import { newId } from '../../kernel/ids/ids.ts'
import { money } from '../../kernel/money/money.ts'
import { asTenant } from '../../kernel/postgres/pool.ts'
import { business, held } from '../../records/ledger/account.ts'
import { readBalance, sumAccount } from '../../records/ledger/ledger-store.ts'
import { clearBuys, findDrivenBuys } from '../../records/transactions/clearing/clearing-store.ts'

const world = await createClearingWorld()
const { owner, worker, clock } = world
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const fee = money('NGN', 100_00n)
let lane: string

beforeAll(async () => {
  lane = await world.openLane(1)
})
afterAll(world.close)

test('a paid buy is cleared and given to a lane, and the lane is nudged once', async () => {
  const [first, second] = [await world.receive(20_000, { fee }), await world.receive(30_000)]
  expect(await world.waitOf(first.buy)).toBe(0)
  await world.advance(first.buy)
  await world.advance(second.buy)
  expect(await world.statusOf(first.buy)).toBe('cleared')
  expect(await world.deliveryOf(first.buy)).toEqual({
    lane_id: lane,
    network: 'Polygon',
    address: polygonWallet.address,
    amount_minor: '2000000',
    fee_minor: '10000',
    tokens_minor: '1990000',
  })
  expect(await world.waitOf(first.buy)).toBe(10 * MINUTE)
  expect(world.nudged.filter(({ subjectId }) => subjectId === lane)).toHaveLength(1)
})

test('a buy without a wallet ends in the balance of its business, less the fee', async () => {
  const { shop, buy } = await world.receive(20_000, { fee, wallet: null })
  const earned = async () => (await sumAccount(worker, 'test', feeIncome, 'NGN')).minor
  const before = await earned()
  expect(await world.advance(buy)).toEqual({ dueAt: undefined })
  expect(await world.statusOf(buy)).toBe('completed')
  expect((await readBalance(worker, 'test', business(shop), 'NGNC')).minor).toBe(19_900_00n)
  expect((await readBalance(worker, 'test', held(buy), 'NGN')).minor).toBe(0n)
  expect((await earned()) - before).toBe(100_00n)
  expect(await world.eventsOf(buy)).toEqual([
    'accepted',
    'paid_in_full',
    'checks_passed',
    'credited_to_balance',
  ])
})

test('ten concurrent calls clear one buy once', async () => {
  const { buy } = await world.receive(20_000)
  await Promise.all(Array.from({ length: 10 }, async () => world.advance(buy)))
  expect(await world.eventsOf(buy)).toEqual(['accepted', 'paid_in_full', 'checks_passed'])
  const { rowCount } = await owner.query('select from screening_result where transaction_id = $1', [buy])
  expect(rowCount).toBe(1)
})

async function clearingsOf(ids: readonly string[]) {
  return (await findDrivenBuys(worker, ids)).flatMap((buy) =>
    buy === undefined
      ? []
      : [
          {
            transaction: buy,
            screening: { list: undefined, subjects: buy.subjects, hits: [] },
            wallet: { outcome: 'fine' as const },
          },
        ],
  )
}

async function outcomesOf(clearings: Awaited<ReturnType<typeof clearingsOf>>): Promise<string[]> {
  return (await clearBuys(worker, clearings, clock.now())).map(({ outcome }) => outcome)
}

test('buys that are cleared together get separate outcomes', async () => {
  const received = [
    await world.receive(20_000),
    await world.receive(20_000, { wallet: null }),
    await world.receive(20_000, {}, { dailyLimitMinor: 1n }),
    await world.receive(20_000, { wallet: { network: 'Stellar', address: 'somewhere' } }),
    await world.receive(30_000),
  ]
  const clearings = await clearingsOf(received.map(({ buy }) => buy))
  expect(await outcomesOf(clearings)).toEqual(['queued', 'credited', 'held', 'cannot_deliver', 'queued'])
  expect(await outcomesOf(clearings)).toEqual(Array.from({ length: 5 }, () => 'moved_on'))
  expect(await Promise.all(received.map(async ({ buy }) => world.statusOf(buy)))).toEqual([
    'cleared',
    'completed',
    'on_hold',
    'action_required',
    'cleared',
  ])
})

test('a buy whose refund was paid before a restore waits, in a group and alone, and blocks no other buy', async () => {
  const [plain, refunded, alone] = [
    await world.receive(20_000),
    await world.receive(20_000),
    await world.receive(20_000),
  ]
  const account = newId()
  await owner.query(`select open_payout_account($1, 'test', 'paystack', 'forgetful', null, $2)`, [
    account,
    clock.now(),
  ])
  await owner.query(
    `insert into payout_forgotten select $2, 'af-' || id, payout_right_key(business_id, mode, reference, 'refund', 1), 1, uuidv7(),
       '000013', '0123456789', 2000000, $3 from transaction where id = any ($1)`,
    [[refunded.buy, alone.buy], account, clock.now()],
  )
  expect(await outcomesOf(await clearingsOf([plain.buy, refunded.buy]))).toEqual(['queued', 'waits'])
  expect(await outcomesOf(await clearingsOf([alone.buy]))).toEqual(['waits'])
  for (const { buy } of [refunded, alone]) expect(await world.deliveryOf(buy)).toBeUndefined()
})

test('a condition added to the obstacles stops a buy in a group and a buy alone', async () => {
  const removeObstacle = await plantObstacle(owner, 'buys_to_clear', 'h.amount_minor = 4444400')
  try {
    const [plain, stopped, alone] = [
      await world.receive(20_000),
      await world.receive(44_444),
      await world.receive(44_444),
    ]
    expect(await outcomesOf(await clearingsOf([plain.buy, stopped.buy]))).toEqual(['queued', 'held'])
    expect(await outcomesOf(await clearingsOf([alone.buy]))).toEqual(['held'])
    for (const { buy } of [stopped, alone]) {
      expect(await world.statusOf(buy)).toBe('on_hold')
      expect(await world.factsOf(buy, 'over_limit')).toMatchObject({ reasons: ['planted'] })
    }
  } finally {
    await removeObstacle()
  }
})

test.each([
  ['the name that the buy claims', 'CLAIMED PERSON'],
  ['a name that the bank gave', 'SENT BY SOMEBODY'],
  ['the wallet', '0x8617E340B3D01FA5F11F306F4090FD50E238070D'],
])('%s is on the list: the buy is held, and the business does not see why', async (_, text) => {
  const [shop, account] = [await world.openBusiness(), await world.openAccount()]
  const payer = { accountNumber: account.payer.accountNumber, bankCode: '000013', bankName: 'GTBank' }
  const buy = await world.claim(shop, account, 20_000, {
    payer: { ...payer, accountName: 'CLAIMED PERSON' },
    wallet: { network: 'Polygon', address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' },
  })
  await world.pay(account, 20_000, { ...account.payer, name: 'SENT BY SOMEBODY' })
  await owner.query(
    `select allocate_credits($1, null, $2, $2, array[null]::uuid[], array(select line_id from credit_fund where vendor_account_id = $1),
       array[$3]::uuid[], array[2000000], array['paid_in_full'], array['number']::allocation_evidence[], array['within_cap']::allocation_ground[])`,
    [account.id, clock.now(), buy],
  )
  world.listed.add(text)
  await world.advance(buy)
  world.listed.clear()

  expect(await world.statusOf(buy)).toBe('on_hold')
  expect(await world.casesOf(buy)).toEqual(['screening_hit'])
  expect(await world.factsOf(buy, 'screening_hit')).toMatchObject({
    reasons: ['screening'],
    hits: [{ listed: text }],
  })
  expect(await world.deliveryOf(buy)).toBeUndefined()
  const seen = await asTenant(world.api, { businessId: shop, mode: 'test' }, async (sql) => {
    const { rows } = await sql.query('select event, data from transaction_event where transaction_id = $1', [
      buy,
    ])
    return rows
  })
  expect(seen).toContainEqual({ event: 'check_failed', data: {} })
  await expect(
    asTenant(world.api, { businessId: shop, mode: 'test' }, async (sql) =>
      sql.query('select from screening_result'),
    ),
  ).rejects.toThrow('permission denied')
})

/** Returns the findings of the check when the screening covered no names. The change is rolled back. */
async function findingsWithoutName(buy: string): Promise<string[]> {
  const client = await world.superuser.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query('set local search_path = afara')
    await client.query(`update screening_result set subjects = '[]' where transaction_id = $1`, [buy])
    const { rows } = await client.query<{ problem: string }>(
      'select problem from check_cleared_buys(0, 9223372036854775807) where subject = $1',
      [buy],
    )
    return rows.map(({ problem }) => problem)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test.each([
  ['for a wallet', polygonWallet],
  ['for the balance', null],
])('a live buy %s without a payer name goes to an operator, regardless of the list', async (_, wallet) => {
  const [shop, id] = [await world.openBusiness(), newId()]
  await goLive(owner, shop)
  const number = wallet === null ? '0123456781' : '0123456782'
  await owner.query(
    `insert into vendor_account (id, mode, business_id, name, account_number, bank_code, bank_name)
     values ($1, 'live', $2, 'Afara', $3, '000013', 'GTBank')`,
    [id, shop, number],
  )
  if (wallet !== null)
    await owner.query(`select open_lane($1, 'live', 'Polygon', 1, '0xa', 0, $2)`, [newId(), clock.now()])
  const receive = async (naira: number, name: string | null) => {
    const account = { id, number, payer: (await world.openAccount()).payer }
    const { accountNumber, bankCode } = account.payer
    const payer = { accountNumber, bankCode, bankName: 'GTBank', accountName: name }
    const buy = await world.claim(shop, account, naira, { mode: 'live', payer, wallet })
    await world.pay(account, naira, { accountNumber, bankCode })
    await world.match(account)
    await world.advance(buy)
    return buy
  }
  for (const [naira, name] of [
    [20_000, null],
    [20_001, ' - '],
  ] as const) {
    const unnamed = await receive(naira, name)
    expect(await world.statusOf(unnamed)).toBe('on_hold')
    expect(await world.casesOf(unnamed)).toEqual(['over_limit'])
    expect(await world.factsOf(unnamed, 'over_limit')).toMatchObject({ reasons: ['unnamed'] })
    expect(await world.deliveryOf(unnamed)).toBeUndefined()
  }
  const named = await receive(20_002, 'ADA OBI')
  expect(await world.statusOf(named)).toBe(wallet === null ? 'completed' : 'cleared')
  expect(await world.findings()).toEqual([])
  expect(await findingsWithoutName(named)).toEqual(['cleared without sanctions screening'])
})

test('one case has every reason to hold a buy, and the gravest reason is its kind', async () => {
  const { buy } = await world.receive(20_000, {}, { dailyLimitMinor: 1n })
  world.listed.add(polygonWallet.address)
  await world.advance(buy)
  world.listed.clear()
  expect(await world.casesOf(buy)).toEqual(['screening_hit'])
  expect(await world.factsOf(buy, 'screening_hit')).toMatchObject({ reasons: ['screening', 'daily_limit'] })
})

test('a buy over the daily limit is held', async () => {
  const { buy } = await world.receive(20_000, {}, { dailyLimitMinor: 1n })
  await world.advance(buy)
  expect(await world.statusOf(buy)).toBe('on_hold')
  expect(await world.casesOf(buy)).toEqual(['over_limit'])
  expect(await world.waitOf(buy)).toBe(24 * HOUR)
})

test('the hourly limit of a business is enforced', async () => {
  const shop = await world.openBusiness()
  await world.limit(shop, 'velocity_hour_minor', 50_000)
  const buys = []
  for (const naira of [30_000, 20_000, 15_001])
    buys.push((await world.receive(naira, { wallet: null }, { shop })).buy)
  for (const buy of buys) await world.advance(buy)
  expect(await Promise.all(buys.map(world.statusOf))).toEqual(['completed', 'completed', 'on_hold'])
  expect(await world.factsOf(buys[2] ?? '', 'over_limit')).toMatchObject({ reasons: ['velocity_hour'] })
  clock.advance(HOUR)
  const later = (await world.receive(50_000, { wallet: null }, { shop })).buy
  await world.advance(later)
  expect(await world.statusOf(later)).toBe('completed')
})

test('the daily limit per wallet is enforced, and another wallet is unaffected', async () => {
  const shop = await world.openBusiness()
  await world.limit(shop, 'velocity_wallet_day_minor', 40_000)
  const other = { network: 'Polygon', address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' }
  const buys = []
  for (const wallet of [polygonWallet, polygonWallet, polygonWallet, other])
    buys.push((await world.receive(20_000, { wallet }, { shop })).buy)
  for (const buy of buys) await world.advance(buy)
  expect(await Promise.all(buys.map(world.statusOf))).toEqual(['cleared', 'cleared', 'on_hold', 'cleared'])
})

test('concurrent buys cannot use the same remaining limit', async () => {
  const shop = await world.openBusiness()
  await world.limit(shop, 'velocity_hour_minor', 30_000)
  const buys = []
  for (let count = 0; count < 5; count += 1)
    buys.push((await world.receive(20_000, { wallet: null }, { shop })).buy)
  await Promise.all(buys.map(world.advance))
  const statuses = await Promise.all(buys.map(world.statusOf))
  expect(statuses.filter((status) => status === 'completed')).toHaveLength(1)
})

test('a buy matched on trust is held when the exposure limit has been lowered since', async () => {
  const { shop, buy } = await world.receive(20_000)
  await world.limit(shop, 'exposure_cap_minor', 10_000)
  await world.advance(buy)
  expect(await world.factsOf(buy, 'over_limit')).toMatchObject({ reasons: ['exposure'] })
})

test('a buy for a network on which we have no wallet needs a decision by the business', async () => {
  const { buy } = await world.receive(20_000, { wallet: { network: 'Stellar', address: 'somewhere' } })
  await world.advance(buy)
  expect(await world.statusOf(buy)).toBe('action_required')
  expect(await world.casesOf(buy)).toEqual(['cannot_deliver'])
  expect(await world.waitOf(buy)).toBe(48 * HOUR)
})

test('an old or missing list stops nothing in test mode', async () => {
  for (const age of [{ ms: 400 * HOUR }, { isThere: false }]) {
    const { buy } = await world.receive(20_000)
    Object.assign(world.listAge, age)
    await world.advance(buy)
    Object.assign(world.listAge, { ms: 0, isThere: true })
    expect(await world.statusOf(buy)).toBe('cleared')
  }
})

test.each([
  ['goes to a lane', polygonWallet, 'cleared'],
  ['goes to the balance', null, 'completed'],
])('a buy that two operators release %s, and is not held twice', async (_, wallet, status) => {
  world.listed.add('ADAEZE NGOZI OKONKWO')
  const { buy } = await world.receive(20_000, { wallet }, { dailyLimitMinor: 1n })
  await world.advance(buy)
  const asked = await world.caseOf(buy, 'screening_hit')
  await world.propose(asked, { action: 'release' })
  await world.approve(asked)
  world.listed.clear()
  expect(await world.statusOf(buy)).toBe(status)
  expect(await world.casesOf(buy)).toEqual([])
  expect((await world.deliveryOf(buy)) === undefined).toBe(wallet === null)
})

test('after all of this the invariants hold', async () => {
  expect(await world.findings()).toEqual([])
})
