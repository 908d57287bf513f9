import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import type { Child } from '@afara/stack/processes/child-process.ts'
import { findFreePort } from '@afara/stack/processes/loopback-port.ts'
import { createTemporaryRun } from '@afara/stack/processes/temporary-run.ts'
import { registerWorker, startRestate } from '@afara/stack/restate/restate-server.ts'
import { serverEnvironment } from '@afara/stack/services/server-environment.ts'
import { runSeed, startServer } from '@afara/stack/services/server-process.ts'
import { afterAll, expect, test } from 'vitest'

// A collector receives what the real processes send.

const database = await createTestDatabase()
const run = await createTemporaryRun()
const received: Buffer[] = []
const collector = createServer((request, response) => {
  request.on('data', (chunk: Buffer) => received.push(chunk))
  request.on('end', () => response.end())
}).listen(0, '127.0.0.1')
await once(collector, 'listening')
const address = collector.address()
const collectorPort = typeof address === 'object' ? address?.port : undefined

const engine = await startRestate({
  directory: `${run.directory}/restate`,
  ingressPort: await findFreePort(),
  adminPort: await findFreePort(),
  nodePort: await findFreePort(),
  onSpawn: run.onSpawn,
})
const ports = { api: await findFreePort(), worker: await findFreePort() }
const environment = serverEnvironment({
  databaseUrl: database.url,
  restateIngressUrl: engine.ingressUrl,
  apiPort: ports.api,
  otcPort: await findFreePort(),
  managementPort: await findFreePort(),
  workerPort: ports.worker,
  keyPeppers: `1:${'0f'.repeat(32)}`,
  sealHeadFile: `${run.directory}/seal-head`,
})
const { testKey } = await runSeed(environment)
const children: Child[] = []
const start = async (name: 'api' | 'worker', settings: Record<string, string>, port = ports[name]) => {
  const child = await startServer({
    name,
    port,
    environment: { ...environment, ...settings },
    directory: `${run.directory}/${port}`,
    onSpawn: run.onSpawn,
  })
  children.push(child)
  return child
}

afterAll(async () => {
  await Promise.all(children.map(async (child) => child.stop()))
  await engine.stop()
  collector.close()
  await database.drop()
  run.remove()
})

const lineOf = ({ logFile }: Child, route: string) =>
  readFileSync(logFile, 'utf8')
    .split('\n')
    .find((line) => line.includes(`"route":"${route}"`))

test('a call of Restate continues the trace of its request, and no span has a query or the words of an error', async () => {
  const traced = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collectorPort}`,
    OTEL_BSP_SCHEDULE_DELAY: '200',
  }
  const api = await start('api', traced)
  await start('worker', traced)
  await registerWorker(engine.adminUrl, `http://127.0.0.1:${ports.worker}`)
  const url = `http://127.0.0.1:${ports.api}`
  const headers = { 'svc-sec-key': testKey }
  expect((await fetch(`${url}/drills/v1`, { method: 'POST', headers })).status).toBeLessThan(300)
  await fetch(`${url}/transactions/v1/vendors?payer_name=ADA+OBI`, { headers })
  const unknown = await fetch(`${url}/transactions/v1/0199c0de0123`, { headers })
  const { message } = (await unknown.json()) as { message: string }
  await expect.poll(() => lineOf(api, '/drills/v1')).toMatch(/"trace_id":"[0-9a-f]{32}"/)
  const traceId = /"trace_id":"([0-9a-f]{32})"/.exec(lineOf(api, '/drills/v1') ?? '')?.[1] ?? ''
  const all = () => Buffer.concat(received)
  await expect.poll(() => all().includes('call drill')).toBe(true)
  await expect.poll(() => all().includes('GET /transactions/v1/vendors')).toBe(true)
  // Each span has the id of its trace: that of the request, and that of the call.
  await expect.poll(() => all().toString('hex').split(traceId).length, { timeout: 15_000 }).toBeGreaterThan(2)
  expect(message.length).toBeGreaterThan(10)
  for (const secret of ['ADA', 'payer_name', message, testKey])
    expect(all().includes(secret), secret).toBe(false)
})

test('without the setting nothing is traced, and log lines have no trace', async () => {
  const port = await findFreePort()
  const [otc, management] = [await findFreePort(), await findFreePort()]
  const api = await start(
    'api',
    { API_PORT: `${port}`, OTC_PORT: `${otc}`, API_MANAGEMENT_PORT: `${management}` },
    port,
  )
  await fetch(`http://127.0.0.1:${port}/transactions/v1/vendors`, { headers: { 'svc-sec-key': testKey } })
  await expect.poll(() => lineOf(api, '/transactions/v1/vendors')).toBeDefined()
  expect(lineOf(api, '/transactions/v1/vendors')).not.toContain('trace')
})
