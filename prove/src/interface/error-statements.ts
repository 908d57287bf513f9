import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer } from './caller.ts'
import { spelled } from './exact-json.ts'
import { expectEqual, expectMatch, expectStatus, expectTrue } from './expect.ts'
import { expectErrorShape, expectRefusal, problemOf } from './expect-refusal.ts'
import { sendRaw } from './raw-request.ts'
import { type Statement, statement } from './statement.ts'
import { onramp, type World } from './world.ts'

const errorsPage = join(import.meta.dirname, '../../../docs/reference/errors.md')

/** One refusal of each status that can be produced without breaking anything. */
const refusals: ReadonlyArray<readonly [status: number, ask: (world: World) => Promise<Answer>]> = [
  [400, async ({ buy }) => buy({ amount: spelled('oops') })],
  [401, async ({ get }) => get('/transactions/v1/vendors', 'hello')],
  [403, async ({ buy, keys }) => buy({}, { key: keys.readOnly })],
  [404, async ({ get }) => get('/nowhere')],
  [409, conflict],
  [413, async ({ buy }) => buy({ account_name: 'x'.repeat(70_000) })],
  [415, async ({ buy }) => buy({}, { headers: { 'content-type': 'text/plain' } })],
  [422, async ({ buy }) => buy({ amount: spelled('1') })],
]

const security: Readonly<Record<string, string | RegExp>> = {
  'cache-control': 'no-store',
  'content-security-policy': /default-src 'none'/,
  'referrer-policy': 'no-referrer',
  'strict-transport-security': /^max-age=[1-9][0-9]{7,}/,
  'x-content-type-options': 'nosniff',
}

export const errorStatements: readonly Statement[] = [
  ...refusals.map(([status, ask]) =>
    statement(`the body of a ${status} has the common shape of errors`, async (world) => {
      const answer = await ask(world)
      expectStatus(answer, status)
      expectErrorShape(answer)
    }),
  ),

  ...refusals.map(([status, ask]) =>
    statement(
      `the code of a ${status} is in the table of errors, and docs_url points to it`,
      async (world) => {
        const { code, docs_url } = expectErrorShape(await ask(world))
        const page = readFileSync(errorsPage, 'utf8')
        expectTrue(`${String(code)} has a line`, page.includes(`<a id="${String(code)}"></a>`))
        expectEqual('docs_url', docs_url, `${world.api.url}/docs/errors#${String(code)}`)
      },
    ),
  ),

  ...refusals.map(([status, ask]) =>
    statement(`a ${status} carries the security headers`, async (world) => {
      expectSecurityHeaders(await ask(world))
    }),
  ),

  statement('docs_url opens without a key and shows the code', async (world) => {
    const { docs_url, code } = expectErrorShape(await world.get('/nowhere'))
    const { pathname } = new URL(String(docs_url))
    const answer = await world.api.ask(pathname)
    expectStatus(answer, 200)
    expectMatch('content-type', answer.headers['content-type'], /^text\/html/, answer)
    expectTrue('the page has the code', answer.text.includes(`id="${String(code)}"`))
  }),

  statement('a 200 carries the security headers and a request id too', async ({ buy, get }) => {
    for (const answer of [await buy(), await get('/transactions/v1/vendors')]) {
      expectStatus(answer, 200)
      expectSecurityHeaders(answer)
      expectMatch('x-request-id', answer.headers['x-request-id'], /^[0-9a-f-]{36}$/, answer)
    }
  }),

  statement('no answer names the software of the service', async ({ buy, get }) => {
    for (const answer of [await buy(), await get('/nowhere')]) {
      expectEqual('server', answer.headers.server, undefined)
      expectEqual('x-powered-by', answer.headers['x-powered-by'], undefined)
    }
  }),

  statement('every request has its own id', async ({ get }) => {
    const ids: unknown[] = []
    for (let time = 0; time < 20; time += 1) ids.push((await get('/nowhere')).headers['x-request-id'])
    expectEqual('how many ids', new Set(ids).size, 20)
  }),

  statement('a caller cannot choose the request id', async ({ api }) => {
    const chosen = '00000000-0000-0000-0000-000000000000'
    const answer = await api.ask('/nowhere', { headers: { 'x-request-id': chosen, 'request-id': chosen } })
    expectTrue('another id', answer.headers['x-request-id'] !== chosen, answer)
  }),

  statement(
    'each wrong field is listed with field, code and message, and the first gives the error its code',
    async ({ buy }) => {
      const answer = await buy({ amount: spelled('1') })
      const body = expectRefusal(answer, 422, 'amount_below_minimum', 'amount')
      const problem = problemOf(answer, 'amount')
      expectEqual('code', problem['code'], body['code'], answer)
      expectEqual('message', problem['message'], body['message'], answer)
    },
  ),

  statement('no answer contains a file, line or query of our code', async (world) => {
    for (const [, ask] of refusals) {
      const { text } = await ask(world)
      expectTrue('no file, line or query', !/\.ts\b|node_modules|\bat \S+ \(|select |insert /i.test(text))
    }
  }),

  ...[
    ['that is not HTTP', ['good morning']],
    ['with a method that nobody knows', ['FETCH / HTTP/1.1']],
    ['with a space in its URL', ['GET /transactions/v1/on ramp HTTP/1.1']],
    ['with two lengths', [`POST ${onramp} HTTP/1.1`, 'content-length: 2', 'content-length: 3']],
    [
      'with a length and in pieces at once',
      [`POST ${onramp} HTTP/1.1`, 'content-length: 2', 'transfer-encoding: chunked'],
    ],
  ].map(([what, lines]) =>
    statement(`a request ${String(what)} is 400 with the common shape of errors`, async ({ api }) => {
      expectRefusal(await sendRaw(api.url, [lines ?? ''].flat()), 400, 'malformed')
    }),
  ),
]

async function conflict({ buy, unused }: World): Promise<Answer> {
  const reference = unused()
  await buy({ reference })
  return buy({ reference, amount: spelled('15001') })
}

function expectSecurityHeaders(answer: Answer): void {
  for (const [name, value] of Object.entries(security)) {
    if (value instanceof RegExp) expectMatch(name, answer.headers[name], value, answer)
    else expectEqual(name, answer.headers[name], value, answer)
  }
}
