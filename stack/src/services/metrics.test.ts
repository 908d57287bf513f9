import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { backupMetrics } from '@afara/server/entry/backup/metrics-file.ts'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../postgres/test-database.ts'
import type { Child } from '../processes/child-process.ts'
import { findFreePort } from '../processes/loopback-port.ts'
import { REPOSITORY_ROOT } from '../processes/node-process.ts'
import { createTemporaryRun } from '../processes/temporary-run.ts'
import { startPayer } from './payer-process.ts'
import { serverEnvironment } from './server-environment.ts'
import { runSeed, startServer } from './server-process.ts'
import { metricsTokenOf, startSigner } from './signer-process.ts'

// These tests run every process as in service, without chains, banks and Restate.

const database = await createTestDatabase()
const run = await createTemporaryRun()
const children: Child[] = []
const token = 'a-token-of-a-test-0123456789abcdef'
const port = async () => findFreePort()
const ports = {
  api: await port(),
  management: await port(),
  people: await port(),
  peopleManagement: await port(),
  worker: await port(),
  workerManagement: await port(),
  reconciler: await port(),
  signer: await port(),
  payer: await port(),
}
const url = (name: keyof typeof ports, path = '/metrics') => `http://127.0.0.1:${ports[name]}${path}`

afterAll(async () => {
  await Promise.all(children.map(async (child) => child.stop()))
  await database.drop()
  run.remove()
})

const environment = serverEnvironment({
  databaseUrl: database.url,
  // Restate is absent. Due objects stay in PostgreSQL.
  restateIngressUrl: 'http://127.0.0.1:1',
  apiPort: ports.api,
  otcPort: await port(),
  managementPort: ports.management,
  peoplePort: ports.people,
  peopleManagementPort: ports.peopleManagement,
  workerPort: ports.worker,
  workerManagementPort: ports.workerManagement,
  reconcilerPort: ports.reconciler,
  keyPeppers: `1:${'0f'.repeat(32)}`,
  sealHeadFile: `${run.directory}/seal-head`,
  signer: { url: url('signer', ''), token },
})
const { testKey } = await runSeed(environment)
const at = { directory: run.directory, onSpawn: run.onSpawn }
const start = async (name: 'api' | 'people' | 'worker' | 'reconciler') =>
  startServer({ name, port: ports[name], environment, ...at })
children.push(await start('api'), await start('people'))
children.push(await start('worker'), await start('reconciler'))
children.push(
  await startSigner({
    ...at,
    directory: `${run.directory}/signer`,
    port: ports.signer,
    token,
    databaseUrl: database.url('afara_signer'),
  }),
)
children.push(
  await startPayer({
    ...at,
    directory: `${run.directory}/payer`,
    port: ports.payer,
    tokens: { worker: token, api: `${token}-api` },
    databaseUrl: database.url('afara_payer'),
    bankUrl: 'http://127.0.0.1:1',
  }),
)

const asPrometheus = { headers: { authorization: `Bearer ${metricsTokenOf(token)}` } }
const read = async (name: keyof typeof ports, options: RequestInit = {}): Promise<string> => {
  const response = await fetch(url(name), options)
  expect(response.status, name).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  return response.text()
}
const readAll = async () => ({
  api: await read('management'),
  people: await read('peopleManagement'),
  worker: await read('workerManagement'),
  reconciler: await read('reconciler'),
  signer: await read('signer', asPrometheus),
  payer: await read('payer', asPrometheus),
})
const typesOf = (text: string) => [...text.matchAll(/^# TYPE (afara_\w+) /gm)].map(([, name = '']) => name)

test('the page about monitoring lists exactly the metrics that the processes print', async () => {
  const page = readFileSync(join(REPOSITORY_ROOT, 'docs/operate/monitoring.md'), 'utf8')
  const cells = [...page.matchAll(/^\| ([^|]*afara_[^|]*)\|/gm)].map(([, cell = '']) => cell)
  const listed = cells.flatMap((cell) => [...cell.matchAll(/afara_\w+/g)].map(([name]) => name))
  const printed = Object.values(await readAll()).flatMap(typesOf)
  expect(new Set(listed)).toEqual(new Set([...printed, ...Object.keys(backupMetrics)]))
  expect(listed).toHaveLength(new Set(listed).size)
})

test('each process counts its work, and no label has an id or a number of an account', async () => {
  await fetch(url('api', '/transactions/v1/vendors'), { headers: { 'svc-sec-key': testKey } })
  await fetch(url('people', '/people/v1/session'))
  const unknown = '0199c0de-0123-7456-8901-234567890123'
  await fetch(url('signer', `/v1/journal?after=${unknown}`), {
    headers: { authorization: `Bearer ${token}` },
  })
  await fetch(url('payer', `/v1/accounts/${unknown}/lines`), {
    headers: { authorization: `Bearer ${token}` },
  })
  await expect
    .poll(async () => (await readAll()).reconciler)
    .toMatch(/afara_work_duration_seconds_count\{kind="pass",name="reconcile",outcome="\w+"\} [1-9]/)
  const pages = await readAll()
  expect(pages.api).toMatch(/_count\{method="GET",route="\/transactions\/v1\/vendors",status="2xx"\} 1/)
  expect(pages.people).toMatch(/afara_http_request_duration_seconds_count\{.*status="4xx"\} 1/)
  expect(pages.worker).toMatch(
    /afara_work_duration_seconds_count\{kind="loop",name="sweep",outcome="ok"\} [1-9]/,
  )
  expect(pages.signer).toMatch(/_count\{method="GET",route="\/v1\/journal",status="4xx"\} 1/)
  expect(pages.payer).toMatch(/_count\{method="GET",route="\/v1\/accounts\/:id\/lines",status="\dxx"\} 1/)
  for (const [name, text] of Object.entries(pages)) {
    const labels = [...text.matchAll(/^afara_\w+\{(.*)\}/gm)].map(([, all]) => all).join('\n')
    expect(labels, name).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}|[0-9a-f]{32}|[0-9]{10}/)
  }
})

test('the token of Prometheus reads metrics and nothing else', async () => {
  for (const name of ['signer', 'payer'] as const) {
    expect((await fetch(url(name))).status).toBe(401)
    const other = await fetch(url(name, '/v1/journal'), asPrometheus)
    expect([other.status, await other.json()]).toEqual([403, expect.objectContaining({ code: 'forbidden' })])
  }
})
