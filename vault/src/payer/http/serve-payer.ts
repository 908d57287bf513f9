import type { IncomingMessage, Server } from 'node:http'
import { BadRequest } from '../../shared/bad-request.ts'
import { createJsonServer, type Reply, readCount, readJson, showsToken } from '../../shared/json-server.ts'
import type { PayerJournal } from '../journal/payer-journal.ts'
import { type Payer, PayerUnavailable } from '../payer-answers.ts'
import {
  readEnquiry,
  readHook,
  readOrders,
  readPayoutIds,
  writeAnswers,
  writeEnquiry,
  writeLines,
  writeReadings,
} from './payer-wire.ts'

export type ServePayerDeps = Readonly<{
  workerToken: string
  apiToken: string
  payer: Payer
  journal: Pick<PayerJournal, 'head' | 'page'>
  isKilled(): boolean
  /** Throws when the database does not answer. */
  askDatabase(): Promise<void>
  /** Throws when another payer is at work, and says who. */
  requireAlone(): Promise<unknown>
  log(line: Readonly<Record<string, unknown>>): void
}>

const MOST_RECORDS = 500
const ACCOUNT = /^GET \/v1\/accounts\/([0-9a-f-]{36})\/(balance|lines)$/

/** The whole interface of the payer. Whoever serves businesses may ask for names and have notifications verified, and nothing else. */
export function servePayer(deps: ServePayerDeps): Server {
  const server = createJsonServer(async (request) =>
    answer(deps, request).catch((error: unknown) => explain(error, deps)),
  )
  // The banks behind it take their time.
  server.requestTimeout = 120_000
  return server
}

async function answer(deps: ServePayerDeps, request: IncomingMessage): Promise<Reply> {
  const url = new URL(request.url ?? '/', 'http://payer')
  const route = `${request.method} ${url.pathname}`
  if (route === 'GET /ready') return ready(deps)
  const isWorker = showsToken(request, deps.workerToken)
  if (!isWorker && !showsToken(request, deps.apiToken))
    return { status: 401, body: { code: 'unauthorized', message: 'the token is missing or wrong' } }
  const open = await answerAnyone(deps, request, route)
  if (open !== undefined) return open
  if (!isWorker)
    return { status: 403, body: { code: 'forbidden', message: 'this token may not ask for that' } }
  return answerWorker(deps, request, url, route)
}

async function answerAnyone(
  { payer }: ServePayerDeps,
  request: IncomingMessage,
  route: string,
): Promise<Reply | undefined> {
  if (route === 'POST /v1/enquire') {
    const { mode, ...account } = readEnquiry(await readJson(request))
    return { status: 200, body: writeEnquiry(await payer.enquire(mode, account)) }
  }
  if (route === 'POST /v1/hooks') {
    const { mode, vendor, headers, body } = readHook(await readJson(request))
    const references = payer.readHook(mode, vendor, headers, body)
    return {
      status: 200,
      body: references === undefined ? { outcome: 'refused' } : { outcome: 'verified', references },
    }
  }
  return undefined
}

async function answerWorker(
  { payer, journal, log, isKilled }: ServePayerDeps,
  request: IncomingMessage,
  url: URL,
  route: string,
): Promise<Reply> {
  if (route === 'POST /v1/send') {
    const answers = await payer.send(readOrders(await readJson(request)))
    for (const one of answers) if (one.outcome === 'refused') log({ msg: 'refused', ...one })
    return { status: 200, body: writeAnswers(answers) }
  }
  if (route === 'POST /v1/requery')
    return { status: 200, body: writeReadings(await payer.requery(readPayoutIds(await readJson(request)))) }
  if (route === 'GET /v1/journal') {
    const most = Math.min(readCount(url, 'most', MOST_RECORDS), MOST_RECORDS)
    const records = journal.page(readCount(url, 'after', 0), most)
    return { status: 200, body: { killed: isKilled(), head: journal.head(), records } }
  }
  const [, account = '', what] = ACCOUNT.exec(route) ?? []
  if (what === 'balance') {
    const { availableMinor, at } = await payer.balance(account)
    return { status: 200, body: { available_minor: String(availableMinor), at: at.toISOString() } }
  }
  if (what === 'lines')
    return { status: 200, body: writeLines(await payer.lines(account, url.searchParams.get('cursor'))) }
  return { status: 404, body: { code: 'not_found', message: 'there is no such route' } }
}

async function ready({ isKilled, askDatabase, requireAlone }: ServePayerDeps): Promise<Reply> {
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

function explain(error: unknown, { log }: ServePayerDeps): Reply {
  if (error instanceof BadRequest)
    return { status: 400, body: { code: 'bad_request', message: error.message } }
  const { message } = error as Error
  const code = error instanceof PayerUnavailable ? error.code : 'failed'
  log({ level: 'error', msg: 'nothing can be said', code, error: message })
  return { status: error instanceof PayerUnavailable ? 503 : 500, body: { code, message } }
}
