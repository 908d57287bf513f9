import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../src/entry/http/app.ts'
import { formatId, newId } from '../../src/kernel/ids/ids.ts'
import { createPool } from '../../src/kernel/postgres/pool.ts'
import { issueKey } from '../../src/records/keys/manage-keys.ts'
import { createRequestKeeper } from '../../src/records/requests/request-keeper.ts'
import { createManualClock } from '../manual-clock.ts'
import { createPeopleWorld, type PeopleWorld } from '../people-world.ts'
import { testKeys, wireTestApi } from './test-api.ts'

const database = await createTestDatabase()
const deps = wireTestApi(database)
const api = createApp(deps)
const apiPool = createPool(database.url('afara_api'), { max: 2, applicationName: 'test' })
const clock = createManualClock(new Date())
let world: PeopleWorld
let ada: string
let bola: string
let session: string
let secret: string

const why = { actor: 'system:test', reason: 'a test' }

beforeAll(async () => {
  world = await createPeopleWorld(database)
  ada = await world.addBusiness('ada-requests')
  bola = await world.addBusiness('bola-requests')
  session = await world.tokenOf(await world.addMember([[ada, 'developer']]))
  const settings = { pool: world.owner, clock: world.clock, ...testKeys }
  const wanted = { business: 'ada-requests', mode: 'test', scopes: ['read', 'buy'], ...why } as const
  secret = (await issueKey(settings, wanted)).secret
})
afterAll(async () => {
  await api.close()
  await deps.stop()
  await world.stop()
  await apiPool.end()
  await database.drop()
})

type Listed = Readonly<{ path: string; status: number; code: string | null; fix: string | null }>
async function list(query: string, business = ada) {
  const url = `/account/v1/businesses/${formatId('business', business)}/requests?${query}`
  const { body, verdict } = await world.ask('GET', url, { token: session })
  return { verdict, requests: (body.requests ?? []) as Listed[], next: body.next as string | null }
}

test('a developer sees what the program asked, why it failed and what to do, and no secret', async () => {
  const headers = { 'svc-sec-key': secret }
  await api.inject({ url: '/keys/v1/me', headers })
  await api.inject({ url: '/transactions/v1/find?id=Chioma+Obi', headers })
  await api.inject({
    method: 'POST',
    url: '/webhooks/v1/endpoints',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{"url":"https://secret.test/"}',
  })
  await deps.gate.requests.flush()
  const { requests } = await list('mode=test')
  // Requests of one millisecond have no order.
  expect(requests.map(({ path, status, code }) => [path, status, code].join(' ')).toSorted()).toEqual([
    '/keys/v1/me 200 ',
    '/transactions/v1/find 404 transaction_unknown',
    '/webhooks/v1/endpoints 403 scope_missing',
  ])
  expect(requests.find(({ code }) => code === 'scope_missing')?.fix).toMatch(/\w/)
  expect((await list('mode=test&only=failed')).requests).toHaveLength(2)
  const { rows } = await world.owner.query(`select l::text as row from request_log l`)
  expect(JSON.stringify(rows)).not.toMatch(/Chioma|secret\.test|svc_test/)
})

test('nobody sees the requests of another business or of the other mode', async () => {
  expect((await list('mode=live')).requests).toEqual([])
  expect((await list('mode=test', bola)).verdict).toBe('404 business_unknown')
  const member = await world.tokenOf(await world.addMember([[bola, 'owner']]))
  const url = `/account/v1/businesses/${formatId('business', bola)}/requests?mode=test`
  expect((await world.ask('GET', url, { token: member })).body.requests).toEqual([])
})

const requestOf = (businessId: string, keyId: string, status = 200) => ({
  tenant: { businessId, mode: 'test' as const },
  keyId,
  requestId: crypto.randomUUID(),
  method: 'GET',
  path: '/keys/v1/me',
  status,
  code: status < 400 ? null : 'not_found',
  durationMs: 1,
  isReplay: false,
})

test('a busy key has a sample in the log, and its successes do not hide its failures', async () => {
  const keeper = createRequestKeeper({ pool: apiPool, clock })
  const keyId = newId()
  for (let each = 0; each < 500; each += 1) {
    for (const status of [200, 404])
      if (keeper.wants(keyId, status)) keeper.keep(requestOf(bola, keyId, status))
  }
  await keeper.stop()
  const { rows } = await world.owner.query(
    `select status, count(*)::int from request_log where key_id = $1 group by 1 order by 1`,
    [keyId],
  )
  expect(rows).toEqual([
    { status: 200, count: 25 },
    { status: 404, count: 25 },
  ])
})

test('a lost database costs the requests of that second and nothing else', async () => {
  const lost: unknown[] = []
  const nowhere = createPool('postgres://127.0.0.1:1/none', { max: 1, applicationName: 'test' })
  const keeper = createRequestKeeper({ pool: nowhere, clock, onLost: (error) => lost.push(error) })
  keeper.keep(requestOf(bola, newId()))
  await keeper.stop()
  expect(lost).toHaveLength(1)
  await nowhere.end()
})

test('the log keeps seven days, and ten thousand requests of a business and mode', async () => {
  const busy = await world.addBusiness('busy-requests')
  await world.owner.query(
    `insert into request_log select $1::uuid, 'test'::mode, $2::timestamptz - n * interval '1 second', gen_random_uuid(), gen_random_uuid(), 'GET',
       '/keys/v1/me', 200::smallint, null::text, 1, false from generate_series(1, 10500) n
     union all select $1::uuid, 'live', $2::timestamptz - interval '8 days', gen_random_uuid(), gen_random_uuid(), 'GET', '/', 200::smallint, null, 1, false`,
    [busy, clock.now()],
  )
  await apiPool.query('select trim_request_log($1, $2)', [[busy], clock.now()])
  const { rows } = await world.owner.query(
    `select mode, count(*)::int, min(at) as first from request_log where business_id = $1 group by 1`,
    [busy],
  )
  expect(rows).toEqual([{ mode: 'test', count: 10_000, first: new Date(clock.now().getTime() - 10_000_000) }])
})

test('pages follow each other without a gap', async () => {
  const paged = await world.addBusiness('paged-requests')
  session = await world.tokenOf(await world.addMember([[paged, 'owner']]))
  const keeper = createRequestKeeper({ pool: apiPool, clock })
  for (let each = 0; each < 120; each += 1) keeper.keep(requestOf(paged, newId()))
  await keeper.stop()
  const seen: Listed[] = []
  let after = ''
  for (let page = 0; page < 3; page += 1) {
    const { requests, next } = await list(`mode=test${after}`, paged)
    seen.push(...requests)
    after = `&after=${next}`
  }
  expect(seen).toHaveLength(120)
  expect(new Set(seen.map((one) => JSON.stringify(one))).size).toBe(120)
})

test('the certification report of a new business shows what its programs did, and what remains', async () => {
  const reply = await api.inject({ url: '/sandbox/v1/certification', headers: { 'svc-sec-key': secret } })
  const { certification } = reply.json<{
    certification: {
      passed: number
      behaviour: { name: string; state: string }[]
      scenarios: { state: string }[]
    }
  }>()
  expect(certification.passed).toBe(1)
  expect(certification.behaviour.map(({ name, state }) => `${name} ${state}`)).toEqual([
    'key_used passed',
    'create_once not_shown',
    'signature_accepted not_shown',
    'duplicate_answered not_shown',
    'retry_accepted not_shown',
  ])
  expect(new Set(certification.scenarios.map(({ state }) => state))).toEqual(new Set(['not_shown']))
})
