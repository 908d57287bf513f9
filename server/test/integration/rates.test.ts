import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refreshRates } from '../../src/flows/rates/refresh-rates.ts'
import { createQuidaxSource } from '../../src/rails/rates/quidax-source.ts'
import { runChecks } from '../../src/records/ledger/check-store.ts'
import type { RateSource } from '../../src/records/rates/rate-source.ts'
import { type RateSimulator, startRateSimulator } from '../rate-simulator.ts'
import { createRateWorld, type RateWorld } from './rate-world.ts'

let simulator: RateSimulator
let world: RateWorld
beforeAll(async () => {
  simulator = await startRateSimulator()
})
beforeEach(async () => {
  await simulator.reset()
  world = await createRateWorld(simulator)
})
afterEach(async () => world.end())
afterAll(async () => simulator.stop())

const MINUTE_MS = 60_000
const OPEN = ['otc_buy', 'usdc_ngnc']

test('the first run publishes both tables, and the api serves them unchanged', async () => {
  expect(await world.refresh()).toEqual({ failures: [], held: [], published: OPEN })
  const otc = await world.get('/otc/buy')
  expect(otc.statusCode).toBe(200)
  expect(otc.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'rate-unit': 'NGNC to pay for 1 unit of the currency',
    'rate-as-of': expect.stringMatching(/^20\d\d-.*Z$/) as string,
    'rate-expires': expect.stringMatching(/^20\d\d-.*Z$/) as string,
  })
  expect(otc.body).toBe(
    '{"USD":1452.75,"GBP":1910.507628,"EUR":1681.229025,"TRY":33.690863,"CNY":204.655914,"CHF":1816.391598,' +
      '"CAD":1036.124385,"AED":395.575222,"KES":11.240715}',
  )
  const usdc = await world.get('/rates/v1/usdc-ngnc')
  expect(usdc.body).toMatch(/^\{"USD":1449\.2,"GBP":1905\.839032,/)
})

test('of two concurrent workers, one reads and publishes, the other does nothing', async () => {
  const { worker } = world
  const clock = { now: () => new Date() }
  const sources = [createQuidaxSource({ url: `${simulator.url}/quidax` })]
  const both = await Promise.all(
    [1, 2].map(async () => refreshRates({ pool: worker, clock, sources, everyMs: 30_000 })),
  )
  expect(both.filter((report) => report !== undefined)).toHaveLength(1)
  expect((await worker.query('select from rate_reading')).rowCount).toBe(1)
})

test('a worker whose turn has passed to another publishes nothing', async () => {
  const asleep: RateSource = {
    name: 'asleep',
    pairs: ['USD/NGN'],
    staleAfterMs: MINUTE_MS,
    read: async () => {
      await world.refresh()
      return { kind: 'failed', reason: 'woke up late' }
    },
  }
  expect(await world.refresh([asleep])).toBeUndefined()
  expect(await world.reading('asleep')).toBe('woke up late')
  expect((await world.worker.query(`select from rate_decision where 'asleep' = any (used)`)).rowCount).toBe(0)
})

test('a source that throws does not stop the other sources', async () => {
  const broken: RateSource = {
    name: 'broken',
    pairs: ['USD/NGN'],
    staleAfterMs: MINUTE_MS,
    read: async () => Promise.reject(new Error('a bug')),
  }
  const quidax = createQuidaxSource({ url: `${simulator.url}/quidax` })
  expect((await world.refresh([broken, quidax]))?.failures).toEqual([
    { source: 'broken', reason: 'reading it failed: Error: a bug' },
  ])
  expect(await world.reading('quidax')).toBeNull()
})

test('without a source and an operator rate, nothing is decided or written', async () => {
  expect(await world.refresh([])).toEqual({ failures: [], held: [], published: [] })
  expect((await world.worker.query('select from rate_decision')).rowCount).toBe(0)
})

test('while PostgreSQL is unreachable, the last table is served until it expires', async () => {
  await world.refresh()
  await world.rates.refresh()
  await world.api.end()
  expect((await world.get('/otc/buy')).statusCode).toBe(200)
  world.putForward(3 * MINUTE_MS)
  expect((await world.get('/otc/buy')).statusCode).toBe(503)
})

describe('after one run by a worker with a fast clock', () => {
  beforeEach(async () => {
    await world.refresh()
    world.putForward(4 * MINUTE_MS)
    await world.refresh()
    world.putForward(-4 * MINUTE_MS)
  })
  const setDollar = async (naira: string) =>
    simulator.setPrices({ dollar: { NGN: naira }, tickers: { usdcngn: { buy: naira, sell: naira } } })

  test('the next prices are published and served', async () => {
    await setDollar('1460')
    expect((await world.refresh())?.published).toEqual(OPEN)
    expect((await world.get('/otc/buy')).json()).toMatchObject({ USD: 1460 })
    expect((await world.get('/rates/v1/usdc-ngnc')).json()).toMatchObject({ USD: 1460 })
  })

  test('a jump is still held back', async () => {
    await setDollar('1600')
    const report = await world.refresh()
    expect(report?.held.map(({ pair }) => pair)).toEqual(['USD/NGN', 'USDC/NGN'])
    expect(report?.published).toEqual([])
  })
})

test('rate history cannot be changed, and the api sees only published rates', async () => {
  await world.refresh()
  for (const table of ['rate_reading', 'rate_quote', 'rate_decision', 'rate_table', 'operator_rate']) {
    await expect(world.owner.query(`delete from ${table}`)).rejects.toThrow(/append-only/)
  }
  await expect(world.worker.query(`update rate_table set body = '{}'`)).rejects.toThrow(/permission denied/)
  await expect(world.worker.query('insert into operator_rate default values')).rejects.toThrow(
    /permission denied/,
  )
  await expect(world.api.query('select from rate_decision')).rejects.toThrow(/permission denied/)
  await expect(world.api.query('select from rate_table')).resolves.toMatchObject({ rowCount: 2 })
})

test('the checks pass on the published tables, and find a table that pays more than it charges', async () => {
  await world.refresh()
  await world.refresh()
  expect((await runChecks(world.owner)).findings).toEqual([])
  await world.owner.query(
    `insert into rate_table (id, name, published_at, as_of, expires_at, body)
     select uuidv7(), 'usdc_ngnc', now() + interval '1 second', as_of, expires_at, replace(body, '1449.2', '9999')
     from rate_table where name = 'usdc_ngnc' limit 1`,
  )
  expect((await runChecks(world.owner)).findings).toMatchObject([
    { check: 'check_rate_tables', problem: expect.stringMatching(/pay more for USD/) as string },
  ])
})
