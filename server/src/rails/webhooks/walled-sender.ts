import { networkInterfaces } from 'node:os'
import type { Pool } from 'undici'
import {
  checkWebhookUrl,
  isLoopbackHost,
  type WebhookWalls,
} from '../../movements/webhooks/check-webhook-url.ts'
import type { SendResult, WebhookMessage, WebhookSender } from '../../movements/webhooks/webhook-sender.ts'
import { createLoopbackWall, createPublicWall } from './address-walls.ts'
import { createLookUp } from './look-up.ts'
import { readAnswer } from './read-answer.ts'
import { createReceiverPools } from './receiver-pools.ts'
import { explainSendFailure, SendFailure } from './send-failure.ts'
import { createWalledConnector } from './walled-connector.ts'

/** Interim answers before the real one; a server has a reason for one or two. */
const MOST_INTERIM_ANSWERS = 8

const OUR_HEADERS = {
  'accept-encoding': 'identity',
  accept: '*/*',
  'user-agent': 'Afara-Webhooks/1',
}

export type WalledSender = WebhookSender & Readonly<{ close(): Promise<void> }>

/** Sends to addresses that others chose. No proxy, no cookies, no redirects; the walls are told in docs/reference/webhook-walls.md. */
export function createWalledSender(walls: WebhookWalls): WalledSender {
  const lookUp = createLookUp()
  const connectors = {
    public: createWalledConnector(createPublicWall(ownAddresses()), lookUp),
    loopback: createWalledConnector(createLoopbackWall(), lookUp),
  }
  // A URL has no space in it, so the two cannot be taken for one another.
  const pools = createReceiverPools(
    (receiver) => connectors[receiver.startsWith('loopback ') ? 'loopback' : 'public'],
    (receiver) => new URL(receiver.slice(receiver.indexOf(' ') + 1)).origin,
  )

  return {
    send: async (message) => {
      const began = performance.now()
      const took = () => Math.round(performance.now() - began)
      try {
        // Endpoints were checked when they were made; the rules may be stricter by now.
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
    () => end(new SendFailure('too_slow', `no answer within ${deadlineMs / 1000} s`)),
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
      // One clock for all of it; the library's own would each begin anew with every byte.
      headersTimeout: 0,
      bodyTimeout: 0,
      onInfo: () => {
        interim += 1
        if (interim > MOST_INTERIM_ANSWERS)
          end(new SendFailure('no_answer', 'interim answers came without an end'))
      },
    })
    // The library does not give up a request that still waits for its connection; we do not wait with it.
    const answer = await Promise.race([asked, stopped.promise])
    return { status: answer.statusCode, body: await readAnswer(answer.body) }
  } finally {
    clearTimeout(timer)
    stopped.promise.catch(() => {})
  }
}

/** A public address of this very machine is not the public internet. */
function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((found = []) => found.map(({ address }) => address))
}
