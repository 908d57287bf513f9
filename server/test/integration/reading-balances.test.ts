import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
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
let adaLive: Tenancy

beforeAll(async () => {
  await createOperators(owner)
  await openLanes(owner)
  const [first, second] = await createTenancies(owner, 'ada-reads', 1)
  if (first === undefined || second === undefined) throw new Error('a tenancy is missing')
  ada = first
  adaLive = second
  const noWallet = { network: undefined, wallet_address: undefined }
  await accept(sellOf(ada, { ...noWallet, amount: '1000.5', reference: 'sold' }))
  await accept(withdrawalOf(ada, { amount: '250', reference: 'withdrawn' }))
})
afterAll(async () => {
  await app.close()
  await Promise.all([owner.end(), deps.stop()])
  await database.drop()
})

async function accept({ method, url, headers, body }: WireRequest): Promise<void> {
  const key = { 'svc-sec-key': ada.keys['all scopes'] }
  const response = await app.inject({ method, url, headers: { ...headers, ...key }, ...(body && { body }) })
  expect(response.statusCode, response.body).toBe(200)
}

async function ask(tenancy: Tenancy, url: string) {
  const response = await app.inject({ url, headers: { 'svc-sec-key': tenancy.keys['read only'] } })
  return { status: response.statusCode, body: response.json(), text: response.body }
}

test('a balance shows the exact available and held amounts', async () => {
  const { status, text } = await ask(ada, '/balances/v1')
  expect(status).toBe(200)
  expect(text).toContain(
    `"balances":[{"asset":"NGNC","available":${GIVEN - 1251}.5,"held":1250.5}],"owed":0,"may_hold":true`,
  )
})

test('each mode has its own balance', async () => {
  const { body } = await ask(adaLive, '/balances/v1')
  expect(body.balances).toEqual([{ asset: 'NGNC', available: GIVEN, held: 0 }])
})

test('a business that may not hold a balance is refused', async () => {
  const [chidi] = await createTenancies(owner, 'chidi-reads', 3)
  if (chidi === undefined) throw new Error('a tenancy is missing')
  await owner.query('update business_mode set may_hold_balance = false where business_id = $1', [chidi.uuid])
  expect((await ask(chidi, '/balances/v1')).body).toMatchObject({ may_hold: false })
})

test('a statement has every movement with its transaction, newest first, and adds up to the available balance', async () => {
  const { body } = await ask(ada, '/balances/v1/statement')
  expect(body.movements).toMatchObject([
    {
      direction: 'out',
      amount: 250,
      balance: GIVEN - 1250.5,
      description: 'A withdrawal took the NGNC to send it to a wallet',
      reason: 'taken_from_balance',
      type: 'Withdrawal',
      reference: 'withdrawn',
    },
    {
      direction: 'out',
      amount: 1000.5,
      balance: GIVEN - 1000.5,
      reason: 'taken_from_balance',
      type: 'Sell',
      reference: 'sold',
    },
    {
      direction: 'in',
      amount: GIVEN,
      balance: GIVEN,
      reason: 'test',
      transaction_id: null,
      type: null,
      reference: null,
    },
  ])
  expect(body.next).toBeNull()
  const [withdrawn] = body.movements
  const { body: read } = await ask(ada, `/transactions/v1/${withdrawn.transaction_id}`)
  expect(read.transaction.reference).toBe('withdrawn')
})

test('a statement comes in pages, and by time', async () => {
  const amounts: number[] = []
  const balances: number[] = []
  let next: string | null = null
  do {
    const { body } = await ask(ada, `/balances/v1/statement?limit=1${next === null ? '' : `&after=${next}`}`)
    expect(body.movements.length).toBeLessThanOrEqual(1)
    for (const { amount, balance } of body.movements) {
      amounts.push(amount)
      balances.push(balance)
    }
    next = body.next
  } while (next !== null)
  expect(amounts).toEqual([250, 1000.5, GIVEN])
  expect(balances).toEqual([GIVEN - 1250.5, GIVEN - 1000.5, GIVEN])
  const { body } = await ask(ada, '/balances/v1/statement?to=2026-01-01')
  expect(body).toMatchObject({ movements: [], next: null })
})

test.each([
  ['after=AQGh3MM8R3_soNbSzuNMjOg', 'cursor_invalid'],
  ['limit=1000', 'field_invalid'],
  ['from=2026-02-30', 'field_invalid'],
  ['asset=NGNC', 'field_unknown'],
])('a statement with %s is refused: %s', async (query, code) => {
  expect(await ask(ada, `/balances/v1/statement?${query}`)).toMatchObject({ status: 422, body: { code } })
})
