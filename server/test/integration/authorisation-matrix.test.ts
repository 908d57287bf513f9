import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp, createOtcApp } from '../../src/entry/http/app.ts'
import { newId } from '../../src/kernel/ids/ids.ts'
import { createPool } from '../../src/kernel/postgres/pool.ts'
import { type Actor, actors, expectedVerdict } from './authorisation/actors.ts'
import { openLanes } from './authorisation/give-balance.ts'
import { listRoutes } from './authorisation/list-routes.ts'
import { businessMarkersOf, leaksIn, markersOf } from './authorisation/markers.ts'
import {
  buyOf,
  drill,
  payLinkOf,
  sellOf,
  sendJson,
  type WireRequest,
  withdrawalOf,
} from './authorisation/requests.ts'
import { type Parties, type Planted, rows } from './authorisation/rows.ts'
import { createOperators, createTenancies, type Tenancy } from './authorisation/tenancies.ts'
import { wireTestApi } from './test-api.ts'

type PlantedTenancy = Tenancy & Planted
type Answer = Readonly<{ status: number; verdict: string; headers: string; body: string }>

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })
const worker = createPool(database.url('afara_worker'), { max: 2, applicationName: 'test' })
const deps = wireTestApi(database)
const apps: Readonly<Record<'api' | 'otc', FastifyInstance>> = {
  api: createApp(deps),
  otc: createOtcApp(deps),
}

let tenancies: readonly PlantedTenancy[] = []
let suspended: readonly Tenancy[] = []
/** Number of transactions that each tenancy created, by its answers. */
const made = new Map<string, number>()
let callers = 0

beforeAll(async () => {
  await createOperators(owner)
  await openLanes(owner)
  await publishRates()
  const plain = [
    ...(await createTenancies(owner, 'adaora-matrix', 1)),
    ...(await createTenancies(owner, 'bolanle-matrix', 2)),
  ]
  suspended = await createTenancies(owner, 'chidi-matrix', 3)
  await owner.query(
    `update business_mode set status = 'suspended' where business_id = $1 and status <> 'pending'`,
    [suspended[0]?.uuid],
  )
  tenancies = await Promise.all(plain.map(plant))
})
afterAll(async () => {
  await Promise.all(Object.values(apps).map(async (app) => app.close()))
  await deps.stop()
  await Promise.all([owner.end(), worker.end()])
  await database.drop()
})

test('every route has a row in the matrix, and every row a route', async () => {
  const routes = [...(await listRoutes(apps.api)), ...(await listRoutes(apps.otc))]
  expect(routes.length).toBeGreaterThan(10)
  expect(routes.toSorted()).toEqual(Object.keys(rows).toSorted())
})

// Reads come first: a business that writes under another's reference then has that text in its own lists.
const readingFirst = Object.entries(rows).toSorted(
  ([one], [other]) => Number(other.startsWith('GET ')) - Number(one.startsWith('GET ')),
)

test('every caller gets what the matrix says of each route, and no data of others', async () => {
  const wrong: string[] = []
  const leaks: string[] = []
  // Public answers must be identical for all callers.
  const open = new Map<string, string>()
  let combinations = 0
  // Both modes and both businesses call. All four combinations hold data that a caller must not see.
  for (const own of [tenancies[0], tenancies[3]].filter((tenancy) => tenancy !== undefined)) {
    const parties = partiesOf(own)
    for (const [route, row] of readingFirst) {
      for (const [what, probe] of Object.entries(row.probes)) {
        for (const actor of actors) {
          combinations += 1
          const request = probe.request(parties)
          const answer = await ask(own, actor, request)
          const where = `${route}, ${what}, as ${own.linkTag} ${own.mode}: ${actor.name}`
          const expected = String(expectedVerdict(row, probe, actor, own))
          if (answer.verdict !== expected) wrong.push(`${where}: ${answer.verdict} and not ${expected}`)
          const isSeen = open.get(route) === answer.body
          if (row.access === 'public' && !isSeen) {
            if (open.has(route)) leaks.push(`${where}: not what others get`)
            open.set(route, answer.body)
          }
          const text = isSeen ? answer.headers : answer.headers + answer.body
          for (const leak of leaksIn(text, textOf(request), forbiddenTo(own, route, answer))) {
            leaks.push(`${where}: ${leak}`)
          }
        }
      }
    }
  }
  console.log(
    `authorisation routes=${Object.keys(rows).length} combinations=${combinations} wrong=${wrong.length} leaks=${leaks.length}`,
  )
  expect(wrong).toEqual([])
  expect(leaks).toEqual([])
  expect(combinations).toBeGreaterThan(1_000)
}, 600_000)

test('written data belongs to the caller only', async () => {
  const { rows: counts } = await worker.query<{ tenancy: string; count: number }>(
    `select b.link_tag || ' ' || t.mode as tenancy, count(*)::int from transaction t
     join business b on b.id = t.business_id group by 1`,
  )
  expect(Object.fromEntries(counts.map(({ tenancy, count }) => [tenancy, count]))).toEqual(
    Object.fromEntries(made),
  )
})

test('the leak detection finds a leak', () => {
  const [ada, , bola] = tenancies
  const forbidden = ada === undefined ? [] : forbiddenTo(ada, 'GET /health', { status: 200 })
  expect(leaksIn(`{"amount":${bola?.words.amount}}`, '', forbidden)).toEqual([bola?.words.amount])
  expect(leaksIn(`{"amount":${bola?.words.amount}}`, `amount=${bola?.words.amount}`, forbidden)).toEqual([])
})

/** Creates one of each object in a tenancy, with its own markers. */
async function plant(tenancy: Tenancy): Promise<PlantedTenancy> {
  const { reference, idempotencyKey } = tenancy.words
  const asked = async (request: WireRequest) => {
    const all = actors.find(({ name }) => name === 'all scopes')
    if (all === undefined) throw new Error('there is no key with all scopes')
    return ask(tenancy, all, request)
  }
  const idIn = ({ body }: Answer) =>
    /txn_[0-9a-f]{32}/.exec(body)?.[0] ?? `txn_${newId().replaceAll('-', '')}`
  const bought = await asked(buyOf(tenancy, { reference }, idempotencyKey))
  expect(bought.verdict).toBe('200')
  const noWallet = { network: undefined, wallet_address: undefined }
  const sold = await asked(
    sellOf(tenancy, { ...noWallet, reference: `sell-${reference}` }, `sell-${idempotencyKey}`),
  )
  expect(sold.verdict).toBe('200')
  const withdrawn = await asked(
    withdrawalOf(tenancy, { reference: `withdrawal-${reference}` }, `withdrawal-${idempotencyKey}`),
  )
  expect(withdrawn.verdict).toBe('200')
  const linked = await asked(payLinkOf(tenancy, { reference: `link-${reference}` }, `link-${idempotencyKey}`))
  expect(linked.verdict).toBe('200')
  const url = `https://hooks.${reference.toLowerCase()}.ng/`
  const endpoint = await asked(sendJson('/webhooks/v1/endpoints', undefined, { url }))
  expect(endpoint.verdict).toBe('200')
  const drilled = await asked(drill(`drill-${idempotencyKey}`))
  expect(drilled.verdict).toBe(tenancy.mode === 'test' ? '202' : '403 test_mode_only')
  return {
    ...tenancy,
    buyId: idIn(bought),
    sellId: idIn(sold),
    withdrawalId: idIn(withdrawn),
    drillId: idIn(drilled),
    endpointId: /whe_[0-9a-f]{32}/.exec(endpoint.body)?.[0] ?? '',
    payLinkId: /lnk_[0-9a-f]{32}/.exec(linked.body)?.[0] ?? '',
  }
}

async function ask(own: Tenancy, actor: Actor, request: WireRequest): Promise<Answer> {
  const { method, url, headers, body } = request
  const home = suspended.find(({ mode }) => mode === own.mode)
  const key = home && actor.keyOf(own, home)
  callers += 1
  const response = await apps[url.startsWith('/otc') ? 'otc' : 'api'].inject({
    method,
    url,
    headers: { ...headers, ...(key === undefined ? {} : { 'svc-sec-key': key }) },
    ...(body === undefined ? {} : { body }),
    // Each request has its own address, because the limit of wrong keys is not under test.
    remoteAddress: `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`,
  })
  const status = response.statusCode
  // A token may send 300 requests in ten seconds, and a fast machine sends more. Its limit is tested elsewhere.
  if (status === 429) {
    await sleep(Number(response.headers['retry-after']) * 1_000)
    return ask(own, actor, request)
  }
  const isReplay = response.headers['idempotent-replayed'] === 'true'
  // A second request for an existing link creates nothing.
  const isMade = method === 'POST' && response.body.includes('txn_') && !url.endsWith('/cancel')
  if (isMade && status < 300 && !isReplay) {
    const tenancy = `${own.linkTag} ${own.mode}`
    made.set(tenancy, (made.get(tenancy) ?? 0) + 1)
  }
  // Answers to banks have their own format, and payers receive a page, both without our error code.
  const isPage = String(response.headers['content-type']).startsWith('text/html')
  const told = status < 400 || isPage ? undefined : response.json<{ code?: string }>().code
  const code = told === undefined ? '' : ` ${told}`
  return {
    status,
    verdict: `${status}${code}`,
    headers: JSON.stringify(response.headers),
    body: response.body,
  }
}

function partiesOf(own: PlantedTenancy): Parties {
  const find = (isIt: (tenancy: PlantedTenancy) => boolean) => {
    const found = tenancies.find(isIt)
    if (found === undefined) throw new Error('a party is missing')
    return found
  }
  return {
    own,
    ownOtherMode: find(({ uuid, mode }) => uuid === own.uuid && mode !== own.mode),
    another: find(({ uuid, mode }) => uuid !== own.uuid && mode === own.mode),
  }
}

/** Returns all markers of other tenancies and every key. An answer without a valid key must not contain the caller's own markers either. */
function forbiddenTo(own: PlantedTenancy, route: string, { status }: Pick<Answer, 'status'>): string[] {
  const { ownOtherMode } = partiesOf(own)
  const others = tenancies.filter(({ uuid }) => uuid !== own.uuid)
  const { name, accountNumber } = ownOtherMode.dedicated
  // The one exception between the modes: a live key may list the test accounts that it would see.
  const isAllowed = (marker: string) =>
    route === 'GET /transactions/v1/test-vendors' &&
    own.mode === 'live' &&
    [name, accountNumber].includes(marker)
  return [
    ...Object.values(own.keys),
    ...others.flatMap((tenancy) => [...markersOf(tenancy), ...businessMarkersOf(tenancy)]),
    ...markersOf(ownOtherMode).filter((marker) => !isAllowed(marker)),
    ...(status === 401 ? [...markersOf(own), ...businessMarkersOf(own)] : []),
    ...suspended.flatMap((tenancy) => [...businessMarkersOf(tenancy), tenancy.dedicated.name]),
  ]
}

function textOf({ url, headers, body }: WireRequest): string {
  return [url, JSON.stringify(headers), body].join(' ')
}

async function publishRates(): Promise<void> {
  const body = JSON.stringify({ USD: 1, GBP: 1, EUR: 1, TRY: 1, CNY: 1, CHF: 1, CAD: 1, AED: 1, KES: 1 })
  for (const name of ['otc_buy', 'usdc_ngnc']) {
    await worker.query(
      `insert into rate_table (id, name, published_at, as_of, expires_at, body)
       values ($1, $2, now(), now(), now() + interval '1 hour', $3)`,
      [newId(), name, body],
    )
  }
  await deps.rates.refresh()
}
