import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../kernel/ids/ids.ts'
import { asTenant, createPool, type Pool, type Tenant } from '../../kernel/postgres/pool.ts'
import { issueKey } from '../keys/manage-keys.ts'
import { createOperator } from '../operators/manage-operators.ts'
import type { Business } from './business.ts'
import { createBusiness } from './manage-business.ts'

const database = await createTestDatabase()
const pools = Object.fromEntries(
  ['afara_owner', 'afara_api', 'afara_worker', 'postgres'].map((role) => [
    role,
    createPool(database.url(role), { max: 2, applicationName: 'test' }),
  ]),
)
const why = { actor: 'system:test', reason: 'a test' }
const tables = [
  'business',
  'business_mode',
  'api_key',
  'operator',
  'audit',
  'vendor_account',
  'vendor_account_edge',
]

let ada: Business
let bola: Business

beforeAll(async () => {
  const owner = poolOf('afara_owner')
  ada = await createBusiness(owner, { name: 'Ada Foods', linkTag: 'ada-foods', ...why })
  bola = await createBusiness(owner, { name: 'Bola Oil', linkTag: 'bola-oil', ...why })
  await createOperator(owner, { email: 'bisi@afara.test', name: 'Bisi', ...why })
  for (const { linkTag } of [ada, bola]) {
    await issueKey(
      { pool: owner, cell: 'lag1', peppers: new Map([[1, Buffer.alloc(32)]]) },
      { business: linkTag, mode: 'test', ...why },
    )
  }
})

afterAll(async () => {
  await Promise.all(Object.values(pools).map(async (pool) => pool.end()))
  await database.drop()
})

test('a new business has both modes, and both are active', async () => {
  const { rows } = await poolOf('afara_owner').query(
    `select mode, status, may_hold_balance, fee_flat_minor, fee_bps from business_mode where business_id = $1 order by mode`,
    [ada.id],
  )
  expect(rows).toEqual([
    { mode: 'live', status: 'pending', may_hold_balance: false, fee_flat_minor: '0', fee_bps: 0 },
    { mode: 'test', status: 'active', may_hold_balance: true, fee_flat_minor: '0', fee_bps: 0 },
  ])
})

test('the api sees its own business in its own mode and no other', async () => {
  const seen = await seenBy({ businessId: ada.id, mode: 'test' })
  expect(seen).toEqual({ businesses: ['ada-foods'], modes: [`${ada.id} test`] })
})

test('as a tenant with an unknown business id, the api sees nothing', async () => {
  expect(await seenBy({ businessId: newId(), mode: 'live' })).toEqual({ businesses: [], modes: [] })
})

test('without a tenant the api sees nothing', async () => {
  const api = poolOf('afara_api')
  for (const table of ['business', 'business_mode', 'vendor_account']) {
    expect([table, ...(await api.query(`select * from ${table}`)).rows]).toEqual([table])
  }
})

test('the api cannot read keys, operators or the audit, even its own', async () => {
  for (const table of ['api_key', 'operator', 'audit']) {
    await asTenant(poolOf('afara_api'), { businessId: ada.id, mode: 'test' }, async (sql) =>
      expect(sql.query(`select * from ${table}`)).rejects.toMatchObject({ code: '42501' }),
    )
  }
})

test('neither the api nor the worker can write any of these tables', async () => {
  for (const role of ['afara_api', 'afara_worker']) {
    for (const table of tables) {
      for (const statement of [
        `insert into ${table} select * from ${table} limit 0`,
        `update ${table} set ${table === 'vendor_account_edge' ? 'to_state' : firstColumn(table)} = null`,
        `delete from ${table}`,
        `truncate ${table}`,
      ]) {
        await expect(poolOf(role).query(statement)).rejects.toMatchObject({
          code: '42501',
        })
      }
    }
  }
})

test('the worker reads all of these tables', async () => {
  for (const table of tables.filter((name) => name !== 'vendor_account')) {
    const { rowCount } = await poolOf('afara_worker').query(`select * from ${table}`)
    expect([table, (rowCount ?? 0) > 0]).toEqual([table, true])
  }
})

test('nobody but the api can look a key up by its hash, touch it or lease requests for it', async () => {
  for (const call of [
    `find_api_key(array[]::bytea[])`,
    `touch_api_key('${newId()}', now())`,
    `lease_requests('${newId()}', 1, 1)`,
  ]) {
    await expect(poolOf('afara_api').query(`select ${call}`)).resolves.toBeDefined()
    await expect(poolOf('afara_worker').query(`select ${call}`)).rejects.toMatchObject({ code: '42501' })
  }
})

test('no role can change or delete audit lines, not even the owner or the superuser', async () => {
  const { rows } = await poolOf('postgres').query(`select count(*)::int as count from afara.audit`)
  for (const role of ['afara_owner', 'postgres']) {
    for (const statement of [
      `update afara.audit set reason = 'another'`,
      `update afara.audit set reason = 'another' where false`,
      `delete from afara.audit`,
      `truncate afara.audit`,
    ]) {
      await expect(poolOf(role).query(statement)).rejects.toMatchObject({
        code: 'AF002',
      })
    }
  }
  expect((await poolOf('postgres').query(`select count(*)::int as count from afara.audit`)).rows).toEqual(
    rows,
  )
})

test('a key with a scope that does not exist, or with none, cannot be stored', async () => {
  for (const scopes of [[], ['read', 'admin']]) {
    await expect(
      poolOf('afara_owner').query(
        `insert into api_key (id, business_id, mode, hmac, pepper_version, scopes)
         values ($1, $2, 'test', decode(repeat('00', 32), 'hex'), 1, $3)`,
        [newId(), ada.id, scopes],
      ),
    ).rejects.toMatchObject({ code: '23514' })
  }
})

test('a link tag in use is refused, and nothing is written', async () => {
  const owner = poolOf('afara_owner')
  const counts = `select (select count(*) from business) as businesses, (select count(*) from audit) as lines`
  const before = await owner.query(counts)
  await expect(createBusiness(owner, { name: 'Other', linkTag: 'ada-foods', ...why })).rejects.toMatchObject({
    code: 'link_tag_taken',
  })
  expect((await owner.query(counts)).rows).toEqual(before.rows)
})

async function seenBy(tenant: Tenant): Promise<{ businesses: string[]; modes: string[] }> {
  return asTenant(poolOf('afara_api'), tenant, async (sql) => {
    const businesses = await sql.query<{ tag: string }>(`select link_tag as tag from business`)
    const modes = await sql.query<{ pair: string }>(
      `select business_id || ' ' || mode as pair from business_mode`,
    )
    return { businesses: businesses.rows.map(({ tag }) => tag), modes: modes.rows.map(({ pair }) => pair) }
  })
}

function poolOf(role: string): Pool {
  const pool = pools[role]
  if (pool === undefined) throw new Error(`no pool for ${role}`)
  return pool
}

function firstColumn(table: string): string {
  return table === 'business_mode' ? 'status' : 'id'
}
