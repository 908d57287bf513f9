import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import type { Child } from '@afara/stack/processes/child-process.ts'
import { findFreePort } from '@afara/stack/processes/loopback-port.ts'
import { createTemporaryRun } from '@afara/stack/processes/temporary-run.ts'
import { serverEnvironment } from '@afara/stack/services/server-environment.ts'
import { startServer } from '@afara/stack/services/server-process.ts'
import { afterAll, expect, test } from 'vitest'
import { systemClock as clock } from '../../src/kernel/clock/clock.ts'
import { formatId } from '../../src/kernel/ids/ids.ts'
import { createPool } from '../../src/kernel/postgres/pool.ts'
import { createBusiness } from '../../src/records/businesses/manage-business.ts'
import { issueKey, revokeKey } from '../../src/records/keys/manage-keys.ts'

// These tests run real processes, each with its three listeners.

const database = await createTestDatabase()
const run = await createTemporaryRun()
const owner = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })
const pepper = '0f'.repeat(32)
const why = { actor: 'system:test', reason: 'a test' }
const keyDeps = { pool: owner, clock, cell: 'dev', peppers: new Map([[1, Buffer.from(pepper, 'hex')]]) }
const business = await createBusiness(owner, { name: 'Ada Foods', linkTag: 'ada-foods', ...why })
const children: Child[] = []

afterAll(async () => {
  await Promise.all(children.map(async (child) => child.stop()))
  await owner.end()
  await database.drop()
  run.remove()
})

type Api = Readonly<{ child: Child; url: string; otcUrl: string; managementUrl: string }>

async function startApi(settings: Record<string, string> = {}): Promise<Api> {
  const [apiPort, otcPort, managementPort] = [
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
  ]
  const environment = serverEnvironment({
    databaseUrl: database.url,
    // Restate is absent. Due objects stay in PostgreSQL.
    restateIngressUrl: 'http://127.0.0.1:1',
    apiPort,
    otcPort,
    managementPort,
    workerPort: 1,
    keyPeppers: `1:${pepper}`,
    sealHeadFile: `${run.directory}/seal-head`,
  })
  const child = await startServer({
    name: 'api',
    port: apiPort,
    environment: { ...environment, ...settings },
    directory: `${run.directory}/${apiPort}`,
    onSpawn: run.onSpawn,
  })
  children.push(child)
  const at = (port: number) => `http://127.0.0.1:${port}`
  return { child, url: at(apiPort), otcUrl: at(otcPort), managementUrl: at(managementPort) }
}

const issue = async (requestsPerWindow: number) =>
  issueKey(keyDeps, { business: 'ada-foods', mode: 'test', requestsPerWindow, ...why })

async function list({ url }: Api, key: string): Promise<number> {
  const response = await fetch(`${url}/transactions/v1/vendors`, { headers: { 'svc-sec-key': key } })
  await response.arrayBuffer()
  return response.status
}

/** Sends `times` requests, some at a time. Returns how many were answered with each status. */
async function listMany(api: Api, key: string, times: number): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {}
  let left = times
  const client = async () => {
    while (left > 0) {
      left -= 1
      const status = await list(api, key)
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: 8 }, client))
  return statuses
}

const windowNow = () => Math.floor(Date.now() / 10_000)

const [first, second] = await Promise.all([startApi(), startApi()])

test('two processes share one limit, exact to one block per process', async () => {
  const limit = 200
  const block = limit / 10
  // After 50 refusals a process delays each further one, and the window could end first. So each process refuses fewer than 50.
  const times = 145
  // On a slow machine the window may end during the test. Then the next window is tried.
  for (let attempt = 0; ; attempt += 1) {
    await sleep(10_100 - (Date.now() % 10_000))
    const { secret } = await issue(limit)
    const began = windowNow()
    const answers = await Promise.all([listMany(first, secret, times), listMany(second, secret, times)])
    if (windowNow() !== began && attempt < 5) continue
    const count = (status: number) => answers.reduce((sum, statuses) => sum + (statuses[status] ?? 0), 0)
    // A process that took the last block may have no request left for it.
    expect(count(200)).toBeGreaterThanOrEqual(limit - 2 * block)
    expect(count(200)).toBeLessThanOrEqual(limit + 2 * block)
    expect(count(200) + count(429)).toBe(2 * times)
    return
  }
}, 120_000)

test('a revoked key stops working on every process within five seconds', async () => {
  const { key, secret } = await issue(1_000_000)
  expect(await Promise.all([list(first, secret), list(second, secret)])).toEqual([200, 200])
  await revokeKey(keyDeps, { keyId: formatId('key', key.id), ...why })
  const revokedAt = performance.now()
  /** Returns when the last request that was admitted was sent. When it is answered depends on the machine. */
  const lastAdmittedMs = async (api: Api): Promise<number> => {
    // The key is in constant use, so that a cache without refresh would never drop it.
    for (let lastMs = 0; ; await sleep(20)) {
      const sentMs = performance.now() - revokedAt
      if ((await list(api, secret)) !== 200) return lastMs
      lastMs = sentMs
    }
  }
  const admitted = await Promise.all([lastAdmittedMs(first), lastAdmittedMs(second)])
  expect(Math.max(...admitted)).toBeLessThan(5_000)
  expect(await Promise.all([list(first, secret), list(second, secret)])).toEqual([401, 401])
})

test('metrics and health are on a separate listener only', async () => {
  const get = async (url: string) => {
    const response = await fetch(url)
    return { status: response.status, text: await response.text() }
  }
  for (const path of ['/metrics', '/health/live', '/health/ready']) {
    expect([path, (await get(`${first.managementUrl}${path}`)).status]).toEqual([path, 200])
    expect([path, (await get(`${first.url}${path}`)).status]).toEqual([path, 404])
    expect([path, (await get(`${first.otcUrl}${path}`)).status]).toEqual([path, 404])
  }
  const { text } = await get(`${first.managementUrl}/metrics`)
  expect(text).toMatch(
    /afara_http_request_duration_seconds_count\{method="GET",route="\/transactions\/v1\/vendors",status="2xx"\} [1-9]/,
  )
  expect(text).toMatch(/^afara_pool_in_use\{pool="main"\} \d+$/m)
  expect(text).toMatch(/^afara_accept_group_size_count 0$/m)
})

test('the log of a request contains neither the key nor the body', async () => {
  const { secret } = await issue(1_000)
  const body = {
    business_id: formatId('business', business.id),
    link_tag: 'ada-foods',
    type: 'buy_ramp',
    amount: 20_000,
    vendor_name: 'Nobody',
    vendor_bank: 'No Bank',
    vendor_number: '9876543210',
    bank_name: 'GTBank',
    account_number: '0123456789',
    account_name: 'OKONKWO CHINEDU',
    network: 'Polygon',
    wallet_address: '0x52908400098527886E0F7030069857D2E4169EE7',
  }
  const response = await fetch(`${first.url}/transactions/v1/onramp`, {
    method: 'POST',
    headers: { 'svc-sec-key': secret, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const id = response.headers.get('x-request-id') ?? ''
  await expect.poll(() => readFileSync(first.child.logFile, 'utf8')).toContain(`"request_id":"${id}"`)
  const log = readFileSync(first.child.logFile, 'utf8')
  expect(log).toContain('"route":"/transactions/v1/onramp"')
  for (const word of [
    secret,
    secret.split('_')[3],
    '0123456789',
    '9876543210',
    'OKONKWO',
    '0x5290',
    'Nobody',
  ]) {
    expect([word, log.includes(word ?? '')]).toEqual([word, false])
  }
})

test('on stop, a process reports not ready, answers all accepted requests, and ends within ten seconds', async () => {
  const api = await startApi({ API_DRAIN_MS: '3000' })
  const { secret } = await issue(1_000_000)
  let acknowledged = 0
  let isStopping = false
  const wasReadyNoMore: number[] = []
  const client = async () => {
    for (;;) {
      try {
        const response = await fetch(`${api.url}/drills/v1`, {
          method: 'POST',
          headers: { 'svc-sec-key': secret },
        })
        await response.json()
        if (response.status === 202) acknowledged += 1
        else throw new Error(`answered ${response.status}`)
      } catch (error) {
        if (!isStopping) throw error
        return
      }
    }
  }
  const clients = Array.from({ length: 16 }, client)
  await expect.poll(() => acknowledged, { timeout: 30_000 }).toBeGreaterThan(100)
  isStopping = true
  const stoppedAt = performance.now()
  process.kill(api.child.processId, 'SIGTERM')
  await expect.poll(async () => (await fetch(`${api.managementUrl}/health/ready`)).status).toBe(503)
  wasReadyNoMore.push(acknowledged)
  expect(await api.child.ended).toBe('code 0')
  expect(performance.now() - stoppedAt).toBeLessThan(10_000)
  await Promise.all(clients)
  // The process served requests after it was no longer ready, and acknowledged every recorded drill.
  expect(acknowledged).toBeGreaterThan(wasReadyNoMore[0] ?? 0)
  const { rows } = await owner.query<{ count: number }>(
    `select count(*)::int as count from transaction where type = 'drill'`,
  )
  expect(rows[0]?.count).toBe(acknowledged)
})
