import { Agent, type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps, Agent as TlsAgent } from 'node:https'

export type Question = Readonly<{
  url: string
  method: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  body: string | undefined
  signal: AbortSignal
  deadlineMs: number
}>

export type Exchanged = Readonly<{ status: number; text(): Promise<string> }>

/** The request took too long, or the caller gave up. */
export class TooLate extends Error {
  override readonly name = 'TooLate'
}

const MOST_BYTES = 4 * 1024 * 1024
// Vendors close idle connections. A payment must not be sent on a connection that is about to be closed.
const KEPT = { keepAlive: true, timeout: 4_000 }
const agent = new Agent(KEPT)
const tlsAgent = new TlsAgent(KEPT)

/**
 * Sends one request over a kept connection and never repeats it. Follows no redirects, so that our keys are sent to no other host. Uses
 * Node's own client: `fetch` needs several times as much CPU time, and a payout makes half a dozen calls.
 */
export async function exchange(question: Question): Promise<Exchanged> {
  const call = open(question)
  let isLate = false
  const giveUp = (): void => {
    isLate = true
    call.destroy(new TooLate('timeout'))
  }
  const timer = setTimeout(giveUp, question.deadlineMs)
  question.signal.addEventListener('abort', giveUp)
  call.once('close', () => {
    clearTimeout(timer)
    question.signal.removeEventListener('abort', giveUp)
  })
  if (question.signal.aborted) giveUp()
  const response = await answerOf(call, question.body)
  const status = response.statusCode ?? 0
  if (status >= 300 && status < 400) {
    call.destroy()
    throw new Error('the bank redirected the request')
  }
  return {
    status,
    text: async () =>
      readText(response).catch((error: Error) => {
        throw isLate ? new TooLate(error.message) : error
      }),
  }
}

function open({ url, method, headers, body }: Question): ClientRequest {
  const length = method === 'POST' ? { 'content-length': String(Buffer.byteLength(body ?? '')) } : {}
  const options = {
    method,
    headers: { ...headers, ...length, 'accept-encoding': 'identity', 'user-agent': 'afara' },
  }
  return url.startsWith('https:')
    ? requestHttps(url, { ...options, agent: tlsAgent })
    : requestHttp(url, { ...options, agent })
}

async function answerOf(call: ClientRequest, body: string | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    call.once('response', resolve)
    // The listener stays: the response reports later errors, and an error without a listener would end the process.
    call.on('error', reject)
    call.end(body)
  })
}

async function readText(response: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    response.on('data', (chunk: Buffer) => {
      size += chunk.length
      chunks.push(chunk)
      if (size > MOST_BYTES) response.destroy(new Error('the response of the bank is too long'))
    })
    response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    response.on('error', reject)
  })
}
