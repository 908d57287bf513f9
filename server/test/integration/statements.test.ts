import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../src/entry/http/app.ts'
import { createPool } from '../../src/kernel/postgres/pool.ts'
import { openLanes } from './authorisation/give-balance.ts'
import { sellOf, type WireRequest, withdrawalOf } from './authorisation/requests.ts'
import { createOperators, createTenancies, type Tenancy } from './authorisation/tenancies.ts'
import { wireTestApi } from './test-api.ts'

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })
const deps = wireTestApi(database)
const app = createApp(deps)
const GIVEN = 1_000_000_000

let ada: Tenancy
let bola: Tenancy
let today = ''

beforeAll(async () => {
  await createOperators(owner)
  await openLanes(owner)
  ada = firstOf(await createTenancies(owner, 'ada-states', 1))
  bola = firstOf(await createTenancies(owner, 'bola-states', 2))
  const noWallet = { network: undefined, wallet_address: undefined }
  await accept(sellOf(ada, { ...noWallet, amount: '1000.5', reference: '-sold' }))
  await accept(withdrawalOf(ada, { amount: '250.07', reference: 'withdrawn' }))
  const { rows } = await owner.query(`select (now() at time zone 'Africa/Lagos')::date::text as day`)
  today = rows[0].day
})
afterAll(async () => {
  await app.close()
  await Promise.all([owner.end(), deps.stop()])
  await database.drop()
})

function firstOf([first]: readonly Tenancy[]): Tenancy {
  if (first === undefined) throw new Error('a tenancy is missing')
  return first
}

async function accept({ method, url, headers, body }: WireRequest): Promise<void> {
  const key = { 'svc-sec-key': ada.keys['all scopes'] }
  const response = await app.inject({ method, url, headers: { ...headers, ...key }, ...(body && { body }) })
  expect(response.statusCode, response.body).toBe(200)
}

const ask = async (tenancy: Tenancy, url: string) =>
  app.inject({ url, headers: { 'svc-sec-key': tenancy.keys['read only'] } })

const kobo = (text: string) => {
  const [whole = '', part = ''] = text.split('.')
  return BigInt(whole + part.padEnd(2, '0'))
}

const csvOf = async (tenancy: Tenancy, from: string, to: string) => {
  const reply = await ask(tenancy, `/balances/v1/statement/csv?from=${from}&to=${to}`)
  expect(reply.statusCode, reply.body).toBe(200)
  return parse(reply.body, { columns: true }) as Record<string, string>[]
}

test('a statement as CSV leads from the opening to the closing balance, which is the balance of the ledger', async () => {
  const rows = await csvOf(ada, '2026-01-01', today)
  expect(rows.map(({ description, amount, balance }) => [description, amount, balance])).toEqual([
    ['Opening balance', '', '0'],
    ['Test', '1000000000', '1000000000'],
    ['A sell took the NGNC to pay out naira', '-1000.5', '999998999.5'],
    ['A withdrawal took the NGNC to send it to a wallet', '-250.07', '999998749.43'],
    ['Closing balance', '', '999998749.43'],
  ])
  const moved = rows.slice(1, -1).reduce((sum, { amount = '' }) => sum + kobo(amount), 0n)
  expect(kobo(rows[0]?.['balance'] ?? '') + moved).toBe(kobo(rows.at(-1)?.['balance'] ?? ''))
  const { rows: kept } = await owner.query(
    `select amount_minor::text as minor from balance where owner = $1 and kind = 'business' and mode = 'test'`,
    [ada.uuid],
  )
  expect(kobo(rows.at(-1)?.['balance'] ?? '').toString()).toBe(kept[0].minor)
})

test('what a business typed cannot run in a spreadsheet', async () => {
  const rows = await csvOf(ada, today, today)
  expect(rows.find(({ type }) => type === 'Sell')?.['reference']).toBe("'-sold")
})

test('a statement of another time has no movements, and its two ends agree', async () => {
  const before = await csvOf(ada, '2026-01-01', '2026-01-31')
  expect(before.map(({ balance }) => balance)).toEqual(['0', '0'])
  const after = await csvOf(ada, '2099-01-01', '2099-01-31')
  expect(after.map(({ balance }) => balance)).toEqual(['999998749.43', '999998749.43'])
})

test('a statement as PDF is the same file each time', async () => {
  const url = `/balances/v1/statement/pdf?from=2026-01-01&to=${today}`
  const [one, other] = [await ask(ada, url), await ask(ada, url)]
  expect(one.statusCode, one.body).toBe(200)
  expect(one.headers['content-type']).toBe('application/pdf')
  expect(one.headers['content-disposition']).toContain(`statement-2026-01-01-to-${today}.pdf`)
  expect(one.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect(one.rawPayload.equals(other.rawPayload)).toBe(true)
})

test('the days show what came in, what went out and the balance at the end', async () => {
  const { days } = (await ask(ada, `/balances/v1/days?from=${today}&to=${today}`)).json()
  expect(days).toEqual([{ day: today, in: GIVEN, out: 1250.57, closing: GIVEN - 1250.57 }])
  const long = (await ask(ada, '/balances/v1/days?from=2026-01-01&to=2026-01-31')).json()
  expect(long.days).toHaveLength(31)
  expect(new Set(long.days.map(({ closing }: { closing: number }) => closing))).toEqual(new Set([0]))
})

test('another business and the other mode see nothing of it', async () => {
  const theirs = await csvOf(bola, '2026-01-01', today)
  expect(theirs.map(({ amount }) => amount)).toEqual(['', '1000000000', ''])
  expect(JSON.stringify(theirs)).not.toContain('sold')
})

test('a ledger that does not add up gives no statement', async () => {
  await owner.query(
    `update balance set amount_minor = amount_minor + 1 where owner = $1 and kind = 'business' and mode = 'test'`,
    [bola.uuid],
  )
  for (const format of ['csv', 'pdf']) {
    const reply = await ask(bola, `/balances/v1/statement/${format}?from=2026-01-01&to=${today}`)
    expect(reply.statusCode).toBe(500)
    expect(reply.body).not.toContain('1000000000')
  }
  await owner.query(
    `update balance set amount_minor = amount_minor - 1 where owner = $1 and kind = 'business' and mode = 'test'`,
    [bola.uuid],
  )
})

test.each([
  ['from=2026-11-02&to=2026-11-01', 'field_invalid'],
  ['from=2025-01-01&to=2026-11-01', 'field_invalid'],
  ['from=2026-02-30&to=2026-03-01', 'field_invalid'],
  ['from=2026-11-01', 'field_required'],
  ['from=2026-11-01&to=2026-11-02&asset=NGN', 'field_unknown'],
])('a statement with %s is refused: %s', async (query, code) => {
  for (const path of ['days', 'statement/csv', 'statement/pdf']) {
    const reply = await ask(ada, `/balances/v1/${path}?${query}`)
    expect([reply.statusCode, reply.json().code]).toEqual([422, code])
  }
})
