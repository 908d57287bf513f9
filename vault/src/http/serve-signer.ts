import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Journal } from '../journal/journal.ts'
import { Unavailable } from '../sign-request.ts'
import type { Signer } from '../signer.ts'
import { BadRequest, readSignRequests } from './sign-wire.ts'

export type ServeDeps = Readonly<{
  token: string
  signer: Signer
  journal: Pick<Journal, 'head' | 'lanes' | 'page'>
  isKilled(): boolean
  /** Throws when the database does not answer. */
  askDatabase(): Promise<void>
  log(line: Readonly<Record<string, unknown>>): void
}>

type Reply = Readonly<{ status: number; body: object }>

const MOST_BODY_BYTES = 1 << 20
const MOST_RECORDS = 500

/** The whole interface of the signer: to sign, and to be asked what was signed. */
export function serveSigner(deps: ServeDeps): Server {
  const server = createServer((request, response) => {
    const reply = async (): Promise<void> => {
      const { status, body } = await answer(deps, request).catch((error: unknown) => explain(error, deps))
      const text = JSON.stringify(body)
      response.writeHead(status, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      })
      response.end(text)
    }
    reply().catch(() => response.destroy())
  })
  // Whoever asks has a connection of its own and keeps it.
  server.keepAliveTimeout = 60_000
  server.requestTimeout = 30_000
  return server
}

async function answer(deps: ServeDeps, request: IncomingMessage): Promise<Reply> {
  const url = new URL(request.url ?? '/', 'http://signer')
  const route = `${request.method} ${url.pathname}`
  if (route === 'GET /ready') return ready(deps)
  if (!isKnown(request.headers.authorization, deps.token)) {
    return { status: 401, body: { code: 'unauthorized', message: 'the token is missing or wrong' } }
  }
  if (route === 'POST /v1/sign') {
    const results = await deps.signer.sign(readSignRequests(parse(await readBody(request))))
    for (const result of results) if (result.outcome === 'refused') deps.log({ msg: 'refused', ...result })
    return { status: 200, body: { results } }
  }
  if (route === 'GET /v1/locks') {
    const lanes = deps.journal
      .lanes()
      .map(({ nextLock, ...lane }) => ({ ...lane, next_lock: String(nextLock) }))
    return { status: 200, body: { killed: deps.isKilled(), head: deps.journal.head(), lanes } }
  }
  if (route === 'GET /v1/journal') {
    const most = Math.min(count(url, 'most', MOST_RECORDS), MOST_RECORDS)
    return { status: 200, body: { records: deps.journal.page(count(url, 'after', 0), most) } }
  }
  return { status: 404, body: { code: 'not_found', message: 'there is no such route' } }
}

async function ready({ isKilled, askDatabase }: ServeDeps): Promise<Reply> {
  if (isKilled()) return { status: 503, body: { code: 'killed', message: 'the kill switch is on' } }
  try {
    await askDatabase()
    return { status: 200, body: { status: 'ready' } }
  } catch {
    return { status: 503, body: { code: 'database_unavailable', message: 'the database does not answer' } }
  }
}

function explain(error: unknown, { log }: ServeDeps): Reply {
  if (error instanceof BadRequest)
    return { status: 400, body: { code: 'bad_request', message: error.message } }
  const { message } = error as Error
  const code = error instanceof Unavailable ? error.code : 'failed'
  log({ level: 'error', msg: 'nothing was signed', code, error: message })
  return { status: error instanceof Unavailable ? 503 : 500, body: { code, message } }
}

/** In the same time for every wrong token. */
function isKnown(header: string | undefined, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`))
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MOST_BODY_BYTES) throw new BadRequest('it is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new BadRequest('it is no JSON')
  }
}

function count(url: URL, name: string, usual: number): number {
  const text = url.searchParams.get(name) ?? String(usual)
  if (!/^[0-9]{1,12}$/.test(text)) throw new BadRequest(`${name} is no whole number`)
  return Number(text)
}
