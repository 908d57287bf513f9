import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, expect, test } from 'vitest'
import { createApp } from '../../src/entry/http/app.ts'
import { formatId, parseId } from '../../src/kernel/ids/ids.ts'
import { createPool } from '../../src/kernel/postgres/pool.ts'
import { createBusiness } from '../../src/records/businesses/manage-business.ts'
import { issueKey } from '../../src/records/keys/manage-keys.ts'
import { eventTypes } from '../../src/records/transactions/feed/event-types.ts'
import { sequenceEvents } from '../../src/records/transactions/feed/feed-store.ts'
import { openPayoutAccount } from './authorisation/give-balance.ts'
import { testKeys, wireTestApi } from './test-api.ts'

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 4, applicationName: 'test' })
const worker = createPool(database.url('afara_worker'), { max: 4, applicationName: 'test' })
const deps = wireTestApi(database)
const app = createApp(deps)
await openPayoutAccount(owner, 'test')
const why = { actor: 'system:test', reason: 'a test' }

afterAll(async () => {
  await app.close()
  await Promise.all([owner.end(), worker.end(), deps.stop()])
  await database.drop()
})

async function openShop(linkTag: string) {
  const business = await createBusiness(owner, { name: linkTag, linkTag, ...why })
  const { secret } = await issueKey({ pool: owner, ...testKeys }, { business: linkTag, mode: 'test', ...why })
  const ask = async (method: 'GET' | 'POST', url: string, payload?: object) => {
    const response = await app.inject({
      method,
      url,
      headers: { 'svc-sec-key': secret },
      ...(payload && { payload }),
    })
    return { status: response.statusCode, text: response.body, body: response.json() }
  }
  const sell = async (reference: string) => {
    const { status, body, text } = await ask('POST', '/transactions/v1/offramp', {
      business_id: formatId('business', business.id),
      link_tag: linkTag,
      type: 'sell_ramp',
      amount: 12345.67,
      bank_name: 'GTBank',
      account_number: '0123456789',
      network: 'Polygon',
      wallet_address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
      reference,
    })
    if (status !== 200) throw new Error(text)
    return body.transaction as { transaction_id: string }
  }
  const expire = async ({ transaction_id }: { transaction_id: string }) => {
    const id = parseId('transaction', transaction_id)
    await owner.query(
      `select from move_transaction($1, (select version from transaction where id = $1), 'window_closed', '{}', now(), null)`,
      [id],
    )
  }
  const drill = async () => ask('POST', '/drills/v1', {})
  return { ask, sell, expire, drill, read: async (query = '') => ask('GET', `/events/v1${query}`) }
}

/** Waits until every event has a position. Writers in other databases of the cluster can delay the horizon. */
async function place(): Promise<void> {
  const isPlaced = async () => {
    await sequenceEvents(worker)
    const { rows } = await owner.query(
      'select (select count(*) from transaction_event) = (select count(*) from event_position) as placed',
    )
    return rows[0]?.placed
  }
  await expect.poll(isPlaced, { timeout: 30_000, interval: 20 }).toBe(true)
}

test('the feed has every change once, numbered without a gap, as the transaction was at that status', async () => {
  const shop = await openShop('feed-ada')
  const first = await shop.sell('one')
  await shop.drill()
  const second = await shop.sell('two')
  await shop.expire(first)
  await place()

  const { status, body } = await shop.read()
  expect(status).toBe(200)
  expect(
    body.events.map((event: Record<string, unknown>) => [event.number, event.type, event.sequence]),
  ).toEqual([
    [1, 'sell.pending_deposit', 1],
    [2, 'sell.pending_deposit', 1],
    [3, 'sell.expired', 2],
  ])
  expect(body).toMatchObject({ status: 'success', next_after: 3, has_more: false })
  expect(body.events[0].data).toEqual({ previous_status: null, transaction: first })
  expect(body.events[1].data).toEqual({ previous_status: null, transaction: second })
  const now = await shop.ask('GET', `/transactions/v1/${first.transaction_id}`)
  expect(body.events[2].data).toEqual({
    previous_status: 'pending_deposit',
    transaction: now.body.transaction,
  })
  expect((await shop.read()).text).toContain('"amount":12345.67,')
  for (const event of body.events) expect(eventTypes).toContain(event.type)
})

test('a page ends at its limit and the next begins there', async () => {
  const shop = await openShop('feed-bola')
  for (const reference of ['a', 'b', 'c']) await shop.sell(reference)
  await place()

  const first = await shop.read('?limit=2')
  expect(first.body).toMatchObject({ next_after: 2, has_more: true })
  const rest = await shop.read('?limit=2&after=2')
  expect(rest.body).toMatchObject({ next_after: 3, has_more: false })
  expect(rest.body.events.map(({ number }: { number: number }) => number)).toEqual([3])
  expect((await shop.read('?after=3')).body).toMatchObject({ events: [], next_after: 3, has_more: false })
})

test('an event keeps its text when its transaction changes later', async () => {
  const shop = await openShop('feed-chi')
  const sell = await shop.sell('one')
  await place()
  const before = JSON.stringify((await shop.read('?limit=1')).body.events[0])
  await shop.expire(sell)
  await place()
  expect(JSON.stringify((await shop.read('?limit=1')).body.events[0])).toBe(before)
})

test('a filter by transaction returns only its events, and none of another business', async () => {
  const [shop, other] = [await openShop('feed-dayo'), await openShop('feed-efe')]
  await shop.sell('noise')
  const sell = await shop.sell('wanted')
  await shop.expire(sell)
  await place()

  const found = await shop.read(`?transaction_id=${sell.transaction_id}`)
  expect(found.body.events.map((event: { sequence: number }) => event.sequence)).toEqual([1, 2])
  expect((await other.read(`?transaction_id=${sell.transaction_id}`)).body.events).toEqual([])
  expect((await other.read()).body.events).toEqual([])
})

test('a waiting request is answered at the next event, or empty after its time', async () => {
  const shop = await openShop('feed-femi')
  const [other] = [await openShop('feed-gozie')]
  const idle = other.read('?wait=1')
  const waiting = Array.from({ length: 5 }, async () => shop.read('?wait=20'))
  const started = performance.now()
  await shop.sell('at-last')
  await place()
  for (const { body } of await Promise.all(waiting)) expect(body.events).toHaveLength(1)
  expect(performance.now() - started).toBeLessThan(15_000)
  expect((await idle).body).toMatchObject({ events: [], next_after: 0 })
})

test('a request that waits for one transaction is not answered by another', async () => {
  const shop = await openShop('feed-hauwa')
  const sell = await shop.sell('mine')
  await place()
  const waiting = shop.read(`?wait=20&after=1&transaction_id=${sell.transaction_id}`)
  await shop.sell('another')
  await place()
  await shop.expire(sell)
  await place()
  expect((await waiting).body.events.map((event: { type: string }) => event.type)).toEqual(['sell.expired'])
})

test('a process that stops ends all waiting requests', async () => {
  const shop = await openShop('feed-ike')
  const waiting = shop.read('?wait=25')
  deps.gate.state.isStopping = true
  const started = performance.now()
  expect((await waiting).body.events).toEqual([])
  expect(performance.now() - started).toBeLessThan(20_000)
  deps.gate.state.isStopping = false
})

test.each([
  'after=-1',
  'after=1.5',
  'after=1e3',
  'limit=0',
  'limit=101',
  'wait=26',
  'transaction_id=1',
  'page=2',
])('%s is refused and names the wrong field', async (query) => {
  const shop = await openShop(`feed-${query.replaceAll(/[^a-z0-9]/g, '')}`)
  const { status, body } = await shop.read(`?${query}`)
  expect(status).toBe(422)
  expect(body.errors[0].field).toBe(query.split('=')[0])
})
