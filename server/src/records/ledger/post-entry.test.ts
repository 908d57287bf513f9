import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bank, deposit, outgoing } from '../../../test/ledger-accounts.ts'
import { newId } from '../../kernel/ids/ids.ts'
import type { Mode } from '../../kernel/mode.ts'
import { type Asset, money } from '../../kernel/money/money.ts'
import { createPool, type Sql } from '../../kernel/postgres/pool.ts'
import { createBusiness } from '../businesses/manage-business.ts'
import { business, capital, clearing, float, held, type Posting, posting, suspense } from './account.ts'
import { runChecks } from './check-store.ts'
import { postEntry, readBalance, reverseEntry } from './ledger-store.ts'

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 20, applicationName: 'test' })
const worker = createPool(database.url('afara_worker'), { max: 4, applicationName: 'test' })
const someone = (
  await createBusiness(owner, {
    name: 'Ada Foods',
    linkTag: 'ada-foods',
    actor: 'system:test',
    reason: 'a test',
  })
).id
const vendorAccount = newId()
const lane = { network: 'polygon', number: 1 }

beforeAll(async () => {
  await owner.query(
    `insert into vendor_account (id, mode, name, account_number, bank_code, bank_name) values ($1, 'live', 'Afara', '0123456789', '000013', 'GTB')`,
    [vendorAccount],
  )
})
afterAll(async () => {
  await Promise.all([owner.end(), worker.end()])
  await database.drop()
})

const amount = (minor: bigint, asset: Asset = 'NGNC') => money(asset, minor)
async function post(
  postings: readonly Posting[],
  options: { sql?: Sql; id?: string; mode?: Mode; transactionId?: string } = {},
) {
  const { sql = owner, id = newId(), mode = 'live', transactionId = null } = options
  await postEntry(sql, { id, mode, transactionId, step: 'test', at: new Date(), postings })
  return id
}
const giveTo = async (businessId: string, minor: bigint) =>
  post([posting(deposit('polygon'), business(businessId), amount(minor))])
const reasonsOf = (results: readonly PromiseSettledResult<unknown>[]) =>
  new Set(results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : [])))
const balanceOf = async (mode: Mode = 'live') =>
  (await readBalance(worker, mode, business(someone), 'NGNC')).minor

describe('floors', () => {
  test('of fifty concurrent debits, exactly as many succeed as the balance can pay', async () => {
    const had = await balanceOf()
    await giveTo(someone, 1_070n)
    const debits = Array.from({ length: 50 }, async () =>
      post([posting(business(someone), deposit('polygon'), amount(100n))]),
    )
    const results = await Promise.allSettled(debits)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    expect(reasonsOf(results)).toEqual(new Set(['insufficient_funds']))
    expect(await balanceOf()).toBe(had + 70n)
  })

  test('an overdraft is refused even if a later posting of the same entry would cover it', async () => {
    const lonely = newId()
    await expect(
      post([
        posting(float({ network: 'solana', number: 9 }), capital, amount(1n)),
        posting(business(lonely), deposit('polygon'), amount(5n)),
        posting(deposit('polygon'), business(lonely), amount(5n)),
      ]),
    ).rejects.toMatchObject({ code: 'insufficient_funds' })
  })

  test('two entries over the same two balances, in opposite order, do not block each other', async () => {
    const pair = [float({ network: 'polygon', number: 2 }), float({ network: 'polygon', number: 3 })] as const
    await post([posting(pair[0], capital, amount(1_000n)), posting(pair[1], capital, amount(1_000n))])
    const there = [posting(pair[0], pair[1], amount(1n)), posting(capital, pair[0], amount(1n))]
    const back = [posting(pair[1], pair[0], amount(1n)), posting(capital, pair[1], amount(1n))]
    const results = await Promise.allSettled(
      Array.from({ length: 60 }, async (_, index) => post(index % 2 === 0 ? there : back)),
    )
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
  })

  test('an empty held account leaves no row', async () => {
    const transactionId = newId()
    await owner.query(`select open_transaction($1, $2, 'live', 'sell', 'accepted', 100, $3, now(), null)`, [
      transactionId,
      someone,
      `ref-${transactionId}`,
    ])
    await post([posting(deposit('polygon'), held(transactionId), amount(60n))], { transactionId })
    await post([posting(deposit('polygon'), held(transactionId), amount(40n))], { transactionId })
    await post([posting(held(transactionId), deposit('polygon'), amount(100n))], { transactionId })
    const { rowCount } = await worker.query('select from balance where owner = $1', [transactionId])
    expect(rowCount).toBe(0)
  })
})

describe('malformed entries', () => {
  test.each([
    ['no postings', []],
    ['an account against itself', [posting(suspense, suspense, amount(1n))]],
    ['naira in a float', [posting(float(lane), capital, amount(1n, 'NGN'))]],
    ['tokens in a bank', [posting(bank('V'), suspense, amount(1n))]],
    ['an owner that is missing', [posting(business(''), deposit('polygon'), amount(1n))]],
    ['an owner where none belongs', [posting({ kind: 'clearing', owner: 'x' }, suspense, amount(1n))]],
  ])('%s', async (_, postings) => {
    await expect(post(postings)).rejects.toMatchObject({ code: 'posting_malformed' })
  })

  test.each([0n, -5n])('an amount of %s', async (minor) => {
    await expect(post([posting(deposit('polygon'), business(someone), amount(minor))])).rejects.toThrow(
      'positive_minor',
    )
  })

  test('clearing that does not end at zero', async () => {
    await expect(
      post([
        posting(clearing, outgoing('polygon'), amount(5n)),
        posting(suspense, clearing, amount(4n, 'NGN')),
      ]),
    ).rejects.toMatchObject({ code: 'clearing_not_square' })
  })

  test('an entry with the id of another entry', async () => {
    const id = await giveTo(someone, 1n)
    await expect(post([posting(deposit('polygon'), business(someone), amount(1n))], { id })).rejects.toThrow(
      'entry_pkey',
    )
  })
})

describe('separation of the modes', () => {
  test('money of test mode cannot pay for anything live', async () => {
    await post([posting(deposit('polygon'), business(someone), amount(1_000_000n))], { mode: 'test' })
    const live = await balanceOf('live')
    await expect(
      post([posting(business(someone), deposit('polygon'), amount(live + 1n))]),
    ).rejects.toMatchObject({ code: 'insufficient_funds' })
  })

  test('an entry of one mode cannot belong to a transaction of the other', async () => {
    const transactionId = newId()
    await owner.query(`select open_transaction($1, $2, 'test', 'buy', 'accepted', 100, $3, now(), null)`, [
      transactionId,
      someone,
      `ref-${transactionId}`,
    ])
    await expect(
      post([posting(bank('V'), suspense, amount(1n, 'NGN'))], { transactionId }),
    ).rejects.toMatchObject({ code: 'mode_mismatch' })
  })
})

describe('reversal', () => {
  test('of twenty concurrent reversals of one entry, exactly one succeeds', async () => {
    const had = await balanceOf()
    const entryId = await giveTo(someone, 77n)
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, async () =>
        reverseEntry(owner, { id: newId(), entryId, step: 'test', at: new Date() }),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(reasonsOf(results)).toEqual(new Set(['already_reversed']))
    expect(await balanceOf()).toBe(had)
  })

  test('a reversal or an unknown entry cannot be reversed', async () => {
    const entryId = await giveTo(someone, 5n)
    const reversal = newId()
    await reverseEntry(owner, { id: reversal, entryId, step: 'test', at: new Date() })
    for (const target of [reversal, newId()]) {
      await expect(
        reverseEntry(owner, { id: newId(), entryId: target, step: 'test', at: new Date() }),
      ).rejects.toMatchObject({ code: 'not_reversible' })
    }
  })
})

test('accounts without a floor are not locked: two open transactions can post to one bank account', async () => {
  const [first, second] = [await owner.connect(), await owner.connect()]
  try {
    for (const client of [first, second]) {
      await client.query('begin')
      await client.query(`set local lock_timeout = '2s'`)
      await post([posting(bank(vendorAccount), suspense, amount(1n, 'NGN'))], { sql: client })
    }
    await first.query('commit')
    await second.query('commit')
    const { rows } = await worker.query<{ minor: string }>(
      `select account_sum('live', 'bank', $1, 'NGN') as minor`,
      [vendorAccount],
    )
    expect(rows[0]?.minor).toBe('2')
  } finally {
    first.release()
    second.release()
  }
})

test('after all of this the checks find nothing', async () => {
  expect((await runChecks(worker)).findings).toEqual([])
})
