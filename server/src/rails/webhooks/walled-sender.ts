import { networkInterfaces } from 'node:os'
import type { Readable } from 'node:stream'
import type { Pool } from 'undici'
import {
  checkWebhookUrl,
  isLoopbackHost,
  type WebhookWalls,
} from '../../movements/webhooks/check-webhook-url.ts'
import type { SendResult, WebhookMessage, WebhookSender } from '../../movements/webhooks/webhook-sender.ts'
import { createLoopbackWall, createPublicWall } from './address-walls.ts'
import { createReceiverPools } from './receiver-pools.ts'
import { explainSendFailure, SendFailure } from './send-failure.ts'
import { createLookUp, createWalledConnector } from './walled-connector.ts'

/** Maximum number of interim (1xx) responses. A server may legitimately send one or two. */
const MAX_INTERIM_ANSWERS = 8

const OUR_HEADERS = {
  'accept-encoding': 'identity',
  accept: '*/*',
  'user-agent': 'Afara-Webhooks/1',
}

export type WalledSender = WebhookSender & Readonly<{ close(): Promise<void> }>

/** Sends to URLs that businesses chose. Uses no proxy, cookies or redirects. Walls: docs/internals/interface.md#webhook-walls. */
export function createWalledSender(walls: WebhookWalls): WalledSender {
  const lookUp = createLookUp()
  const connectors = {
    public: createWalledConnector(createPublicWall(ownAddresses()), lookUp),
    loopback: createWalledConnector(createLoopbackWall(), lookUp),
  }
  // A URL contains no space, so the prefix cannot be confused with it.
  const pools = createReceiverPools(
    (receiver) => connectors[receiver.startsWith('loopback ') ? 'loopback' : 'public'],
    (receiver) => new URL(receiver.slice(receiver.indexOf(' ') + 1)).origin,
  )

  return {
    send: async (message) => {
      const began = performance.now()
      const took = () => Math.round(performance.now() - began)
      try {
        // The URL was checked when the endpoint was created, but the rules may be stricter now.
        const problem = checkWebhookUrl(message.url, message.mode, walls)
        if (problem !== undefined) throw new SendFailure('refused_address', problem.message)
        const url = new URL(message.url)
        const side = isLoopbackHost(url.hostname) ? 'loopback' : 'public'
        const answer = await pools.withPool(`${side} ${url.href}`, async (pool) => post(pool, url, message))
        return { outcome: 'answered', ...answer, durationMs: took() }
      } catch (error) {
        const { outcome, message: reason } = explainSendFailure(error)
        return { outcome, reason, durationMs: took() }
      }
    },
    close: async () => pools.close(),
  }
}

type Answer = Pick<Extract<SendResult, { outcome: 'answered' }>, 'status' | 'body'>

async function post(pool: Pool, url: URL, message: WebhookMessage): Promise<Answer> {
  const { headers, body, deadlineMs } = message
  const stop = new AbortController()
  const stopped = Promise.withResolvers<never>()
  const end = (failure: SendFailure) => {
    stopped.reject(failure)
    stop.abort(failure)
  }
  const timer = setTimeout(
    () => end(new SendFailure('too_slow', `no response within ${deadlineMs / 1000} s`)),
    deadlineMs,
  )
  let interim = 0
  try {
    const asked = pool.request({
      method: 'POST',
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, ...OUR_HEADERS },
      body,
      signal: stop.signal,
      // One timer covers the whole request. The library's own timeouts would restart with every byte.
      headersTimeout: 0,
      bodyTimeout: 0,
      onInfo: () => {
        interim += 1
        if (interim > MAX_INTERIM_ANSWERS)
          end(new SendFailure('no_answer', 'the server sent interim responses without a final one'))
      },
    })
    // The library does not abort a request that still waits for its connection, so we stop waiting for it here.
    const answer = await Promise.race([asked, stopped.promise])
    return { status: answer.statusCode, body: await readAnswer(answer.body) }
  } finally {
    clearTimeout(timer)
    stopped.promise.catch(() => {})
  }
}

/** Returns the addresses of this machine, which count as not public. */
function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((found = []) => found.map(({ address }) => address))
}

const MAX_ANSWER_BYTES = 4_096
const MAX_ANSWER_CHARACTERS = 4_096
/** Only the status matters, so a slow body gets no more time than this. */
const ANSWER_BODY_DEADLINE_MS = 1_000

/**
 * Returns the beginning of a response body as printable text. It is never decompressed, whatever its headers say. For a body that is
 * truncated, slow or endless, it returns the part that arrived. The connection of a slow or endless body is closed.
 */
async function readAnswer(body: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    const cut = () => {
      end()
      body.destroy()
    }
    const timer = setTimeout(cut, ANSWER_BODY_DEADLINE_MS)
    body.on('data', (chunk: Buffer) => {
      if (size < MAX_ANSWER_BYTES) chunks.push(chunk)
      size += chunk.length
      if (size > MAX_ANSWER_BYTES) cut()
    })
    body.on('error', end).on('end', end).on('close', end)
  })
  return printable(Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString('utf8')).slice(
    0,
    MAX_ANSWER_CHARACTERS,
  )
}

/** Replaces control characters and text-direction marks, which could falsify the display of the response. */
function printable(text: string): string {
  return text.replace(/[^\P{C}\n\t]/gu, '\u00B7').toWellFormed()
}
