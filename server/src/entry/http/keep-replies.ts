import { hash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type {
  FastifyInstance,
  FastifyRequest,
  onSendAsyncHookHandler,
  preHandlerAsyncHookHandler,
  preHandlerHookHandler,
} from 'fastify'
import type { Clock } from '../../kernel/clock/clock.ts'
import type { Pool, Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { type ClaimedKey, claimKey, keepReply, releaseKey } from '../../records/requests/kept-reply-store.ts'
import { JSON_TYPE } from './json-bodies.ts'
import { keyOf } from './require-key.ts'
import { readIdempotencyKey } from './transaction-wire.ts'

/**
 * What an Idempotency-Key does. `kept`: a repeat gets the first reply for 24 hours. `named`: the route itself finds what the key made, for
 * ever. `harmless`: the route changes nothing, so a repeat is simply answered again.
 */
type IdempotencyKind = 'kept' | 'named' | 'harmless'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For a POST with a key. Without it, replies are kept. */
    idempotency?: IdempotencyKind
  }
  interface FastifyRequest {
    /** The key that this request holds until it is answered. */
    claimedKey: (ClaimedKey & { isKept: boolean }) | null
  }
}

type KeepDeps = Readonly<{ pool: Pool; clock: Clock; webhooks: Readonly<{ secretsKey: Buffer }> }>

/** Gives every POST with a key that is added after this call the header Idempotency-Key. */
export function keepReplies(app: FastifyInstance, deps: KeepDeps): void {
  app.decorateRequest('claimedKey', null)
  app.addHook('onRoute', (route) => {
    const access = route.config?.access
    if (route.method !== 'POST' || access === undefined || access === 'public') return
    const kind = route.config?.idempotency ?? 'kept'
    if (kind === 'named') return
    const hooks = kind === 'kept' ? [claimOrReplay(deps)] : [requireReadableKey]
    route.preHandler = [...hooks, ...[route.preHandler ?? []].flat()]
    if (kind === 'kept') route.onSend = [keepOrRelease(deps), ...[route.onSend ?? []].flat()]
  })
}

const requireReadableKey: preHandlerHookHandler = (request, _reply, done) => {
  readIdempotencyKey(request.headers['idempotency-key'])
  done()
}

function claimOrReplay({ pool, clock, webhooks }: KeepDeps): preHandlerAsyncHookHandler {
  return async (request, reply) => {
    const key = readIdempotencyKey(request.headers['idempotency-key'])
    if (key === null) return undefined
    const { tenant } = keyOf(request)
    const wanted = { tenant, key, request: digestOf(request), at: clock.now() }
    const answer = await claimPatiently(async () => claimKey(pool, webhooks.secretsKey, wanted))
    switch (answer.outcome) {
      case 'claimed':
        request.claimedKey = { ...answer.claimed, isKept: false }
        return undefined
      case 'kept':
        reply.header('idempotent-replayed', 'true').code(answer.status).type(JSON_TYPE)
        return reply.send(answer.body)
      case 'busy':
        throw new Refusal(
          'unavailable',
          'Your first request with this Idempotency-Key is still running. Try again in a few seconds.',
        )
      case 'other':
        throw new Refusal(
          'idempotency_key_conflict',
          'This Idempotency-Key was used for another request. Use a new one.',
        )
      default:
        throw new Error('unknown answer to a claim')
    }
  }
}

const LOOKED_AT_EVERY_MS = 100
const LONGEST_WAIT_MS = 5_000

/** Waits for the first request if it is still running, so that requests at the same time get the same reply. */
async function claimPatiently(claim: () => ReturnType<typeof claimKey>): ReturnType<typeof claimKey> {
  for (let waitedMs = 0; ; waitedMs += LOOKED_AT_EVERY_MS) {
    const answer = await claim()
    if (answer.outcome !== 'busy' || waitedMs >= LONGEST_WAIT_MS) return answer
    await setTimeout(LOOKED_AT_EVERY_MS)
  }
}

/** A reply can hold a secret, so only the caller that made the first request gets it again. */
function digestOf(request: FastifyRequest): Buffer {
  const { id, memberId } = keyOf(request)
  const body = request.rawBody?.toString('utf8') ?? ''
  return hash('sha256', JSON.stringify([memberId ?? id, request.method, request.url, body]), 'buffer')
}

function keepOrRelease({ pool, webhooks }: KeepDeps): onSendAsyncHookHandler {
  return async (request, reply, payload) => {
    const claimed = request.claimedKey
    if (claimed === null) return payload
    const { statusCode: status } = reply
    try {
      if (status < 200 || status > 299) await releaseKey(pool, claimed)
      else if (!claimed.isKept && typeof payload === 'string')
        await keepReply(pool, webhooks.secretsKey, claimed, { status, body: payload })
    } catch (failure) {
      // The request itself is done. A repeat is answered again after a minute.
      request.log.warn({ request_id: request.id, err: failure }, 'a reply could not be kept')
    }
    return payload
  }
}

/** Keeps the reply in the transaction that makes what it shows. For replies that show something only once. */
export async function keepReplyIn(
  sql: Sql,
  { webhooks }: Pick<KeepDeps, 'webhooks'>,
  request: FastifyRequest,
  reply: object,
): Promise<void> {
  const claimed = request.claimedKey
  if (claimed === null) return
  await keepReply(sql, webhooks.secretsKey, claimed, { status: 200, body: JSON.stringify(reply) })
  claimed.isKept = true
}
