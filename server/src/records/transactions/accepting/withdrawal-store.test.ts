import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../../kernel/ids/ids.ts'
import { money } from '../../../kernel/money/money.ts'
import { asTenant, createPool } from '../../../kernel/postgres/pool.ts'
import { createBusiness } from '../../businesses/manage-business.ts'
import { business, capital, held, posting } from '../../ledger/account.ts'
import { runChecks } from '../../ledger/check-store.ts'
import { postEntry, readBalance } from '../../ledger/ledger-store.ts'
import { acceptWithdrawals, findWithdrawal, type NewWithdrawal } from './withdrawal-store.ts'

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })
const worker = createPool(database.url('afara_worker'), { max: 2, applicationName: 'test' })
const api = createPool(database.url('afara_api'), { max: 20, applicationName: 'test' })
const why = { actor: 'system:test', reason: 'a test' }
const wallet = { network: 'Polygon', address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72' }

let businessId = ''
let serial = 0
beforeAll(async () => {
  await owner.query(`select open_lane($1, 'test', 'Polygon', 1, '0x01', 0, now())`, [newId()])
})
beforeEach(async () => {
  serial += 1
  businessId = (await createBusiness(owner, { name: 'Ada Foods', linkTag: `ada-${serial}`, ...why })).id
})
afterAll(async () => {
  await Promise.all([owner.end(), worker.end(), api.end()])
  await database.drop()
})

async function meaningOf({ minor }: { minor: bigint }, { network, address } = wallet): Promise<Buffer> {
  const { rows } = await owner.query('select withdrawal_meaning($1, $2, $3) as meaning', [
    minor,
    network,
    address,
  ])
  return rows[0].meaning
}

async function draft(more: Partial<NewWithdrawal> = {}): Promise<NewWithdrawal> {
  const id = newId()
  const amount = more.amount ?? money('NGNC', 1_000_00n)
  return {
    id,
    businessId,
    mode: 'test',
    reference: `ref-${id}`,
    idempotencyKey: null,
    amount,
    wallet,
    createdAt: new Date(),
    guardSince: undefined,
    meaning: await meaningOf(amount, more.wallet),
    ...more,
  }
}
const outcomes = async (...asked: NewWithdrawal[]) =>
  (await acceptWithdrawals(api, asked)).map(({ outcome }) => outcome)
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

test('a withdrawal takes its tokens from the balance in the commit that accepts it, and is due at once', async () => {
  await give(2_500_00n)
  const asked = await draft()
  expect(await outcomes(asked)).toEqual(['accepted'])
  expect([await balance(), await balance(held(asked.id))]).toEqual([1_500_00n, 1_000_00n])
  const read = await asTenant(api, { businessId, mode: 'test' }, async (sql) => findWithdrawal(sql, asked.id))
  expect(read).toMatchObject({ status: 'requested', amount: asked.amount, wallet })
  const { rows } = await owner.query('select type, due_at from wake where subject_id = $1', [asked.id])
  expect(rows).toEqual([{ type: 'withdrawal', due_at: asked.createdAt }])
})

test('an insufficient balance refuses only that withdrawal, and its reference stays free', async () => {
  await give(1_500_00n)
  const [first, short, last] = [await draft(), await draft(), await draft({ amount: money('NGNC', 500_00n) })]
  expect(await outcomes(first, short, last)).toEqual(['accepted', 'insufficient_balance', 'accepted'])
  expect(await balance()).toBe(0n)
  await give(1_000_00n)
  expect(await outcomes(await draft({ reference: short.reference }))).toEqual(['accepted'])
})

test('twenty concurrent withdrawals never exceed the balance', async () => {
  await give(3_000_00n)
  const asked = await Promise.all(Array.from({ length: 20 }, async () => draft()))
  const said = (await Promise.all(asked.map(async (one) => outcomes(one)))).flat()
  expect(said.filter((outcome) => outcome === 'accepted')).toHaveLength(3)
  expect(await balance()).toBe(0n)
})

test('a reference in use, a network without a lane, a frozen business and an exceeded daily limit are refused', async () => {
  await give(5_000_00n)
  const first = await draft()
  await outcomes(first)
  await owner.query(`update business_mode set daily_limit_minor = 199999 where business_id = $1`, [
    businessId,
  ])
  const solana = { network: 'Solana', address: 'a' }
  expect(
    await outcomes(
      await draft({ reference: first.reference, amount: money('NGNC', 1n) }),
      await draft({ wallet: solana }),
      await draft(),
    ),
  ).toEqual(['taken', 'network_not_open', 'daily_limit'])
  await owner.query(`select place_freeze('business', $1, 'a test', 'system:test', now())`, [businessId])
  expect(await outcomes(await draft())).toEqual(['frozen'])
  expect(await balance()).toBe(4_000_00n)
})

test('an equal withdrawal without a reference or key within minutes counts as a repeat', async () => {
  await give(5_000_00n)
  const guardSince = new Date(Date.now() - 60_000)
  const first = await draft({ guardSince })
  await outcomes(first)
  expect(await acceptWithdrawals(api, [await draft({ guardSince })])).toEqual([
    expect.objectContaining({ outcome: 'possible_duplicate', firstId: first.id }),
  ])
})

test('a withdrawal that operators decided is accepted in their commit, once per reference', async () => {
  await give(1_000_00n)
  const accept = async () =>
    owner.query(
      `select accept_withdrawal(uuidv7(), $1, 'test', 'return-txn_1', 'Polygon', '0x02', 40000, uuidv7()::text, now())`,
      [businessId],
    )
  await accept()
  expect(await balance()).toBe(600_00n)
  await expect(accept()).rejects.toThrow('belongs to another transaction')
  await expect(
    owner.query(
      `select accept_withdrawal(uuidv7(), $1, 'test', 'return-2', 'Polygon', '0x02', 99999999, 'c', now())`,
      [businessId],
    ),
  ).rejects.toMatchObject({ code: 'AF010' })
  await expect(
    owner.query(`select accept_withdrawal(uuidv7(), $1, 'test', 'return-3', 'Solana', 'x', 1, 'c', now())`, [
      businessId,
    ]),
  ).rejects.toMatchObject({ code: 'AF045' })
})

test('the checks find nothing', async () => {
  expect((await runChecks(worker)).findings).toEqual([])
})
