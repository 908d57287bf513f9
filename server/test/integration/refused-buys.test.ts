import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, expect, test } from 'vitest'
import { createApp } from '../../src/entry/http/app.ts'
import { formatId, newId } from '../../src/kernel/ids/ids.ts'
import { createPool } from '../../src/kernel/postgres/pool.ts'
import { createBusiness } from '../../src/records/businesses/manage-business.ts'
import { issueKey } from '../../src/records/keys/manage-keys.ts'
import { testKeys, wireTestApi } from './test-api.ts'

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })
const why = { actor: 'system:test', reason: 'a test' }
const deps = wireTestApi(database)
const app = createApp(deps)
const ada = await createBusiness(owner, { name: 'Ada Foods', linkTag: 'ada-foods', ...why })
const { secret } = await issueKey(
  { pool: owner, ...testKeys },
  { business: 'ada-foods', mode: 'test', ...why },
)

afterAll(async () => {
  await app.close()
  await Promise.all([owner.end(), deps.stop()])
  await database.drop()
})

async function openAccount(number: string, ...states: string[]): Promise<string> {
  const id = newId()
  await owner.query(
    `insert into vendor_account (id, mode, name, account_number, bank_code, bank_name)
     values ($1, 'test', 'TEST Afara', $2, 'test-bank', 'TEST BANK (not a bank)')`,
    [id, number],
  )
  for (const state of states)
    await owner.query('update vendor_account set state = $2 where id = $1', [id, state])
  return id
}

async function buyInto(number: string) {
  const response = await app.inject({
    method: 'POST',
    url: '/transactions/v1/onramp',
    headers: { 'svc-sec-key': secret },
    payload: {
      business_id: formatId('business', ada.id),
      link_tag: 'ada-foods',
      type: 'buy_ramp',
      amount: 15_000,
      vendor_name: 'TEST Afara',
      vendor_bank: 'TEST BANK (not a bank)',
      vendor_number: number,
      bank_name: 'GTBank',
      account_number: '0123456789',
    },
  })
  return `${response.statusCode} ${response.json().code}`
}

// Opened before the first request, because the API caches its list of accounts for two seconds.
const accounts = {
  frozen: await openAccount('0000000001', 'frozen'),
  closed: await openAccount('0000000002', 'draining', 'closed'),
}

test.each([
  ['frozen', '0000000001'],
  ['closed', '0000000002'],
] as const)(
  'a buy into our account that is %s is refused and recorded, because its payer may have paid',
  async (state, number) => {
    expect(await buyInto(number)).toBe('422 unknown_vendor')
    const { rows } = await owner.query('select code, times from refused_buy where vendor_account_id = $1', [
      accounts[state],
    ])
    expect(rows).toEqual([{ code: 'unknown_vendor', times: 1 }])
  },
)

test('a buy into a foreign account is not recorded', async () => {
  expect(await buyInto('0000000009')).toBe('422 unknown_vendor')
  const { rows } = await owner.query(`select from refused_buy where request->>'vendor_number' = '0000000009'`)
  expect(rows).toEqual([])
})

test('of one business at most a thousand refused buys of a day are kept, and a repeated one is still counted', async () => {
  const { rows: before } = await owner.query<{ business_id: string; mode: string }>(
    'select business_id, mode from refused_buy limit 1',
  )
  const [{ business_id: businessId, mode }] = before as [{ business_id: string; mode: string }]
  const keep = async (from: number, to: number, at: string) =>
    owner.query(
      `select keep_refused_buy(afara_uuid(), $1, $2, $3, 'unknown_vendor', jsonb_build_object('n', n), sha256(n::text::bytea), $6::timestamptz)
       from generate_series($4::integer, $5) n`,
      [businessId, mode, accounts.frozen, from, to, at],
    )
  const count = async () => {
    const { rows } = await owner.query<{ kept: number; times: number }>(
      'select count(*)::int as kept, sum(times)::int as times from refused_buy where business_id = $1',
      [businessId],
    )
    return rows[0]
  }
  const already = (await count())?.kept ?? 0
  for (let n = 1; n <= 1_010; n += 1) await keep(n, n, '2031-01-01T09:00:00Z')
  expect((await count())?.kept).toBe(already + 1_000)
  await keep(1, 1, '2031-01-01T10:00:00Z')
  expect(await count()).toEqual({ kept: already + 1_000, times: already + 1_001 })
  await keep(2_000, 2_000, '2031-01-02T10:00:00Z')
  expect((await count())?.kept).toBe(already + 1_001)
})
