import type { IncomingMessage, Server } from 'node:http'
import { BadRequest } from '../../shared/bad-request.ts'
import { createJsonServer, type Reply, readCount, readJson, showsToken } from '../../shared/json-server.ts'
import type { Journal } from '../journal/journal.ts'
import { type SignResult, Unavailable } from '../sign-request.ts'
import type { Signer } from '../signer.ts'
import {
  type OpeningOrder,
  readOpeningOrder,
  readSweepOrder,
  type SweepOrder,
} from '../sweeps/sweep-order.ts'
import { readSignRequests } from './sign-wire.ts'

export type ServeDeps = Readonly<{
  token: string
  signer: Signer
  signSweep(order: SweepOrder): Promise<SignResult>
  signOpening(order: OpeningOrder): Promise<SignResult>
  journal: Pick<Journal, 'head' | 'lanes' | 'page'>
  isKilled(): boolean
  /** Throws when the database does not answer. */
  askDatabase(): Promise<void>
  /** Throws when another signer is at work, and says who. */
  requireAlone(): Promise<unknown>
  log(line: Readonly<Record<string, unknown>>): void
}>

const MOST_RECORDS = 500

/** The whole interface of the signer: to sign, and to be asked what was signed. */
export function serveSigner(deps: ServeDeps): Server {
  return createJsonServer(async (request) =>
    answer(deps, request).catch((error: unknown) => explain(error, deps)),
  )
}

async function answer(deps: ServeDeps, request: IncomingMessage): Promise<Reply> {
  const url = new URL(request.url ?? '/', 'http://signer')
  const route = `${request.method} ${url.pathname}`
  if (route === 'GET /ready') return ready(deps)
  if (!showsToken(request, deps.token)) {
    return { status: 401, body: { code: 'unauthorized', message: 'the token is missing or wrong' } }
  }
  if (route === 'POST /v1/sign') {
    const results = await deps.signer.sign(readSignRequests(await readJson(request)))
    for (const result of results) if (result.outcome === 'refused') deps.log({ msg: 'refused', ...result })
    return { status: 200, body: { results } }
  }
  if (route === 'POST /v1/sweeps')
    return oneResult(deps, await deps.signSweep(readSweepOrder(await readJson(request))))
  if (route === 'POST /v1/openings')
    return oneResult(deps, await deps.signOpening(readOpeningOrder(await readJson(request))))
  if (route === 'GET /v1/locks') {
    const lanes = deps.journal
      .lanes()
      .map(({ nextLock, ...lane }) => ({ ...lane, next_lock: String(nextLock) }))
    return { status: 200, body: { killed: deps.isKilled(), head: deps.journal.head(), lanes } }
  }
  if (route === 'GET /v1/journal') {
    const most = Math.min(readCount(url, 'most', MOST_RECORDS), MOST_RECORDS)
    return { status: 200, body: { records: deps.journal.page(readCount(url, 'after', 0), most) } }
  }
  return { status: 404, body: { code: 'not_found', message: 'there is no such route' } }
}

function oneResult({ log }: ServeDeps, result: SignResult): Reply {
  if (result.outcome === 'refused') log({ msg: 'refused', ...result })
  return { status: 200, body: { result } }
}

async function ready({ isKilled, askDatabase, requireAlone }: ServeDeps): Promise<Reply> {
  if (isKilled()) return { status: 503, body: { code: 'killed', message: 'the kill switch is on' } }
  try {
    await askDatabase()
  } catch {
    return { status: 503, body: { code: 'database_unavailable', message: 'the database does not answer' } }
  }
  try {
    await requireAlone()
    return { status: 200, body: { status: 'ready' } }
  } catch (error) {
    return { status: 503, body: { code: 'not_alone', message: (error as Error).message } }
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
