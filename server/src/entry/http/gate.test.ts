import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import Fastify from 'fastify'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { systemClock as clock } from '../../kernel/clock/clock.ts'
import { createPool } from '../../kernel/postgres/pool.ts'
import { createBusiness } from '../../records/businesses/manage-business.ts'
import { generateKey } from '../../records/keys/key-text.ts'
import { issueKey } from '../../records/keys/manage-keys.ts'
import { createErrorReplies } from './error-replies.ts'
import { createGate, guardRoutes } from './gate.ts'
import { createMetrics } from './metrics.ts'
import { keyOf } from './require-key.ts'

const database = await createTestDatabase()
const owner = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })
const pool = createPool(database.url('afara_api'), { max: 4, applicationName: 'test' })
const settings = { cell: 'test1', peppers: new Map([[1, Buffer.alloc(32, 7)]]) }
const why = { actor: 'system:test', reason: 'a test' }
await createBusiness(owner, { name: 'Ada Foods', linkTag: 'ada-foods', ...why })

afterAll(async () => {
  await Promise.all([owner.end(), pool.end()])
  await database.drop()
})

/** Waits so that requests of one test are not counted in two windows. */
async function awayFromTheEdge(): Promise<void> {
  const leftMs = 10_000 - (Date.now() % 10_000)
  if (leftMs < 5_000) await sleep(leftMs + 100)
}

type Issue = { scopes?: string[]; networks?: string[]; requestsPerWindow?: number }

async function issue(more: Issue = {}): Promise<string> {
  const deps = { pool: owner, ...settings }
  return (await issueKey(deps, { business: 'ada-foods', mode: 'test', ...why, ...more })).secret
}

/** Starts a listener with one route of each kind behind its own gate. */
function raise({ trustedProxies = [] }: { trustedProxies?: string[] } = {}) {
  const lines: string[] = []
  const gate = createGate({
    pool,
    clock,
    ...settings,
    trustedProxies,
    logger: pino({ level: 'silent' }),
    metrics: createMetrics(),
    logRequest: (line) => lines.push(line),
  })
  const app = Fastify({ trustProxy: trustedProxies.length > 0 && trustedProxies, exposeHeadRoutes: false })
  const { onError, onNotFound } = createErrorReplies('https://api.afara.test')
  app.setErrorHandler(onError)
  app.setNotFoundHandler(onNotFound)
  guardRoutes(app, gate, 'api')
  app.get('/open', { config: { access: 'public' } }, async () => ({ ok: true }))
  app.get('/things/:id', { config: { access: 'read' } }, async (request) => ({ tag: keyOf(request).linkTag }))
  app.get('/files', { config: { access: 'read', cost: 40 } }, async () => ({ ok: true }))
  app.get('/alive', { config: { access: 'public', limitsItself: true } }, async () => ({ ok: true }))
  app.post('/sales', { config: { access: 'sell' } }, async () => ({ ok: true }))
  app.get('/pages', { config: { access: 'read' } }, async (_request, reply) =>
    reply.header('cache-control', 'max-age=5').send('ok'),
  )
  return { app, gate, lines }
}

type Ask = { key?: string; from?: string; forwardedFor?: string; headers?: Record<string, string> }

async function ask(
  { app }: ReturnType<typeof raise>,
  method: 'GET' | 'POST' | 'HEAD',
  url: string,
  { key, from, forwardedFor, headers }: Ask = {},
) {
  const response = await app.inject({
    method,
    url,
    headers: {
      ...(key === undefined ? {} : { 'svc-sec-key': key }),
      ...(forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }),
      ...headers,
    },
    ...(from === undefined ? {} : { remoteAddress: from }),
    ...(method === 'POST' ? { payload: '{broken' } : {}),
  })
  return { status: response.statusCode, headers: response.headers, code: codeIn(response.body) }
}

function codeIn(body: string): unknown {
  return body.startsWith('{') ? (JSON.parse(body) as { code?: string }).code : undefined
}

test('a route that declares no access stops the startup', () => {
  const { app } = raise()
  expect(() => app.get('/forgotten', async () => ({}))).toThrow(/GET \/forgotten must declare its access/)
})

test('refusals have an order: unknown URL, key, scope, limit, body', async () => {
  const server = raise()
  const reader = await issue({ scopes: ['read'], requestsPerWindow: 1 })
  const seller = await issue({ scopes: ['sell'], requestsPerWindow: 1 })
  const xml = { 'content-type': 'text/xml' }
  await awayFromTheEdge()
  expect(await ask(server, 'POST', '/nowhere', { headers: xml })).toMatchObject({ status: 404 })
  expect(await ask(server, 'POST', '/things/1')).toMatchObject({ status: 404, code: 'not_found' })
  expect(await ask(server, 'POST', '/sales', { headers: xml })).toMatchObject({
    status: 401,
    code: 'key_missing',
  })
  expect(await ask(server, 'POST', '/sales', { key: reader, headers: xml })).toMatchObject({
    status: 403,
    code: 'scope_missing',
  })
  expect(await ask(server, 'POST', '/sales', { key: seller, headers: xml })).toMatchObject({ status: 415 })
  expect(await ask(server, 'POST', '/sales', { key: seller, headers: xml })).toMatchObject({
    status: 429,
    code: 'rate_limited',
  })
})

test('a missing scope is named, with the way to get it', async () => {
  const server = raise()
  const response = await server.app.inject({
    method: 'POST',
    url: '/sales',
    headers: { 'svc-sec-key': await issue({ scopes: ['read', 'buy'] }) },
  })
  expect(response.json<{ message: string }>().message).toBe(
    'This needs the scope "sell". Your key has read, buy. Create a key with the scope.',
  )
})

test('HEAD does not exist unless a route declares it', async () => {
  expect(await ask(raise(), 'HEAD', '/open')).toMatchObject({ status: 404 })
})

test('every answer carries the security headers and its request id, and a route may set its own', async () => {
  const server = raise()
  const key = await issue()
  const wanted = {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.stringMatching(/^.+$/),
  }
  for (const [url, status] of [
    ['/open', 200],
    ['/nowhere', 404],
    ['/things/1', 401],
  ] as const) {
    expect(await ask(server, 'GET', url)).toMatchObject({ status, headers: wanted })
  }
  expect(await ask(server, 'GET', '/pages', { key })).toMatchObject({
    status: 200,
    headers: { ...wanted, 'cache-control': 'max-age=5' },
  })
})

test('the request id is ours, whatever the caller sends', async () => {
  const { headers } = await ask(raise(), 'GET', '/open', { headers: { 'x-request-id': 'theirs' } })
  expect(headers['x-request-id']).not.toBe('theirs')
})

test('every response to a key shows its remaining limit, and a request beyond it has to wait', async () => {
  const server = raise()
  const key = await issue({ requestsPerWindow: 3 })
  await awayFromTheEdge()
  const policy = { 'ratelimit-policy': '"key";q=3;w=10' }
  for (const left of [2, 1, 0]) {
    expect(await ask(server, 'GET', '/things/1', { key })).toMatchObject({
      status: 200,
      headers: { ...policy, ratelimit: expect.stringMatching(new RegExp(`^"key";r=${left};t=([1-9]|10)$`)) },
    })
  }
  expect(await ask(server, 'GET', '/things/1', { key })).toMatchObject({
    status: 429,
    headers: {
      ...policy,
      ratelimit: expect.stringContaining('r=0'),
      'retry-after': expect.stringMatching(/^([1-9]|10)$/),
    },
  })
})

test('when no proxy is trusted, a key for certain networks is checked against the address of the socket', async () => {
  const server = raise()
  const key = await issue({ networks: ['203.0.113.0/24'] })
  expect(await ask(server, 'GET', '/things/1', { key, from: '203.0.113.7' })).toMatchObject({ status: 200 })
  expect(await ask(server, 'GET', '/things/1', { key, from: '198.51.100.1' })).toMatchObject({
    status: 403,
    code: 'ip_not_allowed',
  })
  expect(
    await ask(server, 'GET', '/things/1', { key, from: '198.51.100.1', forwardedFor: '203.0.113.7' }),
  ).toMatchObject({ status: 403, code: 'ip_not_allowed' })
})

test('behind a trusted proxy, the address that the proxy saw counts, and addresses that a caller adds do not', async () => {
  const server = raise({ trustedProxies: ['10.0.0.0/8'] })
  const key = await issue({ networks: ['203.0.113.0/24'] })
  const from = async (socket: string, forwardedFor: string) =>
    (await ask(server, 'GET', '/things/1', { key, from: socket, forwardedFor })).status
  expect(await from('10.1.2.3', '203.0.113.7')).toBe(200)
  expect(await from('10.1.2.3', '203.0.113.7, 10.9.9.9')).toBe(200)
  // Sent by the caller at 198.51.100.1 in the hope that the proxy forwards it.
  expect(await from('10.1.2.3', '203.0.113.7, 198.51.100.1')).toBe(403)
  // Sent directly to us, past the proxy.
  expect(await from('198.51.100.1', '203.0.113.7')).toBe(403)
})

test('after fifty wrong keys an address has to wait, while good keys and other addresses continue', async () => {
  const server = raise()
  const key = await issue()
  const from = '192.0.2.66'
  expect(await ask(server, 'GET', '/things/1', { key, from })).toMatchObject({ status: 200 })
  const wrong = generateKey({ mode: 'test', cell: settings.cell })
  for (let attempt = 0; attempt < 50; attempt += 1) {
    expect(await ask(server, 'GET', '/things/1', { key: wrong, from })).toMatchObject({ status: 401 })
  }
  const another = generateKey({ mode: 'test', cell: settings.cell })
  expect(await ask(server, 'GET', '/things/1', { key: another, from })).toMatchObject({
    status: 429,
    code: 'rate_limited',
    headers: { 'retry-after': expect.stringMatching(/^([1-9]|10)$/) },
  })
  expect(await ask(server, 'GET', '/things/1', { key, from })).toMatchObject({ status: 200 })
  expect(await ask(server, 'GET', '/things/1', { key: another, from: '192.0.2.67' })).toMatchObject({
    status: 401,
  })
})

test('many callers behind one address, each with a key that was not seen before, are admitted', async () => {
  const server = raise()
  const crowd = await Promise.all(Array.from({ length: 80 }, async () => issue()))
  const answers = await Promise.all(crowd.map(async (key) => ask(server, 'GET', '/things/1', { key })))
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
})

test('a request logs one line with route, key and business, and never the key or the body', async () => {
  const server = raise()
  const key = await issue()
  await ask(server, 'GET', '/things/0123456789', { key, headers: { 'x-request-id': 'order-7' } })
  await ask(server, 'GET', '/nowhere/0123456789', { key, headers: { 'x-request-id': 'a b' } })
  const [first, second] = server.lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(first).toEqual({
    level: 30,
    time: expect.any(Number),
    name: 'api',
    request_id: expect.any(String),
    method: 'GET',
    route: '/things/:id',
    status: 200,
    ms: expect.any(Number),
    key: expect.stringMatching(/^key_[0-9a-f]{32}$/),
    business: expect.stringMatching(/^biz_[0-9a-f]{32}$/),
    mode: 'test',
    client_request_id: 'order-7',
    msg: 'request',
  })
  expect(second).toMatchObject({ route: 'none', status: 404 })
  expect(second).not.toHaveProperty('client_request_id')
  for (const secret of [key, '0123456789', 'ada-foods']) expect(server.lines.join('')).not.toContain(secret)
})

test('requests are counted by route, method and first digit of the status', async () => {
  const server = raise()
  await ask(server, 'GET', '/open')
  await ask(server, 'GET', '/things/1')
  await ask(server, 'GET', '/nowhere')
  const text = await server.gate.metrics.print()
  for (const labels of [
    'method="GET",route="/open",status="2xx"',
    'method="GET",route="/things/:id",status="4xx"',
    'method="any",route="none",status="4xx"',
  ]) {
    expect(text).toContain(`afara_http_request_duration_seconds_count{${labels}} 1\n`)
  }
  expect(text).toContain('\nafara_key_cache_hits_total 0\n')
  expect(text).toContain('# TYPE process_cpu_seconds_total counter')
})

test('a process that stops tells callers to use another connection', async () => {
  const server = raise()
  expect((await ask(server, 'GET', '/open')).headers.connection).not.toBe('close')
  server.gate.state.isStopping = true
  expect((await ask(server, 'GET', '/open')).headers.connection).toBe('close')
})

test('an expensive request counts as many, and as the whole limit at most', async () => {
  const server = raise()
  const key = await issue({ scopes: ['read'], requestsPerWindow: 100 })
  const small = await issue({ scopes: ['read'], requestsPerWindow: 3 })
  await awayFromTheEdge()
  expect((await ask(server, 'GET', '/files', { key })).headers['ratelimit']).toMatch(/r=60;/)
  expect((await ask(server, 'GET', '/files', { key })).headers['ratelimit']).toMatch(/r=20;/)
  expect(await ask(server, 'GET', '/files', { key })).toMatchObject({ status: 429, code: 'rate_limited' })
  expect(await ask(server, 'GET', '/things/1', { key })).toMatchObject({ status: 200 })
  expect(await ask(server, 'GET', '/files', { key: small })).toMatchObject({ status: 200 })
  expect(await ask(server, 'GET', '/things/1', { key: small })).toMatchObject({ status: 429 })
})

test('an address may open 600 pages in ten seconds, and does not use up those of others', async () => {
  const server = raise()
  const from = '192.0.2.77'
  for (let at = 0; at < 600; at += 1) expect((await ask(server, 'GET', '/open', { from })).status).toBe(200)
  const refused = await ask(server, 'GET', '/open', { from })
  expect(refused).toMatchObject({ status: 429, code: 'rate_limited' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await ask(server, 'GET', '/open', { from: '192.0.2.78' })).status).toBe(200)
  expect((await ask(server, 'GET', '/alive', { from })).status).toBe(200)
})

test('a key that goes on after many refusals waits for each further one, and another key does not', async () => {
  const server = raise()
  const [hasty, patient] = [await issue({ requestsPerWindow: 1 }), await issue()]
  const timed = async (key: string) => {
    const began = performance.now()
    const { status } = await ask(server, 'GET', '/things/1', { key })
    return { status, ms: performance.now() - began }
  }
  await awayFromTheEdge()
  expect(await ask(server, 'GET', '/things/1', { key: hasty })).toMatchObject({ status: 200 })
  const early = await Promise.all(Array.from({ length: 50 }, async () => timed(hasty)))
  const [late, other] = await Promise.all([timed(hasty), timed(patient)])
  expect(late).toMatchObject({ status: 429 })
  expect(late.ms).toBeGreaterThan(900)
  expect(other).toMatchObject({ status: 200 })
  expect(other.ms).toBeLessThan(late.ms)
  expect(Math.min(...early.map(({ ms }) => ms))).toBeLessThan(late.ms)
})
