import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../kernel/ids/ids.ts'
import { asTenant, createPool, inTransaction } from '../../kernel/postgres/pool.ts'
import type { Business } from '../businesses/business.ts'
import { createBusiness } from '../businesses/manage-business.ts'
import { runChecks } from '../ledger/check-store.ts'
import { findTransaction, moveTransaction, type Transaction } from './transaction-store.ts'

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 4, applicationName: 'test' })
const worker = createPool(database.url('afara_worker'), { max: 20, applicationName: 'test' })
const api = createPool(database.url('afara_api'), { max: 2, applicationName: 'test' })
const why = { actor: 'system:test', reason: 'a test' }
const at = new Date('2026-11-14T10:00:00Z')

let ada: Business
let bola: Business

beforeAll(async () => {
  ada = await createBusiness(owner, { name: 'Ada Foods', linkTag: 'ada-foods', ...why })
  bola = await createBusiness(owner, { name: 'Bola Motors', linkTag: 'bola-motors', ...why })
})
afterAll(async () => {
  await Promise.all([owner.end(), worker.end(), api.end()])
  await database.drop()
})

async function openBuy(business: Business, mode = 'live'): Promise<Transaction> {
  const id = newId()
  await owner.query(`select open_transaction($1, $2, $3, 'buy', 'accepted', 10000000, $4, $5, null)`, [
    id,
    business.id,
    mode,
    `ref-${id}`,
    at,
  ])
  const found = await findTransaction(worker, id)
  if (found === undefined) throw new Error('the buy was not opened')
  return found
}

async function historyOf(id: string) {
  const { rows } = await worker.query(
    'select sequence, event, from_status, to_status from transaction_event where transaction_id = $1 order by sequence',
    [id],
  )
  return rows
}

test('a move changes status, version and history together', async () => {
  const buy = await openBuy(ada)
  expect(await moveTransaction(worker, buy, { event: 'window_closed', at })).toBe(true)
  expect(await findTransaction(worker, buy.id)).toMatchObject({ status: 'expired', version: 2 })
  expect(await historyOf(buy.id)).toEqual([
    { sequence: 1, event: 'accepted', from_status: '', to_status: 'pending_payment' },
    { sequence: 2, event: 'window_closed', from_status: 'pending_payment', to_status: 'expired' },
  ])
})

test('an event without an edge from the status moves nothing', async () => {
  const buy = await openBuy(ada)
  await moveTransaction(worker, buy, { event: 'window_closed', at })
  const expired = { ...buy, version: 2 }
  expect(await moveTransaction(worker, expired, { event: 'window_closed', at })).toBe(false)
  expect(await historyOf(buy.id)).toHaveLength(2)
})

test('a driver cannot make a move that involves money', async () => {
  const buy = await openBuy(ada)
  for (const event of ['paid_in_full', 'transfer_final'])
    await expect(moveTransaction(worker, buy, { event, at })).rejects.toThrow(
      'the driver may not apply event',
    )
  expect(await historyOf(buy.id)).toHaveLength(1)
})

test('of twenty concurrent moves of the same version, exactly one succeeds', async () => {
  const buy = await openBuy(ada)
  const results = await Promise.all(
    Array.from({ length: 20 }, async () => moveTransaction(worker, buy, { event: 'window_closed', at })),
  )
  expect(results.filter(Boolean)).toHaveLength(1)
  expect(await historyOf(buy.id)).toHaveLength(2)
})

test('a move that is rolled back leaves no trace', async () => {
  const buy = await openBuy(ada)
  await expect(
    inTransaction(worker, async (sql) => {
      await moveTransaction(sql, buy, { event: 'window_closed', at })
      throw new Error('the ledger refused')
    }),
  ).rejects.toThrow('the ledger refused')
  expect(await findTransaction(worker, buy.id)).toEqual(buy)
  expect(await historyOf(buy.id)).toHaveLength(1)
})

test('no role can write a status directly', async () => {
  const buy = await openBuy(ada)
  for (const pool of [worker, api]) {
    await expect(
      pool.query(`update transaction set status = 'completed' where id = $1`, [buy.id]),
    ).rejects.toThrow('permission denied')
    await expect(
      pool.query('delete from transaction_event where transaction_id = $1', [buy.id]),
    ).rejects.toThrow('permission denied')
  }
  await expect(
    owner.query('delete from transaction_event where transaction_id = $1', [buy.id]),
  ).rejects.toThrow('append-only')
})

test('with no filter in the query, a business still sees only its own rows of its own mode', async () => {
  const [hers, hersInTest, his] = [await openBuy(ada), await openBuy(ada, 'test'), await openBuy(bola)]
  const seen = async (tenant: { businessId: string; mode: 'live' | 'test' }) =>
    asTenant(api, tenant, async (sql) => {
      const { rows } = await sql.query<{ id: string }>('select id from transaction')
      const { rows: events } = await sql.query<{ id: string }>(
        'select transaction_id as id from transaction_event',
      )
      return new Set([...rows, ...events].map(({ id }) => id))
    })

  const adaLive = await seen({ businessId: ada.id, mode: 'live' })
  expect([adaLive.has(hers.id), adaLive.has(hersInTest.id), adaLive.has(his.id)]).toEqual([
    true,
    false,
    false,
  ])
  expect(await seen({ businessId: bola.id, mode: 'test' })).toEqual(new Set())
  expect((await api.query('select from transaction')).rowCount).toBe(0)
})

test('after all of this the invariants hold', async () => {
  expect((await runChecks(worker)).findings).toEqual([])
})
