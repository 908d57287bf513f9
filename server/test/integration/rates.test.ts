import { createTestDatabase } from '@afara/stack/test-database.ts'
import Fastify from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runAdmin } from '../../src/entry/admin/run-admin.ts'
import { createErrorReplies } from '../../src/entry/http/errors.ts'
import { readOtcRatesRoute } from '../../src/entry/http/rates/read-otc-rates-route.ts'
import { readUsdcRatesRoute } from '../../src/entry/http/rates/read-usdc-rates-route.ts'
import { refreshRates } from '../../src/flows/rates/refresh-rates.ts'
import { createPool } from '../../src/kernel/postgres/pool.ts'
import { createMonierateSource } from '../../src/rails/rates/monierate/monierate-source.ts'
import { createQuidaxSource } from '../../src/rails/rates/quidax/quidax-source.ts'
import { createOperator } from '../../src/records/businesses/create-operator.ts'
import { runChecks } from '../../src/records/ledger/run-checks.ts'
import { createPublishedRates } from '../../src/records/rates/published-rates.ts'
import type { RateSource } from '../../src/records/rates/rate-source.ts'
import { wireWalletRules } from '../../src/wire.ts'
import { type RateSimulator, startRateSimulator } from '../rate-simulator.ts'

const MINUTE_MS = 60_000
let simulator: RateSimulator
beforeAll(async () => {
  simulator = await startRateSimulator()
})
afterAll(async () => simulator.stop())

type World = Awaited<ReturnType<typeof createWorld>>
let world: World
beforeEach(async () => {
  await simulator.reset()
  world = await createWorld()
})
afterEach(async () => world.end())

/** A database, a worker and an api of its own, and a clock that can be put forward. */
async function createWorld() {
  const database = await createTestDatabase()
  const pool = (role: string) => createPool(database.url(role), { max: 3, applicationName: 'test' })
  const [owner, worker, api] = [pool('afara_owner'), pool('afara_worker'), pool('afara_api')]
  let aheadMs = 0
  const clock = { now: () => new Date(Date.now() + aheadMs) }
  const sources: RateSource[] = [
    createMonierateSource({ url: `${simulator.url}/monierate`, apiKey: 'test', deadlineMs: 500 }),
    createQuidaxSource({ url: `${simulator.url}/quidax`, deadlineMs: 500 }),
  ]
  const rates = createPublishedRates({ pool: api, clock, onError: () => {} })
  const app = Fastify()
  app.setErrorHandler(createErrorReplies('https://afara.test').onError)
  readOtcRatesRoute(app, { rates })
  readUsdcRatesRoute(app, { rates })
  return {
    database,
    owner,
    worker,
    api,
    putForward: (ms: number) => {
      aheadMs += ms
    },
    refresh: async (using = sources) => refreshRates({ pool: worker, clock, sources: using, everyMs: 1 }),
    rates,
    get: async (url: string) => {
      await rates.refresh()
      return app.inject({ url })
    },
    admin: async (...args: string[]) => {
      const said: string[] = []
      const code = await runAdmin(args, {
        readConfig: () => ({ ownerUrl: database.url('afara_owner'), cell: 'dev', peppers: new Map() }),
        readMigrationUrl: () => '',
        readWalletRules: async () => wireWalletRules(),
        print: (text) => said.push(text),
        printError: (text) => said.push(text),
      })
      return { code, said: said.join('\n') }
    },
    /** The newest decision about a pair. */
    decision: async (pair: string) => {
      const { rows } = await worker.query(
        'select used, dropped, held_because as held, bid::text from rate_decision where pair = $1 order by decided_at desc limit 1',
        [pair],
      )
      return rows[0]
    },
    reading: async (source: string) => {
      const { rows } = await worker.query(
        'select failure from rate_reading where source = $1 order by read_at desc limit 1',
        [source],
      )
      return rows[0]?.failure as string | null
    },
    end: async () => {
      await app.close()
      await rates.stop()
      await Promise.all([owner, worker, api].map(async (each) => each.ended || each.end()))
      await database.drop()
    },
  }
}

const OPEN = ['otc_buy', 'usdc_ngnc']

test('the first look publishes both tables, and the api serves them as they were published', async () => {
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
    'with %s: why is stored, its last word counts until it is stale, then it is 503',
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
          { source: 'quidax', reason: expect.stringMatching(/^stale: [34]\d\d s old.*since then: /) as string },
        ],
      })
      expect((await world.get('/rates/v1/usdc-ngnc')).statusCode).toBe(503)
      expect((await world.get('/otc/buy')).statusCode).toBe(200)
    },
  )

  test('that alone knows the crosses: without them there is no table at all', async () => {
    await world.refresh()
    await simulator.setFaults({ monierate: 'error_500' })
    world.putForward(31 * MINUTE_MS)
    expect((await world.refresh())?.published).toEqual([])
    expect(await world.decision('USD/KES')).toMatchObject({ used: [], dropped: [{ source: 'monierate' }] })
    expect((await world.get('/otc/buy')).statusCode).toBe(503)
  })

  test('from the start opens nothing', async () => {
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
    ['inverted', /outside 100 to 100000: perhaps turned upside down/],
    ['wrong_base', /outside 100 to 100000/],
    ['stale', /^stale: 7\d\d\d s old/],
    ['future', /from the future/],
  ])(
    'with %s: its quote is stored as said, dropped with the reason, and nothing is published from it',
    async (fault, reason) => {
      await world.refresh()
      await simulator.setFaults({ quidax: fault })
      expect(await world.refresh()).toMatchObject({ failures: [], published: ['otc_buy'] })
      expect(await world.decision('USDC/NGN')).toMatchObject({
        used: [],
        held: 'no source has a quote that counts',
        dropped: [{ source: 'quidax', reason: expect.stringMatching(reason) as string }],
      })
      const { rows } = await world.worker.query(
        `select count(*)::int as count from rate_quote q join rate_reading r on r.id = q.reading_id where r.source = 'quidax'`,
      )
      expect(rows).toEqual([{ count: 2 }])
    },
  )

  test('with a jump: it is held back, the old rate is served until it expires, and then it is 503', async () => {
    await world.refresh()
    await simulator.setFaults({ monierate: 'jump' })
    const report = await world.refresh()
    expect(report?.published).toEqual([])
    expect(report?.held.map(({ pair }) => pair)).toContain('USD/NGN')
    expect((await world.get('/otc/buy')).json()).toMatchObject({ USD: 1452.75 })
    world.putForward(3 * MINUTE_MS)
    expect((await world.get('/otc/buy')).statusCode).toBe(503)
  })

  test('by walking away in small steps: it is stopped at the limit of the hour', async () => {
    const at = async (price: string) => {
      await simulator.setPrices({ tickers: { usdcngn: { buy: price, sell: price } } })
      await world.refresh()
      return (await world.decision('USDC/NGN')).held as string | null
    }
    expect(await at('1450')).toBeNull()
    expect(await at('1440')).toBeNull()
    expect(await at('1430')).toBeNull()
    expect(await at('1420')).toMatch(/only quidax quotes it: step of 21\d bps/)
  })
})

describe('an operator', () => {
  const people = async () => {
    for (const email of ['bisi@afara.test', 'chidi@afara.test'])
      await createOperator(world.owner, { email, name: 'Somebody', actor: 'system:test', reason: 'a test' })
  }
  const set = (...more: string[]) => ['rates', 'set', '--actor', 'bisi@afara.test', ...more]
  const rate = ['--pair', 'USD/NGN', '--bid', '1740', '--ask', '1745.5', '--expires-in-hours', '1']

  test('confirms a jump with a second person: it is published, and the sources follow from there', async () => {
    await people()
    await world.refresh()
    await simulator.setPrices({
      dollar: { NGN: '1745' },
      tickers: { usdcngn: { buy: '1741', sell: '1746' } },
    })
    await world.refresh()
    expect((await world.decision('USD/NGN')).held).toMatch(/step of/)

    const why = ['--approver', 'chidi@afara.test', '--reason', 'the central bank moved']
    expect(await world.admin(...set(...rate, ...why))).toMatchObject({ code: 0 })
    const other = ['--pair', 'USDC/NGN', '--bid', '1741', '--ask', '1746', '--expires-in-hours', '0.5']
    expect(await world.admin(...set(...other, ...why))).toMatchObject({ code: 0 })
    // The command has a clock of its own.
    expect((await world.refresh())?.published).toEqual(OPEN)
    expect((await world.get('/otc/buy')).json()).toMatchObject({ USD: 1745.5 })
    expect(await world.decision('USD/NGN')).toMatchObject({ used: ['operator'], held: null })

    const { rows } = await world.owner.query(
      `select a.action, a.subject, a.details, a.xid = r.xid as same_commit from audit a, operator_rate r
       where a.action = 'rate.set' and r.pair = 'USD/NGN' and a.subject = r.pair`,
    )
    expect(rows).toMatchObject([{ same_commit: true, details: { bid: '1740', ask: '1745.5' } }])

    world.putForward(61 * MINUTE_MS)
    const late = await world.refresh()
    expect(late?.published).toEqual([])
    // The stand-in's clock is the real one, an hour behind now: its quotes are stale, but no longer a jump.
    expect((await world.decision('USD/NGN')).dropped[0].reason).toMatch(/^stale/)
  })

  test.each([
    ['alone', rate, 'approval_required'],
    ['as their own second', [...rate, '--approver', 'bisi@afara.test'], 'approval_by_same_person'],
    [
      'with the sides crossed',
      [
        '--pair',
        'USD/NGN',
        '--bid',
        '1746',
        '--ask',
        '1745',
        '--expires-in-hours',
        '1',
        '--approver',
        'chidi@afara.test',
      ],
      'rate_invalid',
    ],
    [
      'upside down',
      [
        '--pair',
        'USD/NGN',
        '--bid',
        '0.0006',
        '--ask',
        '0.0007',
        '--expires-in-hours',
        '1',
        '--approver',
        'chidi@afara.test',
      ],
      'rate_invalid',
    ],
    [
      'for ever',
      [
        '--pair',
        'USD/NGN',
        '--bid',
        '1',
        '--ask',
        '1745',
        '--expires-in-hours',
        '9999',
        '--approver',
        'chidi@afara.test',
      ],
      'rate_invalid',
    ],
    [
      'for a month',
      [
        '--pair',
        'USD/NGN',
        '--bid',
        '1740',
        '--ask',
        '1745',
        '--expires-in-hours',
        '720',
        '--approver',
        'chidi@afara.test',
      ],
      'rate_expiry_invalid',
    ],
    [
      'of a pair we do not have',
      [
        '--pair',
        'BTC/NGN',
        '--bid',
        '1740',
        '--ask',
        '1745',
        '--expires-in-hours',
        '1',
        '--approver',
        'chidi@afara.test',
      ],
      'rate_pair_unknown',
    ],
  ])('setting a rate %s is refused', async (_how, options, code) => {
    await people()
    const refused = await world.admin(...set(...options, '--reason', 'a test'))
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining(code) as string })
    expect((await world.owner.query('select from operator_rate')).rowCount).toBe(0)
  })

  test('sees what is published, what each source said, what was dropped and why, and what to type', async () => {
    expect((await world.admin('rates', 'show')).said).toContain('Nothing was ever published.')
    await world.refresh()
    await simulator.setFaults({ quidax: 'jump', monierate: 'html' })
    await world.refresh()
    const { code, said } = await world.admin('rates', 'show')
    expect(code).toBe(0)
    expect(said).toMatch(
      /OTC buy: naira to pay for one unit\n {2}published \d+ s ago, as of \d+ s ago, expires in 1\d\d s\n {2}USD {2}1452\.75/,
    )
    expect(said).toMatch(/USDC\/NGN .*HELD: only quidax quotes it: step of/)
    expect(said).toContain('rates set --pair USDC/NGN --bid 1739.04 --ask 1746.96')
    expect(said).toMatch(
      /monierate +read \d+ s ago: FAILED: it answered text\/html, not JSON; before that 9 quotes/,
    )
    expect((await world.admin('rates', 'history', '--pair', 'usdc/ngn')).said.split('\n')).toHaveLength(2)
  })
})

test('two workers at once: one asks and publishes, the other stands back', async () => {
  const { worker } = world
  const clock = { now: () => new Date() }
  const sources = [createQuidaxSource({ url: `${simulator.url}/quidax` })]
  const both = await Promise.all(
    [1, 2].map(async () => refreshRates({ pool: worker, clock, sources, everyMs: 30_000 })),
  )
  expect(both.filter((report) => report !== undefined)).toHaveLength(1)
  expect((await worker.query('select from rate_reading')).rowCount).toBe(1)
})

test('a worker that slept while its turn passed on publishes nothing', async () => {
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

test('a source that breaks its promise and throws does not keep the others from being heard', async () => {
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

test('without a source and without an operator nothing is decided and nothing is written', async () => {
  expect(await world.refresh([])).toEqual({ failures: [], held: [], published: [] })
  expect((await world.worker.query('select from rate_decision')).rowCount).toBe(0)
})

test('while PostgreSQL is out of reach the last table is served until it expires', async () => {
  await world.refresh()
  await world.rates.refresh()
  await world.api.end()
  expect((await world.get('/otc/buy')).statusCode).toBe(200)
  world.putForward(3 * MINUTE_MS)
  expect((await world.get('/otc/buy')).statusCode).toBe(503)
})

test('history cannot be changed, and the api sees what is published and nothing else', async () => {
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

test('the checks hold over what was published, and find a table that pays more than it asks', async () => {
  await world.refresh()
  await world.refresh()
  expect((await runChecks(world.owner)).findings).toEqual([])
  await world.owner.query(
    `insert into rate_table (id, name, published_at, as_of, expires_at, body)
     select uuidv7(), 'usdc_ngnc', now() + interval '1 second', as_of, expires_at, replace(body, '1449.2', '9999')
     from rate_table where name = 'usdc_ngnc' limit 1`,
  )
  expect((await runChecks(world.owner)).findings).toMatchObject([
    { check: 'check_rate_tables', problem: expect.stringMatching(/pays more for USD/) as string },
  ])
})
