import { Agent, type ClientRequest, request as requestHttp } from 'node:http'
import { request as requestHttps, Agent as TlsAgent } from 'node:https'
import { PayerUnavailable } from '../../../movements/payouts/payout-rail.ts'

export type PayerSettings = Readonly<{ url: string; token: string }>

/** With a body it is a POST. */
export type AskPayer = (path: string, signal: AbortSignal, body?: object) => Promise<unknown>

type Answer = Readonly<{ status: number; text: string }>

// The payer waits for banks, each of which may take its time.
const PAYER_DEADLINE_MS = 60_000
// Shorter than the payer keeps a connection that nobody uses.
const KEEP_ALIVE = { keepAlive: true, timeout: 30_000 }
const agent = new Agent(KEEP_ALIVE)
const tlsAgent = new TlsAgent(KEEP_ALIVE)

/**
 * One request. Throws PayerUnavailable for everything but a whole answer: nothing is known then. By Node's own client, which goes nowhere
 * else and costs a fraction of `fetch`: every sell has its name asked through it.
 */
export function createPayerClient({ url, token }: PayerSettings): AskPayer {
  return async (path, signal, body) => {
    try {
      const text = body === undefined ? undefined : JSON.stringify(body)
      const call = open(`${url}${path}`, token, text)
      const { status, text: answered } = await awaitAnswer(call, signal, text)
      const answer: unknown = JSON.parse(answered)
      if (status === 200) return answer
      const { code, message } = answer as { code?: unknown; message?: unknown }
      throw new PayerUnavailable(`the payer answered ${status} ${String(code)}: ${String(message)}`)
    } catch (error) {
      if (error instanceof PayerUnavailable) throw error
      const { message, code } = error as Error & { code?: string }
      throw new PayerUnavailable(`the payer cannot be asked: ${code ?? message}`)
    }
  }
}

function open(url: string, token: string, body: string | undefined): ClientRequest {
  const options = {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    },
  }
  return url.startsWith('https:')
    ? requestHttps(url, { ...options, agent: tlsAgent })
    : requestHttp(url, { ...options, agent })
}

async function awaitAnswer(
  call: ClientRequest,
  signal: AbortSignal,
  body: string | undefined,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      const late = new Error('it took too long')
      reject(late)
      call.destroy(late)
    }
    const timer = setTimeout(giveUp, PAYER_DEADLINE_MS)
    signal.addEventListener('abort', giveUp)
    call.once('close', () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
    })
    call.on('error', reject)
    call.once('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
      )
    })
    if (signal.aborted) giveUp()
    call.end(body)
  })
}
