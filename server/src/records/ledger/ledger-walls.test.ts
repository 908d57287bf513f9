import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { deposit } from '../../../test/ledger-accounts.ts'
import { systemClock as clock } from '../../kernel/clock/clock.ts'
import { newId } from '../../kernel/ids/ids.ts'
import { money } from '../../kernel/money/money.ts'
import { asTenant, createPool } from '../../kernel/postgres/pool.ts'
import { createBusiness } from '../businesses/manage-business.ts'
import { business, capital, posting } from './account.ts'
import { postEntry, readBalance } from './ledger-store.ts'
import { sealNextBatch } from './seals/seal-rows.ts'

const database = await createTestDatabase()
const roles = ['afara_api', 'afara_worker', 'afara_sealer', 'afara_owner'] as const
const pools = Object.fromEntries(
  roles.map((role) => [role, createPool(database.url(role), { max: 2, applicationName: 'test' })]),
)
const poolOf = (role: string) => {
  const pool = pools[role]
  if (pool === undefined) throw new Error(`no pool for ${role}`)
  return pool
}
const history = ['entry', 'posting', 'transaction_event', 'event_position', 'seal', 'audit']
let ada: string
let bola: string

beforeAll(async () => {
  const why = { actor: 'system:test', reason: 'a test' }
  ada = (await createBusiness(poolOf('afara_owner'), { name: 'Ada Foods', linkTag: 'ada-foods', ...why })).id
  bola = (
    await createBusiness(poolOf('afara_owner'), { name: 'Bola Motors', linkTag: 'bola-motors', ...why })
  ).id
  for (const id of [ada, bola]) {
    const postings = [posting(deposit('polygon'), business(id), money('NGNC', 100n))]
    await postEntry(poolOf('afara_owner'), {
      id: newId(),
      mode: 'live',
      transactionId: null,
      step: 'test',
      at: new Date(),
      postings,
    })
  }
  const seal = async () => expect(await sealNextBatch({ pool: poolOf('afara_sealer'), clock })).toBeDefined()
  await vi.waitFor(seal, { timeout: 60_000 })
})
afterAll(async () => {
  await Promise.all(Object.values(pools).map(async (pool) => pool.end()))
  await database.drop()
})

describe.each(history)('rows of %s are permanent', (table) => {
  test.each(['afara_api', 'afara_worker', 'afara_sealer'])(
    '%s cannot change or delete them',
    async (role) => {
      for (const statement of [`update ${table} set xid = 1`, `delete from ${table}`, `truncate ${table}`]) {
        await expect(
          poolOf(role).query(statement.replace('event_position set xid', 'event_position set position')),
          statement,
        ).rejects.toMatchObject({
          // PostgreSQL refuses before it evaluates the statement: the role has no privilege, or does not even see the column.
          code: expect.stringMatching(/^(42501|42703)$/),
        })
      }
    },
  )

  test('the owner cannot change or delete them either', async () => {
    for (const statement of [`delete from ${table}`, `truncate ${table} cascade`]) {
      await expect(poolOf('afara_owner').query(statement), statement).rejects.toMatchObject({ code: 'AF002' })
    }
  })
})

test.each(['entry', 'posting', 'balance', 'account_total'])(
  'only the posting function writes %s',
  async (table) => {
    for (const role of ['afara_api', 'afara_worker', 'afara_sealer']) {
      await expect(
        poolOf(role).query(`insert into ${table} select * from ${table}`),
        role,
      ).rejects.toMatchObject({ code: '42501' })
    }
  },
)

test('a floor holds even against an update by the owner', async () => {
  await expect(
    poolOf('afara_owner').query('update balance set amount_minor = amount_minor - 1000'),
  ).rejects.toThrow('nonnegative_minor')
})

test.each(['afara_api', 'afara_worker', 'afara_sealer'])('%s cannot post directly', async (role) => {
  const one = { id: newId(), mode: 'live', transactionId: null, step: 'theft', at: new Date() } as const
  const postings = [posting(capital, business(ada), money('NGNC', 1_000_000n))]
  await expect(postEntry(poolOf(role), { ...one, postings })).rejects.toMatchObject({ code: '42501' })
  await expect(
    poolOf(role).query(`select reverse_entry($1, id, 'theft', now()) from entry limit 1`, [newId()]),
  ).rejects.toMatchObject({ code: '42501' })
  expect((await readBalance(poolOf('afara_owner'), 'live', business(ada), 'NGNC')).minor).toBe(100n)
})

test('the worker cannot seal', async () => {
  await expect(poolOf('afara_worker').query('select roll_up_accounts(0, 1)')).rejects.toMatchObject({
    code: '42501',
  })
})

test('with no filter in the query, a business sees its own balance and no other', async () => {
  const seenBy = async (businessId: string, mode: 'live' | 'test') =>
    asTenant(poolOf('afara_api'), { businessId, mode }, async (sql) => {
      const { rows } = await sql.query<{ owner: string }>('select owner from balance')
      return rows.map(({ owner }) => owner)
    })
  expect(await seenBy(ada, 'live')).toEqual([ada])
  expect(await seenBy(bola, 'live')).toEqual([bola])
  expect(await seenBy(ada, 'test')).toEqual([])
  expect((await poolOf('afara_api').query('select from balance')).rowCount).toBe(0)
})
