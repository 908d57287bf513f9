import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../kernel/ids/ids.ts'
import { createPool, type Tenant } from '../../kernel/postgres/pool.ts'
import { createBusiness } from '../../records/businesses/manage-business.ts'
import type { TransactionFilter } from '../../records/transactions/lists/transaction-list-store.ts'
import { exportTransactions, LONGEST_REST_MS } from './export-transactions.ts'

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })
const api = createPool(database.url('afara_api'), { max: 2, applicationName: 'test' })
const COUNT = 2_500

let tenant: Tenant

beforeAll(async () => {
  const why = { actor: 'system:test', reason: 'a test' }
  const { id } = await createBusiness(owner, { name: 'Ada Foods', linkTag: 'ada-foods', ...why })
  tenant = { businessId: id, mode: 'live' }
  await owner.query(
    `with made as (
       insert into transaction
       select uuidv7(make_interval(secs => g)), $1, 'live', 'withdrawal', case when g % 2 = 0 then 'completed' else 'sending' end, 1, 100,
         'w-' || g, now() + make_interval(secs => g)
       from generate_series(1, $2::int) g returning id)
     insert into withdrawal select id, 'live', 'Polygon', '0xada', 'business' from made`,
    [id, COUNT],
  )
})
afterAll(async () => {
  await Promise.all([owner.end(), api.end()])
  await database.drop()
})

async function referencesOf(filter: TransactionFilter, mostRows?: number): Promise<string[]> {
  const references: string[] = []
  for await (const page of await exportTransactions(api, tenant, filter, mostRows)) {
    for (const { told } of page) if (told.type === 'withdrawal') references.push(told.withdrawal.reference)
  }
  return references
}

test('an export of many pages has each transaction once, newest first', async () => {
  const expected = Array.from({ length: COUNT }, (_, place) => `w-${COUNT - place}`)
  expect(await referencesOf({})).toEqual(expected)
  expect(await referencesOf({ statuses: ['sending'] })).toEqual(
    expected.filter((reference) => Number(reference.slice(2)) % 2 === 1),
  )
})

test('an export rests after each page but the last, several times as long as the page took', async () => {
  const rests: number[] = []
  let workMs = -performance.now()
  const pages = await exportTransactions(api, tenant, {}, COUNT, async (ms) => rests.push(ms))
  let count = 0
  for await (const _ of pages) count += 1
  workMs += performance.now()
  expect(count).toBeGreaterThan(10)
  expect(rests).toHaveLength(count - 1)
  const restedMs = rests.reduce((sum, ms) => sum + ms, 0)
  expect(Math.max(...rests)).toBeLessThanOrEqual(LONGEST_REST_MS)
  expect(restedMs).toBeLessThan(4 * workMs)
  expect(restedMs).toBeGreaterThanOrEqual(Math.min(2 * workMs, LONGEST_REST_MS))
})

test('an export that exceeds the limit is refused before anything is sent; one at the limit is not', async () => {
  await expect(exportTransactions(api, tenant, {}, COUNT - 1)).rejects.toMatchObject({
    code: 'export_too_large',
  })
  await expect(exportTransactions(api, tenant, { statuses: ['sending'] }, 100)).rejects.toMatchObject({
    code: 'export_too_large',
  })
  expect(await referencesOf({}, COUNT)).toHaveLength(COUNT)
})

test('a transaction that is created during an export is not in it, and no connection is held between pages', async () => {
  const pages = await exportTransactions(api, tenant, {})
  const first = await pages.next()
  expect(api.idleCount).toBe(api.totalCount)
  await owner.query(
    `insert into transaction values (uuidv7(interval '1 day'), $1, 'live', 'buy', 'completed', 1, 100, $2, now())`,
    [tenant.businessId, `late-${newId()}`],
  )
  let rows = first.value?.length ?? 0
  for await (const page of pages) rows += page.length
  expect(rows).toBe(COUNT)
})
