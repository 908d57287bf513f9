import { randomBytes } from 'node:crypto'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, expect, test } from 'vitest'
import { withFlatFee } from '../../../../test/fee-plans.ts'
import { newId } from '../../../kernel/ids/ids.ts'
import { money } from '../../../kernel/money/money.ts'
import { asTenant, createPool } from '../../../kernel/postgres/pool.ts'
import { createBusiness } from '../../businesses/manage-business.ts'
import { runChecks } from '../../ledger/check-store.ts'
import { acceptBuys, findBuy, type NewBuy } from './buy-store.ts'
import { findNamedTransactions } from './request-store.ts'

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })
const worker = createPool(database.url('afara_worker'), { max: 2, applicationName: 'test' })
const api = createPool(database.url('afara_api'), { max: 10, applicationName: 'test' })
const why = { actor: 'system:test', reason: 'a test' }
const ada = await createBusiness(owner, { name: 'Ada Foods', linkTag: 'ada-foods', ...why })
const bola = await createBusiness(owner, { name: 'Bola Oil', linkTag: 'bola-oil', ...why })
const vendorAccountId = newId()
await owner.query(
  `insert into vendor_account (id, mode, name, account_number, bank_code, bank_name)
   values ($1, 'test', 'TEST Afara', '0000000001', 'test-bank', 'TEST BANK')`,
  [vendorAccountId],
)

afterAll(async () => {
  await Promise.all([owner.end(), worker.end(), api.end()])
  await database.drop()
})

function draft(more: Partial<NewBuy> = {}): NewBuy {
  const id = newId()
  return {
    id,
    businessId: ada.id,
    mode: 'test',
    reference: `ref-${id}`,
    idempotencyKey: null,
    amount: money('NGN', 15_000_00n),
    fee: money('NGN', 0n),
    vendorAccountId,
    payer: { bankCode: '000013', bankName: 'GTBank', accountNumber: '0123456789', accountName: null },
    wallet: null,
    createdAt: new Date(),
    expiresAt: new Date(Date.now() + 1_000_000),
    meaning: randomBytes(32),
    ...more,
  }
}
const limit = async (business: string, minor: bigint) =>
  owner.query(`update business_mode set daily_limit_minor = $2 where business_id = $1 and mode = 'test'`, [
    business,
    minor,
  ])
const accepted = (answers: ReadonlyArray<{ accepted: boolean }>) => answers.map((answer) => answer.accepted)

test('a group of many tenants is one commit, and each reads back its own request', async () => {
  const mine = draft({ wallet: { network: 'Polygon', address: '0xabc' }, fee: money('NGN', 5_01n) })
  const theirs = draft({ businessId: bola.id, reference: mine.reference })
  expect(accepted(await withFlatFee(owner, mine, async () => acceptBuys(api, [mine, theirs])))).toEqual([
    true,
    true,
  ])
  const tenant = { businessId: ada.id, mode: 'test' } as const
  const read = await asTenant(api, tenant, async (sql) => findBuy(sql, mine.id))
  const { id, reference, amount, fee, payer, wallet, createdAt } = mine
  expect(read).toEqual({
    ...tenant,
    paid: { asset: 'NGN', minor: 0n },
    id,
    metadata: null,
    reference,
    amount,
    fee,
    payer,
    wallet,
    createdAt,
    vendorAccountId,
    status: 'pending_payment',
    needs: [],
  })
  expect(await asTenant(api, tenant, async (sql) => findBuy(sql, theirs.id))).toBeUndefined()
  const events = await worker.query(
    'select data, xid from transaction_event where transaction_id = any ($1)',
    [[mine.id, theirs.id]],
  )
  expect(new Set(events.rows.map(({ xid }) => xid)).size).toBe(1)
  expect(events.rows[0].data).toMatchObject({ amount_minor: '1500000', reference: mine.reference })
})

test('the same reference twice in one group is one transaction', async () => {
  const first = draft()
  const again = draft({ reference: first.reference, meaning: first.meaning })
  const answers = accepted(await acceptBuys(api, [first, again, draft()]))
  expect(answers).toEqual([true, false, true])
})

test.each([2, 5, 40, 256])(
  'of %d requests in one group with the same reference and key, one is accepted',
  async (count) => {
    const twins = Array.from({ length: count }, () =>
      draft({ reference: `twin-${count}`, idempotencyKey: `twin-${count}` }),
    )
    const answers = accepted(await acceptBuys(api, twins))
    expect(answers.filter(Boolean)).toHaveLength(1)
  },
)

test('a request whose reference is taken does not keep its idempotency key', async () => {
  const first = draft()
  await acceptBuys(api, [first])
  const second = draft({ reference: first.reference, idempotencyKey: 'key-1' })
  expect(accepted(await acceptBuys(api, [second]))).toEqual([false])
  const names = { reference: 'none', isReferenceGiven: true, idempotencyKey: 'key-1' }
  const tenant = { businessId: ada.id, mode: 'test' } as const
  expect(await asTenant(api, tenant, async (sql) => findNamedTransactions(sql, names))).toEqual({})
  expect(accepted(await acceptBuys(api, [draft({ idempotencyKey: 'key-1' })]))).toEqual([true])
})

test('groups with the same references in any order never deadlock, and each reference is used once', async () => {
  const references = Array.from({ length: 20 }, (_, index) => `shared-${index}`)
  const groups = Array.from({ length: 20 }, async (_, turn) => {
    const order = turn % 2 === 0 ? references : references.toReversed()
    return acceptBuys(
      api,
      order.map((reference) => draft({ reference, idempotencyKey: `k-${reference}` })),
    )
  })
  const answers = (await Promise.all(groups)).flatMap(accepted)
  expect(answers.filter(Boolean)).toHaveLength(references.length)
})

test('over the daily limit, a buy is accepted with a need and uses none of the limit', async () => {
  const dupe = await createBusiness(owner, { name: 'Dupe Salt', linkTag: 'dupe-salt', ...why })
  await limit(dupe.id, 40_000_00n)
  const limited = (minor: bigint) => draft({ businessId: dupe.id, amount: money('NGN', minor) })
  const answers = await acceptBuys(api, [limited(30_000_00n), limited(20_000_00n), limited(10_000_00n)])
  expect(answers).toMatchObject([
    { accepted: true, needs: [] },
    { accepted: true, needs: ['daily_limit'] },
    { accepted: true, needs: [] },
  ])
})

test('of six concurrent buys, as many as possible are within the daily limit', async () => {
  const efe = await createBusiness(owner, { name: 'Efe Maize', linkTag: 'efe-maize', ...why })
  await limit(efe.id, 45_000_00n)
  const buy = async () => acceptBuys(api, [draft({ businessId: efe.id })])
  const first = await buy()
  const gate = await owner.connect()
  await gate.query('begin')
  await gate.query('select from daily_use where business_id = $1 for update', [efe.id])
  const others = Array.from({ length: 5 }, buy)
  const waiting = async () =>
    (
      await owner.query(
        `select distinct l.pid from pg_locks l join pg_stat_activity a on a.pid = l.pid
         where not l.granted and a.datname = current_database()`,
      )
    ).rowCount
  await expect.poll(waiting).toBe(5)
  await gate.query('commit')
  gate.release()
  const within = [first, ...(await Promise.all(others))].flat().filter(({ needs }) => needs.length === 0)
  expect(within).toHaveLength(3)
})

test('buys accepted without a limit count towards a limit that is set later that day', async () => {
  const chidi = await createBusiness(owner, { name: 'Chidi Rice', linkTag: 'chidi-rice', ...why })
  const bought = (minor: bigint) => draft({ businessId: chidi.id, amount: money('NGN', minor) })
  const unlimited = Array.from({ length: 4 }, async () =>
    acceptBuys(api, [bought(15_000_00n), bought(15_000_00n)]),
  )
  expect((await Promise.all(unlimited)).flatMap(accepted)).toEqual(Array.from({ length: 8 }, () => true))
  await limit(chidi.id, 140_000_00n)
  const later = await acceptBuys(api, [bought(20_000_00n), bought(15_000_00n)])
  expect(later.map(({ needs }) => needs)).toEqual([[], ['daily_limit']])
})

test('the checks find nothing in the accepted buys', async () => {
  expect((await runChecks(worker)).findings).toEqual([])
})
