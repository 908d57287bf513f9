import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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

describe('a source that fails', () => {
  const faults = [
    'timeout',
    'error_500',
    'too_many_requests',
    'half_body',
    'html',
    'binary',
    'not_a_number',
    'wrong_type',
  ]
  test.each(faults)(
    'with %s: the reason is recorded, its last quote counts until it is stale, then the answer is 503',
    async (fault) => {
      await world.refresh()
      await simulator.setFaults({ quidax: fault })
      const report = await world.refresh()
      expect(report?.failures.map(({ source }) => source)).toEqual(['quidax'])
      expect(await world.reading('quidax')).toBe(report?.failures[0]?.reason.replace(/[^ -~]/g, '?'))
      expect(await world.decision('USDC/NGN')).toMatchObject({ used: ['quidax'], held: null })
      expect(report?.published).toEqual(OPEN)

      world.putForward(6 * MINUTE_MS)
      expect((await world.refresh())?.published).toEqual(['otc_buy'])
      expect(await world.decision('USDC/NGN')).toMatchObject({
        used: [],
        dropped: [
          {
            source: 'quidax',
            reason: expect.stringMatching(/^stale: [34]\d\d s old.*last error: /) as string,
          },
        ],
      })
      expect((await world.get('/rates/v1/usdc-ngnc')).statusCode).toBe(503)
      expect((await world.get('/otc/buy')).statusCode).toBe(200)
    },
  )

  test('that is silent: failed reads never extend its rates', async () => {
    await world.refresh()
    const expiresAt = async () => (await world.get('/otc/buy')).headers['rate-expires']
    const promised = await expiresAt()
    await simulator.setFaults({ monierate: 'error_500' })
    for (let look = 0; look < 5; look += 1) {
      world.putForward(30_000)
      await world.refresh()
      expect(await expiresAt()).toBe(promised)
    }
    world.putForward(30_000)
    await world.refresh()
    expect((await world.get('/otc/buy')).statusCode).toBe(503)
  })

  test('that alone has the cross rates: without them no table is published', async () => {
    await world.refresh()
    await simulator.setFaults({ monierate: 'error_500' })
    world.putForward(31 * MINUTE_MS)
    expect((await world.refresh())?.published).toEqual([])
    expect(await world.decision('USD/KES')).toMatchObject({ used: [], dropped: [{ source: 'monierate' }] })
    expect((await world.get('/otc/buy')).statusCode).toBe(503)
  })

  test('from the start publishes nothing', async () => {
    await simulator.setFaults({ monierate: 'wrong_base', quidax: 'crossed' })
    expect(await world.refresh()).toMatchObject({ published: [] })
    const reply = await world.get('/otc/buy')
    expect(reply.statusCode).toBe(503)
    expect(reply.headers['retry-after']).toBe('30')
    expect(reply.json()).toMatchObject({ status: 'error', code: 'rate_stale' })
  })
})

describe('a source that lies', () => {
  test.each([
    ['inverted', /outside 100 to 100000; the quote may be inverted/],
    ['wrong_base', /outside 100 to 100000/],
    ['stale', /^stale: 7\d\d\d s old/],
    ['future', /in the future/],
  ])(
    'with %s: its quote is recorded, dropped with the reason, and never published',
    async (fault, reason) => {
      await world.refresh()
      await simulator.setFaults({ quidax: fault })
      expect(await world.refresh()).toMatchObject({ failures: [], published: ['otc_buy'] })
      expect(await world.decision('USDC/NGN')).toMatchObject({
        used: [],
        held: 'no source has a valid quote',
        dropped: [{ source: 'quidax', reason: expect.stringMatching(reason) as string }],
      })
      const { rows } = await world.worker.query(
        `select count(*)::int as count from rate_quote q join rate_reading r on r.id = q.reading_id where r.source = 'quidax'`,
      )
      expect(rows).toEqual([{ count: 2 }])
    },
  )

  test('with a jump: it is held back, the old rate is served until it expires, then the answer is 503', async () => {
    await world.refresh()
    await simulator.setFaults({ monierate: 'jump' })
    const report = await world.refresh()
    expect(report?.published).toEqual([])
    expect(report?.held.map(({ pair }) => pair)).toContain('USD/NGN')
    expect((await world.get('/otc/buy')).json()).toMatchObject({ USD: 1452.75 })
    world.putForward(3 * MINUTE_MS)
    expect((await world.get('/otc/buy')).statusCode).toBe(503)
  })

  test('by drifting in small steps: it is stopped at the limit of an hour', async () => {
    const at = async (price: string) => {
      await simulator.setPrices({ tickers: { usdcngn: { buy: price, sell: price } } })
      await world.refresh()
      return (await world.decision('USDC/NGN')).held as string | null
    }
    expect(await at('1450')).toBeNull()
    expect(await at('1440')).toBeNull()
    expect(await at('1430')).toBeNull()
    expect(await at('1420')).toMatch(/only quidax has a quote: step of 21\d bps/)
  })
})
