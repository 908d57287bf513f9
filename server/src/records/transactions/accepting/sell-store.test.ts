import { randomBytes } from 'node:crypto'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { withFlatFee } from '../../../../test/fee-plans.ts'
import { newId } from '../../../kernel/ids/ids.ts'
import { money } from '../../../kernel/money/money.ts'
import { asTenant, createPool } from '../../../kernel/postgres/pool.ts'
import { createBusiness } from '../../businesses/manage-business.ts'
import { business, capital, held, posting } from '../../ledger/account.ts'
import { runChecks } from '../../ledger/check-store.ts'
import { postEntry, readBalance } from '../../ledger/ledger-store.ts'
import { acceptSells, findSell, type NewSell } from './sell-store.ts'

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })
const worker = createPool(database.url('afara_worker'), { max: 2, applicationName: 'test' })
const api = createPool(database.url('afara_api'), { max: 20, applicationName: 'test' })
const why = { actor: 'system:test', reason: 'a test' }

let businessId = ''
let serial = 0
beforeEach(async () => {
  serial += 1
  businessId = (await createBusiness(owner, { name: 'Ada Foods', linkTag: `ada-${serial}`, ...why })).id
})
afterAll(async () => {
  await Promise.all([owner.end(), worker.end(), api.end()])
  await database.drop()
})

function draft(more: Partial<NewSell> = {}): NewSell {
  const id = newId()
  return {
    id,
    businessId,
    mode: 'test',
    reference: `ref-${id}`,
    idempotencyKey: null,
    amount: money('NGNC', 1_000_00n),
    fee: money('NGNC', 0n),
    payee: { bankCode: '000013', bankName: 'GTBank', accountNumber: '0123456789', accountName: null },
    wallet: null,
    depositAddress: more.wallet ? `address of ${id}` : null,
    createdAt: new Date(),
    expiresAt: undefined,
    guardSince: undefined,
    meaning: randomBytes(32),
    ...more,
  }
}
const limit = async (business: string, minor: bigint) =>
  owner.query(`update business_mode set daily_limit_minor = $2 where business_id = $1 and mode = 'test'`, [
    business,
    minor,
  ])
const outcomes = async (...sells: NewSell[]) => (await acceptSells(api, sells)).map(({ outcome }) => outcome)
const give = async (minor: bigint) =>
  postEntry(owner, {
    id: newId(),
    mode: 'test',
    transactionId: null,
    step: 'test',
    at: new Date(),
    postings: [posting(capital, business(businessId), money('NGNC', minor))],
  })
const balance = async (account = business(businessId)) =>
  (await readBalance(worker, 'test', account, 'NGNC')).minor

test('a sell takes its tokens from the balance in the commit that accepts it', async () => {
  await give(2_500_00n)
  const sell = draft({ fee: money('NGNC', 10_00n) })
  expect(await withFlatFee(owner, sell, async () => outcomes(sell))).toEqual(['accepted'])
  expect([await balance(), await balance(held(sell.id))]).toEqual([1_500_00n, 1_000_00n])
  const read = await asTenant(api, { businessId, mode: 'test' }, async (sql) => findSell(sql, sell.id))
  expect(read).toMatchObject({ status: 'deposit_received', amount: sell.amount, fee: sell.fee, wallet: null })
})

test('an insufficient balance refuses only that sell, and its reference stays free', async () => {
  await give(1_500_00n)
  const [first, short, last] = [draft(), draft(), draft({ amount: money('NGNC', 500_00n) })]
  expect(await outcomes(first, short, last)).toEqual(['accepted', 'insufficient_balance', 'accepted'])
  expect(await balance()).toBe(0n)
  await give(1_000_00n)
  expect(await outcomes(draft({ reference: short.reference }))).toEqual(['accepted'])
})

test('of fifty concurrent sells, as many are accepted as the balance can pay', async () => {
  await give(7_000_00n)
  const answers = await Promise.all(Array.from({ length: 50 }, async () => outcomes(draft())))
  expect(answers.flat().filter((outcome) => outcome === 'accepted')).toHaveLength(7)
  expect(await balance()).toBe(0n)
})

test('an equal sell without a reference or key counts as a repeat of the first', async () => {
  await give(5_000_00n)
  const meaning = randomBytes(32)
  const unnamed = { meaning, guardSince: new Date(Date.now() - 600_000) }
  const first = draft(unnamed)
  expect(await acceptSells(api, [first, draft(unnamed)])).toMatchObject([
    { outcome: 'accepted' },
    { outcome: 'possible_duplicate', firstId: first.id },
  ])
  expect(await outcomes(draft({ meaning }))).toEqual(['accepted'])
  expect(await outcomes(draft({ meaning, guardSince: new Date(Date.now() + 1) }))).toEqual(['accepted'])
})

test('a sell from a wallet waits for its deposit and touches no balance', async () => {
  const sell = draft({
    wallet: { network: 'Solana', address: 'abc' },
    expiresAt: new Date(Date.now() + 1_000),
  })
  expect(await outcomes(sell)).toEqual(['accepted'])
  const read = await asTenant(api, { businessId, mode: 'test' }, async (sql) => findSell(sql, sell.id))
  expect(read).toMatchObject({ status: 'pending_deposit', wallet: sell.wallet })
})

test('over the daily limit, a sell is refused and uses none of the limit', async () => {
  await give(9_000_00n)
  await limit(businessId, 1_500_00n)
  const limited = (minor: bigint) => draft({ amount: money('NGNC', minor) })
  expect(await outcomes(limited(1_000_00n), limited(1_000_00n), limited(500_00n))).toEqual([
    'accepted',
    'daily_limit',
    'accepted',
  ])
})

test('the daily limit starts again at midnight in Lagos, which is 23:00 in UTC', async () => {
  await give(9_000_00n)
  await limit(businessId, 1_000_00n)
  const at = (time: string) => draft({ createdAt: new Date(time) })
  expect(
    await outcomes(
      at('2099-11-16T22:59:59Z'),
      at('2099-11-16T23:00:00Z'),
      at('2099-11-17T00:00:00Z'),
      at('2099-11-17T22:59:59Z'),
      at('2099-11-17T23:00:00Z'),
    ),
  ).toEqual(['accepted', 'accepted', 'daily_limit', 'daily_limit', 'accepted'])
})

test('of forty sells in one group with the same reference and key, one is accepted', async () => {
  await give(9_000_00n)
  const twins = Array.from({ length: 40 }, () => draft({ reference: 'twin', idempotencyKey: 'twin' }))
  const answers = await outcomes(...twins)
  expect(answers.filter((outcome) => outcome === 'accepted')).toHaveLength(1)
  expect(await balance()).toBe(8_000_00n)
})

test('a reference in use is distinguished from a refusal', async () => {
  await give(9_000_00n)
  const first = draft()
  expect(await outcomes(first)).toEqual(['accepted'])
  expect(await outcomes(draft({ reference: first.reference }))).toEqual(['taken'])
})

test('the checks find nothing in the accepted sells', async () => {
  expect((await runChecks(worker)).findings).toEqual([])
})
