import { setTimeout as sleep } from 'node:timers/promises'
import { decideRate } from '@afara/stack/authenticator/decide-live.ts'
import type { Answer, Caller } from './caller.ts'
import { digits } from './exact-json.ts'
import {
  expectEqual,
  expectFields,
  expectMatch,
  expectStatus,
  expectTrue,
  objectOf,
  textOf,
} from './expect.ts'
import { expectRefusal } from './expect-refusal.ts'
import { type Statement, statement } from './statement.ts'
import type { World } from './world.ts'

const otcPath = '/otc/buy'
const usdcPath = '/rates/v1/usdc-ngnc'
const currencies = ['USD', 'GBP', 'EUR', 'TRY', 'CNY', 'CHF', 'CAD', 'AED', 'KES']

/** Bid and ask as two operators set them. The tables below were computed manually from them. */
const set: Readonly<Record<string, readonly [bid: string, ask: string]>> = {
  'USD/NGN': ['1450', '1455.5'],
  'USDC/NGN': ['1448.25', '1456'],
  'USD/GBP': ['0.76', '0.761'],
  'USD/EUR': ['0.864', '0.865'],
  'USD/TRY': ['43', '43.2'],
  'USD/CNY': ['7.09', '7.1'],
  'USD/CHF': ['0.799', '0.8'],
  'USD/CAD': ['1.4', '1.403'],
  'USD/AED': ['3.6725', '3.6726'],
  'USD/KES': ['129', '129.5'],
}
const otcRates = [
  '1455.5',
  '1915.131579',
  '1684.606482',
  '33.848838',
  '205.28914',
  '1821.652066',
  '1039.642858',
  '396.32403',
  '11.282946',
]
const usdcRates = [
  '1448.25',
  '1903.088042',
  '1674.277456',
  '33.524305',
  '203.978873',
  '1810.3125',
  '1032.252316',
  '394.33916',
  '11.183397',
]

const HOLDS_MS = 25_000

let setRatesExpire = Number.POSITIVE_INFINITY

/** These come early: the rates that operators set expire while other statements are checked. No statement in between needs a rate. */
export const setRateStatements: readonly Statement[] = [
  statement('without a current rate both tables are 503 rate_stale with Retry-After', async (world) => {
    for (const ask of tables(world)) {
      const answer = await ask()
      expectRefusal(answer, 503, 'rate_stale')
      expectMatch('retry-after', answer.headers['retry-after'], /^[1-9][0-9]*$/, answer)
    }
  }),

  statement(
    'the rates are the configured ones to the last digit, rounded against the caller',
    async (world) => {
      await setRates(world, HOLDS_MS)
      const [otc, usdc] = await untilCurrent(world)
      expectEqual('otc/buy', otc.json, table(otcRates), otc)
      expectEqual('usdc-ngnc', usdc.json, table(usdcRates), usdc)
      setRatesExpire = Date.parse(textOf('rate-expires', otc.headers['rate-expires'], otc))
    },
  ),
]

/** The order matters: the rates that operators set have expired, then vendors quote. */
export const rateStatements: readonly Statement[] = [
  statement('an expired rate is 503 and is not returned as a current one', async (world) => {
    expectTrue('the rates were set', Number.isFinite(setRatesExpire))
    await sleep(Math.max(0, setRatesExpire - Date.now()) + 50)
    for (const ask of tables(world)) expectRefusal(await ask(), 503, 'rate_stale')
  }),

  ...(['otc', 'usdc'] as const).map((name, place) =>
    statement(
      `${place === 0 ? otcPath : usdcPath} is a flat object of nine currencies, each a number`,
      async (world) => {
        await world.startRateVendors()
        const answer = (await untilCurrent(world))[place]
        expectTrue(`there is an answer of ${name}`, answer !== undefined)
        expectEqual('content-type', answer.headers['content-type'], 'application/json; charset=utf-8', answer)
        expectFields('the rates', answer.json, currencies, answer)
        for (const value of Object.values(objectOf('the rates', answer.json, answer))) {
          expectMatch(
            'its digits',
            objectOf('a rate', value, answer)['digits'],
            /^[1-9][0-9]*(\.[0-9]{0,5}[1-9])?$/,
            answer,
          )
        }
      },
    ),
  ),

  statement('Rate-Unit says that a value is in NGNC for one unit of the currency', async (world) => {
    for (const answer of await untilCurrent(world)) {
      expectMatch('rate-unit', answer.headers['rate-unit'], /NGNC.*1 unit of the currency/, answer)
    }
  }),

  statement('Rate-As-Of is a past time and Rate-Expires a future time, both in UTC', async (world) => {
    for (const answer of await untilCurrent(world)) {
      const moments = ['rate-as-of', 'rate-expires'].map((name) => {
        const text = textOf(name, answer.headers[name], answer)
        expectMatch(name, text, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, answer)
        return Date.parse(text)
      })
      const [asOf = 0, expires = 0] = moments
      expectTrue('as of a past time', asOf <= Date.now(), answer)
      expectTrue('expires at a future time', expires > Date.now(), answer)
    }
  }),

  statement('the bid for a currency is never higher than the ask', async (world) => {
    const [otc, usdc] = await untilCurrent(world)
    for (const currency of currencies) {
      expectTrue(`${currency}: ask is not below bid`, rateOf(otc, currency) >= rateOf(usdc, currency))
    }
  }),

  statement('rates are the same in both modes and for every business', async (world) => {
    const { parties } = world
    await untilCurrent(world)
    const keys = [parties.obi, parties.zainab].flatMap((party) => Object.values(party.keys))
    for (const [host, path] of hosts(world)) {
      // A new table may appear between two requests. Both are then repeated.
      let bodies = new Set<string>()
      for (let time = 0; time < 3 && bodies.size !== 1; time += 1) {
        const answers = await Promise.all(keys.map(async (key) => ask(host, path, key)))
        bodies = new Set(answers.map(({ text }) => text))
      }
      expectEqual(`different bodies of ${path}`, bodies.size, 1)
    }
  }),

  statement('the OTC host serves only /otc/buy', async (world) => {
    const key = world.parties.obi.keys.test
    for (const path of [
      usdcPath,
      '/transactions/v1/vendors',
      '/health',
      '/',
      '/otc',
      '/otc/sell',
      '/v1/otc/buy',
    ]) {
      expectRefusal(await ask(world.otc, path, key), 404, 'not_found')
    }
    const post = { method: 'POST', body: world.buyBody(), headers: { 'svc-sec-key': key } }
    expectRefusal(await world.otc.ask('/transactions/v1/onramp', post), 404, 'not_found')
  }),

  statement('the base address does not serve /otc/buy', async (world) => {
    expectRefusal(await world.get(otcPath), 404, 'not_found')
  }),

  statement('/otc/buy is exact: another method, case or slash is 404', async ({ otc, parties }) => {
    const headers = { 'svc-sec-key': parties.obi.keys.test }
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      expectRefusal(await otc.ask(otcPath, { method, headers }), 404, 'not_found')
    }
    expectStatus(await otc.ask(otcPath, { method: 'HEAD', headers }), 404)
    for (const path of ['/otc/buy/', '/OTC/buy', '/otc/Buy', '//otc/buy']) {
      expectRefusal(await otc.ask(path, { headers }), 404, 'not_found')
    }
  }),

  statement('both tables need a key, and one with the scope read', async (world) => {
    for (const [host, path] of hosts(world)) {
      expectRefusal(await host.ask(path), 401, 'key_missing')
      expectRefusal(await ask(host, path, 'hello'), 401, 'key_malformed')
      expectRefusal(await ask(host, path, world.keys.revoked), 401, 'key_revoked')
      expectRefusal(await ask(host, path, world.keys.buyOnly), 403, 'scope_missing')
      expectRefusal(await ask(host, path, world.keys.listed), 403, 'ip_not_allowed')
      expectStatus(await ask(host, path, world.keys.readOnly), 200)
    }
  }),

  statement('both tables accept the common headers of the API', async (world) => {
    for (const [host, path] of hosts(world)) {
      const headers = {
        accept: 'application/json',
        'content-type': 'application/json',
        'svc-sec-key': world.parties.obi.keys.live,
      }
      expectStatus(await host.ask(path, { headers }), 200)
    }
  }),
]

function table(values: readonly string[]) {
  return Object.fromEntries(currencies.map((currency, place) => [currency, digits(values[place] ?? '')]))
}

/** Returns the rate in millionths, so that two rates can be compared without floats. */
function rateOf(answer: Answer, currency: string): bigint {
  const rate = objectOf('the rates', answer.json, answer)[currency]
  const [whole = '', decimals = ''] = textOf(
    'digits',
    objectOf(currency, rate, answer)['digits'],
    answer,
  ).split('.')
  return BigInt(whole + decimals.padEnd(6, '0'))
}

function hosts({ api, otc }: World): ReadonlyArray<readonly [Caller, string]> {
  return [
    [otc, otcPath],
    [api, usdcPath],
  ]
}

async function ask(host: Caller, path: string, key: string): Promise<Answer> {
  return host.ask(path, { headers: { 'svc-sec-key': key } })
}

function tables(world: World): ReadonlyArray<() => Promise<Answer>> {
  return hosts(world).map(
    ([host, path]) =>
      async () =>
        ask(host, path, world.parties.obi.keys.test),
  )
}

/** Waits until both tables are available, and returns them. */
async function untilCurrent(world: World): Promise<[otc: Answer, usdc: Answer]> {
  const deadline = performance.now() + 90_000
  for (;;) {
    const [otc, usdc] = await Promise.all(tables(world).map(async (ask) => ask()))
    expectTrue('there are two tables', otc !== undefined && usdc !== undefined)
    if ((otc.status === 200 && usdc.status === 200) || performance.now() > deadline) {
      expectStatus(otc, 200)
      expectStatus(usdc, 200)
      return [otc, usdc]
    }
    await sleep(50)
  }
}

async function setRates({ house }: World, holdsMs: number): Promise<void> {
  for (const [pair, [bid, ask]] of Object.entries(set)) {
    await decideRate(house.pool, { pair, bid, ask, holdsMs })
  }
}
