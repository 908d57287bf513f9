import { hash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Pool } from 'pg'
import { BadRequest } from './read-fields.ts'
import type { SoleProcess } from './sole-process.ts'
import { Unavailable } from './unavailable.ts'
import type { VaultMetrics } from './vault-metrics.ts'

type Question = Readonly<{
  url: URL
  /** The groups that the route's pattern matched. */
  parts: readonly string[]
  /** Reads the body as JSON. Throws BadRequest. */
  readBody(): Promise<unknown>
}>

/** An object is answered as JSON, a text as text. */
type Answer = (question: Question) => object | string | Promise<object | string>

/** A pattern that matches all of `<method> <path>`, and its handler. */
export type Route = readonly [pattern: RegExp, answer: Answer]

export type Log = (line: Readonly<Record<string, unknown>>) => void

export type VaultServerDeps = Readonly<{
  routes: readonly Route[]
  /** A caller with this token may use every route. */
  token: string
  /** A caller with one of these other tokens may use only its routes. */
  limited?: ReadonlyArray<Readonly<{ token: string; routes: readonly Route[] }>>
  requestTimeoutMs: number
  isKilled(): boolean
  pool: Pick<Pool, 'query'>
  alone: Pick<SoleProcess, 'confirm'>
  journal: Readonly<{ copyBehindSince(): number | undefined }>
  /** The log message for a failed request. */
  failure: string
  metrics: VaultMetrics
  log: Log
}>

type Reply = Readonly<{ status: number; body: object | string }>

const MOST_BODY_BYTES = 1 << 20
const MOST_RECORDS = 500
const KEEP_ALIVE_MS = 60_000

/** Answers every request with JSON. Every route except `GET /ready` requires a token. */
export function createVaultServer(deps: VaultServerDeps): Server {
  const server = createServer((request, response) => {
    const reply = async (): Promise<void> => {
      const began = performance.now()
      const found: { route?: string } = {}
      const { status, body } = await answer(deps, request, found).catch((error: unknown) =>
        explain(error, deps),
      )
      const isText = typeof body === 'string'
      const text = isText ? body : JSON.stringify(body)
      response.writeHead(status, {
        'content-type': isText ? 'text/plain; version=0.0.4; charset=utf-8' : 'application/json',
        'content-length': Buffer.byteLength(text),
      })
      response.end(text)
      deps.metrics.observe(found.route ?? 'any none', status, (performance.now() - began) / 1000)
    }
    reply().catch(() => response.destroy())
  })
  // Keeps connections open, because the caller reuses its connection.
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.requestTimeout = deps.requestTimeoutMs
  return server
}

/** Returns a page of a journal, selected by `after` and `most` in the URL. */
export function readPage<T>(url: URL, journal: Readonly<{ page(after: number, most: number): T[] }>): T[] {
  const most = Math.min(readCount(url, 'most', MOST_RECORDS), MOST_RECORDS)
  return journal.page(readCount(url, 'after', 0), most)
}

/** Notes in `found` which route it was, also if the route fails. */
async function answer(
  deps: VaultServerDeps,
  request: IncomingMessage,
  found: { route?: string },
): Promise<Reply> {
  const url = new URL(request.url ?? '/', 'http://vault')
  const asked = `${request.method} ${url.pathname}`
  if (asked === 'GET /ready') return ready(deps)
  const { limited = [] } = deps
  const isTrusted = showsToken(request, deps.token)
  const routes = isTrusted
    ? [...limited.flatMap((one) => one.routes), ...deps.routes]
    : limited.find(({ token }) => showsToken(request, token))?.routes
  if (routes === undefined) return fail(401, 'unauthorized', 'the token is missing or wrong')
  for (const [pattern, answerIt] of routes) {
    const match = pattern.exec(asked)
    if (match === null) continue
    found.route = nameOf(pattern)
    const body = await answerIt({ url, parts: match.slice(1), readBody: async () => readJson(request) })
    return { status: 200, body }
  }
  return isTrusted
    ? fail(404, 'not_found', 'the route does not exist')
    : fail(403, 'forbidden', 'this token may not use this route')
}

/** `GET /v1/accounts/:id/lines` for a pattern. */
function nameOf({ source }: RegExp): string {
  return source
    .replace(/^\^|\$$/g, '')
    .replaceAll('\\/', '/')
    .replace(/\(.*?\)/g, ':id')
}

async function ready({ isKilled, pool, alone, journal }: VaultServerDeps): Promise<Reply> {
  if (isKilled()) return fail(503, 'killed', 'the kill switch is on')
  try {
    await pool.query('select 1')
  } catch {
    return fail(503, 'database_unavailable', 'the database does not answer')
  }
  try {
    await alone.confirm()
    const since = journal.copyBehindSince()
    const behind = since !== undefined && { journal_copy_behind_since: new Date(since).toISOString() }
    return { status: 200, body: { status: 'ready', ...behind } }
  } catch (error) {
    return fail(503, 'not_alone', (error as Error).message)
  }
}

function explain(error: unknown, { failure, log }: VaultServerDeps): Reply {
  const { message } = error as Error
  if (error instanceof BadRequest) return fail(400, 'bad_request', message)
  const code = error instanceof Unavailable ? error.code : 'failed'
  log({ level: 'error', msg: failure, code, error: message })
  return fail(error instanceof Unavailable ? 503 : 500, code, message)
}

function fail(status: number, code: string, message: string): Reply {
  return { status, body: { code, message } }
}

/** Takes the same time for every wrong token. */
function showsToken(request: IncomingMessage, token: string): boolean {
  const digest = (text: string): Buffer => hash('sha256', text, 'buffer')
  return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${token}`))
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const body = await readBody(request)
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new BadRequest('the body is not JSON')
  }
}

/** Reads the body with events, because iterating over the request would cost more than all other work for a small request. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= MOST_BODY_BYTES) chunks.push(chunk)
      else reject(new BadRequest('the body is larger than 1 MiB'))
    })
    request.on('end', () => resolve(Buffer.concat(chunks)))
    request.on('error', reject)
  })
}

function readCount(url: URL, name: string, usual: number): number {
  const text = url.searchParams.get(name) ?? String(usual)
  if (!/^[0-9]{1,12}$/.test(text)) throw new BadRequest(`${name} is not a whole number`)
  return Number(text)
}
