import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { BadRequest } from './read-fields.ts'
import { Unavailable } from './unavailable.ts'
import { createVaultMetrics, vaultGauges } from './vault-metrics.ts'
import { createVaultServer, type Route, readPage, type VaultServerDeps } from './vault-server.ts'

const TOKEN = 'the-token-of-the-worker'
const LIMITED = 'the-token-of-the-reconciler'
const opened: Array<() => void> = []
afterEach(() => {
  for (const close of opened.splice(0)) close()
})

const records = Array.from({ length: 600 }, (_, place) => place + 1)
const journal = { page: (after: number, most: number) => records.slice(after, after + most) }
const routes: readonly Route[] = [
  [/^POST \/v1\/echo$/, async ({ readBody }) => ({ told: await readBody() })],
  [/^GET \/v1\/journal$/, ({ url }) => readPage(url, journal)],
  [/^GET \/v1\/broken$/, () => Promise.reject(new Error('the disk is full'))],
  [/^GET \/v1\/busy$/, () => Promise.reject(new Unavailable('not_alone', 'another process works'))],
  [/^GET \/v1\/wrong$/, () => Promise.reject(new BadRequest('it is wrong'))],
]
const limited = [
  {
    token: LIMITED,
    routes: [[/^GET \/v1\/accounts\/([0-9]+)$/, ({ parts }) => parts.join()]] satisfies readonly Route[],
  },
]

/** Starts a server and returns a function that asks it. */
async function serving(given: Partial<VaultServerDeps> = {}) {
  const lines: object[] = []
  const metrics = createVaultMetrics()
  const server = createVaultServer({
    routes,
    token: TOKEN,
    limited,
    requestTimeoutMs: 5_000,
    isKilled: () => false,
    pool: { query: async () => ({ rows: [] }) } as unknown as VaultServerDeps['pool'],
    alone: { confirm: async () => 1 },
    journal: { copyBehindSince: () => undefined },
    failure: 'the request failed',
    metrics,
    log: (line) => lines.push(line),
    ...given,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const ask = async (path: string, token: string | null = TOKEN, body?: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      ...(body !== undefined && { method: 'POST', body }),
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type') === 'application/json'
    return [answer.status, isJson ? (JSON.parse(text) as unknown) : text] as const
  }
  return { ask, lines, metrics }
}

const refusal = (code: string, message: string) => ({ code, message })

test('every route but /ready needs a token, and a limited token opens only its own routes', async () => {
  const { ask } = await serving()
  const unauthorized = refusal('unauthorized', 'the token is missing or wrong')
  expect(await ask('/v1/journal', null)).toEqual([401, unauthorized])
  expect(await ask('/v1/journal', `${TOKEN}x`)).toEqual([401, unauthorized])
  expect(await ask('/v1/journal', LIMITED)).toEqual([
    403,
    refusal('forbidden', 'this token may not use this route'),
  ])
  expect(await ask('/v1/accounts/7', LIMITED)).toEqual([200, '7'])
  expect(await ask('/v1/accounts/7')).toEqual([200, '7'])
  expect(await ask('/v1/nothing')).toEqual([404, refusal('not_found', 'the route does not exist')])
  const alone = await serving({ limited: [] })
  expect(await alone.ask('/v1/accounts/7')).toEqual([404, refusal('not_found', 'the route does not exist')])
})

test('a body must be JSON of at most 1 MiB', async () => {
  const { ask } = await serving()
  expect(await ask('/v1/echo', TOKEN, '{"a":1}')).toEqual([200, { told: { a: 1 } }])
  expect(await ask('/v1/echo', TOKEN, '{"a":')).toEqual([400, refusal('bad_request', 'the body is not JSON')])
  expect(await ask('/v1/echo', TOKEN, `"${'x'.repeat(1 << 20)}"`)).toEqual([
    400,
    refusal('bad_request', 'the body is larger than 1 MiB'),
  ])
})

test('a page of the journal has at most 500 records', async () => {
  const { ask } = await serving()
  expect(await ask('/v1/journal?after=597')).toEqual([200, [598, 599, 600]])
  expect(await ask('/v1/journal?after=3&most=2')).toEqual([200, [4, 5]])
  expect(((await ask('/v1/journal?most=1000'))[1] as unknown[]).length).toBe(500)
  for (const query of ['after=-1', 'most=x', 'after=1e3'])
    expect(await ask(`/v1/journal?${query}`)).toMatchObject([400, { code: 'bad_request' }])
})

test('a failed request says why, and only what is no mistake of the caller is logged', async () => {
  const { ask, lines, metrics } = await serving()
  expect(await ask('/v1/wrong')).toEqual([400, refusal('bad_request', 'it is wrong')])
  expect(await ask('/v1/busy')).toEqual([503, refusal('not_alone', 'another process works')])
  expect(await ask('/v1/broken')).toEqual([500, refusal('failed', 'the disk is full')])
  expect(lines).toEqual([
    { level: 'error', msg: 'the request failed', code: 'not_alone', error: 'another process works' },
    { level: 'error', msg: 'the request failed', code: 'failed', error: 'the disk is full' },
  ])
  const printed = metrics.print()
  expect(printed).toContain('method="GET",route="/v1/broken",status="5xx"')
  expect(printed).toContain('method="GET",route="/v1/wrong",status="4xx"')
})

test('a process is ready while it is alive, alone and has its database', async () => {
  const ready = async (given: Partial<VaultServerDeps>) => (await serving(given)).ask('/ready', null)
  expect(await ready({})).toEqual([200, { status: 'ready' }])
  expect(await ready({ journal: { copyBehindSince: () => 0 } })).toEqual([
    200,
    { status: 'ready', journal_copy_behind_since: '1970-01-01T00:00:00.000Z' },
  ])
  expect(await ready({ isKilled: () => true })).toEqual([503, refusal('killed', 'the kill switch is on')])
  const query = (async () => Promise.reject(new Error('gone'))) as unknown as VaultServerDeps['pool']['query']
  expect(await ready({ pool: { query } })).toEqual([
    503,
    refusal('database_unavailable', 'the database does not answer'),
  ])
  const confirm = async () => Promise.reject(new Error('signer 2 works'))
  expect(await ready({ alone: { confirm } })).toEqual([503, refusal('not_alone', 'signer 2 works')])
})

test('metrics count requests, refusals and lines, and show how old the copy of the journal is', () => {
  const metrics = createVaultMetrics()
  const log = metrics.counting(() => {})
  log({ msg: 'refused', code: 'frozen' })
  log({ msg: 'refused', code: 'frozen' })
  log({ level: 'error', msg: 'failed' })
  metrics.observe('GET /v1/journal', 200, 0.2)
  metrics.observe('GET /v1/journal', 204, 1_000)
  const gauges = (since: number | undefined, isKilled: boolean) =>
    vaultGauges({
      isKilled: () => isKilled,
      journal: { copyBehindSince: () => since, head: () => ({ count: 7 }) },
    })
  metrics.watch(gauges(Date.now() - 60_000, true))
  const printed = metrics.print()
  expect(printed).toContain('afara_vault_refusals_total{code="frozen"} 2')
  expect(printed).toContain('afara_log_lines_total{level="info"} 2')
  expect(printed).toContain('afara_log_lines_total{level="error"} 1')
  expect(printed).toContain('afara_vault_killed 1')
  expect(printed).toContain('afara_vault_journal_records 7')
  expect(printed).toMatch(/afara_vault_journal_copy_behind_seconds 6[0-9]/)
  expect(printed).toMatch(/process_cpu_seconds_total [0-9]/)
  metrics.watch(gauges(undefined, false))
  expect(metrics.print()).toMatch(/afara_vault_killed 0[^]*journal_copy_behind_seconds 0\n/)
})
